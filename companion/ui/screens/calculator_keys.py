"""The keys of a calculator, with what they are called on the line of keys."""

from __future__ import annotations

from textual.binding import Binding


def _key(key: str, action: str, label: str, name: str, tooltip: str = "", show: bool = True) -> Binding:
    return Binding(key, action, label, id=f"calculator.{name}", tooltip=tooltip, show=show)


CALCULATOR_KEYS = [
    _key("escape", "leave", "Back", "back"),
    _key("escape", "discard", "Discard", "back"),
    _key("k", "keep", "Keep", "keep", "Correct the line of the log"),
    _key("f4", "rule", "Rule", "rule", "The rule behind the marked line"),
    _key("f6", "proof", "Charts", "proof", "The charts that were used"),
    _key("f7", "ledger", "Ledger", "ledger", "Questions or ledger, on a narrow screen"),
    _key("f7", "differences", "Differences", "ledger"),
    _key("f8", "restart", "New", "new", "Start over with nothing answered"),
    _key("f8", "as_logged", "As it was", "new"),
    _key("equals_sign", "fill", "Fill in", "fill", "Answers from units, settings, the clock"),
    _key("equals_sign", "take", "To a unit", "fill", "Take the result over to a unit"),
    _key(
        "asterisk", "keep_a", "Keep as A", "keep_a", "Keep these answers as option A, to compare others with"
    ),
    _key("asterisk", "against", "A or B", "against", "Compare option A with the present answers"),
    _key(
        "slash", "walk(True)", "Guided", "walk", "One question at a time with its rule; Enter next, Left back"
    ),
    _key("slash", "walk(False)", "List", "list", "All questions on one list, a key each"),
    _key("exclamation_mark", "large", "Large", "large", "The result for the other side"),
    _key("question_mark", "beside", "Rule beside", "beside"),
    _key("r", "ruling", "Table ruling", "ruling", "A house rule on the marked question"),
    _key("pagedown", "turn_rule(1)", "Rule down", "rule_down", show=False),
    _key("pageup", "turn_rule(-1)", "Rule up", "rule_up", show=False),
    _key("minus", "drop", "Drop unit", "drop", show=False),
    _key("plus", "add", "Add unit", "add", show=False),
    _key("ctrl+down", "scroll(1)", "Ledger down", "down", show=False),
    _key("ctrl+up", "scroll(-1)", "Ledger up", "up", show=False),
]
