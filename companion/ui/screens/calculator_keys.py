"""The keys of a calculator, with what they are called on the line of keys."""

from __future__ import annotations

from textual.binding import Binding

CALCULATOR_KEYS = [
    Binding("escape", "leave", "Back", id="calculator.back"),
    Binding("escape", "discard", "Discard", id="calculator.back"),
    Binding("k", "keep", "Keep", id="calculator.keep", tooltip="Correct the line of the log"),
    Binding("f4", "rule", "Rule", id="calculator.rule", tooltip="The rule behind the marked line"),
    Binding("f6", "proof", "Charts", id="calculator.proof", tooltip="The charts this was read from"),
    Binding(
        "f7", "ledger", "Ledger", id="calculator.ledger", tooltip="Questions or ledger, on a narrow screen"
    ),
    Binding("f7", "differences", "Differences", id="calculator.ledger"),
    Binding("f8", "anew", "New", id="calculator.new", tooltip="Start over with nothing answered"),
    Binding("f8", "as_logged", "As it was", id="calculator.new"),
    Binding(
        "equals_sign",
        "fill",
        "Fill in",
        id="calculator.fill",
        key_display="=",
        tooltip="Answers from units, settings, the clock",
    ),
    Binding(
        "equals_sign",
        "take",
        "To a unit",
        id="calculator.fill",
        key_display="=",
        tooltip="Take the result over to a unit",
    ),
    Binding(
        "asterisk",
        "keep_a",
        "Keep as A",
        id="calculator.keep_a",
        key_display="*",
        tooltip="Keep these answers as option A, to hold others against them",
    ),
    Binding(
        "asterisk",
        "against",
        "A or B",
        id="calculator.against",
        key_display="*",
        tooltip="Option A and what is answered now, side by side",
    ),
    Binding(
        "slash",
        "walk(True)",
        "Guided",
        id="calculator.walk",
        key_display="/",
        tooltip="One question at a time, its rule below it; Enter next, Left back",
    ),
    Binding(
        "slash",
        "walk(False)",
        "List",
        id="calculator.list",
        key_display="/",
        tooltip="All questions on one list, a key each",
    ),
    Binding(
        "exclamation_mark",
        "large",
        "Large",
        id="calculator.large",
        key_display="!",
        tooltip="The result for the other side",
    ),
    Binding("question_mark", "beside", "Rule beside", id="calculator.beside", key_display="?"),
    Binding("r", "ruling", "Table ruling", id="calculator.ruling", tooltip="Here we play it so"),
    Binding("pagedown", "turn_rule(1)", "Rule down", id="calculator.rule_down", show=False),
    Binding("pageup", "turn_rule(-1)", "Rule up", id="calculator.rule_up", show=False),
    Binding("minus", "drop", "Drop unit", id="calculator.drop", show=False, key_display="-"),
    Binding("plus", "add", "Add unit", id="calculator.add", show=False, key_display="+"),
    Binding("ctrl+down", "scroll(1)", "Ledger down", id="calculator.down", show=False),
    Binding("ctrl+up", "scroll(-1)", "Ledger up", id="calculator.up", show=False),
]
