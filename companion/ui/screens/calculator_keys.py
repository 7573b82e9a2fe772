"""The keys of a calculator with their labels in the footer, and its help text."""

from __future__ import annotations

from textual.binding import Binding


def _key(key: str, action: str, label: str, name: str, tooltip: str = "", show: bool = True) -> Binding:
    return Binding(key, action, label, id=f"calculator.{name}", tooltip=tooltip, show=show)


CALCULATOR_HELP = (
    "Digits answer the marked question or enter dice. Each choice shows its key, which answers only the marked "
    "question. A letter toggles its modifier, wherever the mark is; if the line is out of sight, the letter marks "
    "it first. Type the dice at the bottom, or press r to roll them. "
    "In the ledger, ● counts, ○ does not, and ? depends on an open question. "
    "Between rolls, Down goes to the choices that a side has, and Enter takes the marked one. "
    "= fills in the unit that takes part and other known answers; after the result, it applies the result to "
    "another unit. ^O continues the unfinished calculation on offer. "
    "@ names the units or leaders for title, log and report. "
    "# on a question makes a table ruling on it. / asks one question at a time, with its rule in view: "
    "Enter goes on, Left goes back, y and n answer, PageDown scrolls the rule. While you correct a line of the log, "
    "its dice stay as rolled; k keeps the correction, Escape discards it."
)
"""Help for a calculator, shown by F1."""

CALCULATOR_HINTS = {
    **dict.fromkeys(("#beside", "#rule-side"), ("calculator.rule",)),
    "#more": ("calculator.charts",),
}
"""Keys on the lower edge of a panel."""

CALCULATOR_KEYS = [
    _key("escape", "questions", "Back", "back"),
    _key("escape", "leave", "Back", "back"),
    _key("escape", "finish", "Done", "back", "Log the result and go back"),
    _key("escape", "discard", "Discard", "back"),
    _key("k", "keep", "Keep", "keep", "Correct the line of the log"),
    _key("f4", "rule", "Rule", "rule", "The rule for the marked line"),
    _key("f6", "proof", "Charts", "charts", "The charts of the calculator"),
    _key("question_mark", "ledger", "Ledger", "ledger", "Show questions or ledger, below 72 columns"),
    _key("question_mark", "differences", "Differences", "ledger"),
    _key("f8", "restart", "New", "restart", "Start over without answers"),
    _key("f8", "as_logged", "Reset", "restart"),
    _key("r", "roll", "Roll", "roll", "The companion rolls the dice"),
    Binding(
        "end", "dice", "Dice", id="calculator.dice", tooltip="The roll that is due", show=False, priority=True
    ),
    _key("equals_sign", "fill", "Known answers", "fill", "The unit that takes part, and other known answers"),
    _key("equals_sign", "take", "Apply to unit", "fill", "Apply the result to another unit"),
    _key("ctrl+o", "continue", "Continue", "continue", "The unfinished calculation on offer"),
    _key("asterisk", "keep_a", "Compare", "keep_a", "Keep these answers as option A, to compare others"),
    _key("asterisk", "against", "A or B", "against", "Compare option A with the current answers"),
    _key(
        "slash", "walk(True)", "Guided", "walk", "One question at a time with its rule; Enter next, Left back"
    ),
    _key("slash", "walk(False)", "List", "list", "All questions in one list"),
    _key("at", "who", "Who", "who", "Names of the units or leaders, for title, log and report"),
    _key("exclamation_mark", "large", "Enlarge", "large", "The result, readable across the table"),
    _key("question_mark", "beside", "Rule panel", "beside", "Show or hide the rule, from 120 columns"),
    _key("number_sign", "ruling", "Table ruling", "ruling", "A house rule for the marked question"),
    _key(
        "pagedown",
        "page(1)",
        "Page down",
        "rule_down",
        "The questions; the rule if all questions fit",
        show=False,
    ),
    _key(
        "pageup", "page(-1)", "Page up", "rule_up", "The questions; the rule if all questions fit", show=False
    ),
    _key("minus", "unit('-')", "Remove unit", "drop", show=False),
    _key("plus", "unit('+')", "Add unit", "add", show=False),
    _key("ctrl+down", "scroll(1)", "Ledger down", "down", show=False),
    _key("ctrl+up", "scroll(-1)", "Ledger up", "up", show=False),
]
