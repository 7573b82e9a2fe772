"""Asks which rules list the typed modifiers of a new calculator."""

from __future__ import annotations

from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.lists import ask_labels
from companion.cli.authoring.calculator.other_side import names_in
from companion.cli.authoring.calculator.questions import MOST
from companion.cli.authoring.interview import MISSING
from companion.cli.authoring.rule_question import ask_rule

_OTHER_RULE = (
    "The result shows the rule beside each modifier, and the player can open it from there. 2 3 moves several "
    "modifiers to the same rule. To change the rule of a modifier, choose it again."
)


def ask_rules(draft: Draft, asked: int, first: int, usual: str) -> None:
    """Ask which rule has the modifiers from `first` on, and which of them are in others.

    Their questions start at `asked`. Enter takes the rule `usual`.
    """
    added, modifiers = draft.inputs[asked:], draft.modifiers[first:]
    typed = list(dict.fromkeys(modifier["label"] for modifier in modifiers))
    says = "Which rule has the modifiers that you typed?" if len(typed) > 1 else f"Which rule has {typed[0]}?"
    cite = ask_rule(draft.interview, draft.module, "", f"{draft.begins}modifiers-cite", says, usual)
    for record in (*added, *modifiers):
        record["cite"] = cite
    moved: dict[str, str] = {}
    for number in range(1, MOST + 1 if len(typed) > 1 else 1):
        if len(moved) == len(typed):
            return
        name = f"other-rule-{number}"
        says = f"Is {'another modifier' if moved else 'one of them'} in another rule"
        shown = [f"{label} ({moved[label]})" if label in moved else label for label in typed]
        labels = ask_labels(draft, name, says, typed, explains=_OTHER_RULE, shown=shown)
        if not labels:
            return
        says = f"Which rule has {' and '.join(labels)}?"
        cite = ask_rule(draft.interview, draft.module, labels[0], f"{draft.begins}{name}-cite", says)
        if cite == MISSING:
            draft.interview.finish_missing()
        moved |= dict.fromkeys(labels, f"in {cite}")
        same = [each for each in modifiers if each["label"] in labels]  # of both sides
        names = set[str]().union(*(names_in(f"{each['add']} {each.get('when', '')}") for each in same))
        for record in (*same, *(given for given in added if given["name"] in names)):
            record["cite"] = cite
