"""Asks what every calculator needs: the questions to the player, and the follow-ups."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from companion.cli.authoring.answer_checks import Check
from companion.cli.authoring.calculator.conditions import Term, opposite
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.result_rules import ask_result_rules
from companion.cli.authoring.calculator.values import LARGEST, a_number
from companion.cli.authoring.labels import alike
from companion.cli.authoring.rule_question import ask_rule
from companion.errors import Refused, shortened
from companion.load.sheet_files import SheetCell
from companion.load.sheet_text import key_text, plain_text
from companion.model.chart import band

MOST = 40
"""Maximum number of questions to the player, of modifiers and of follow-ups."""
_INPUT = (
    "What the result depends on, as a label of a few words. Modifiers that the player only ticks come later, with "
    "their amounts. You may add the answers to the label: Men: 1-9 is a number, Men: 1+ a number without a limit, "
    "Ground: open, wood a choice, Are they shaken? a yes-no question. Otherwise the next question asks for them."
)
_ONLY = "Some questions matter only after a certain answer to an earlier one, and are otherwise hidden."
_FORBIDDEN = (
    "These answers are refused with a message. Combine them with and: 1 and 3 refuses only both together, and of 1 "
    "and 3 and 4 any two. You can also refuse a single answer."
)
_PAIRS = (
    "any two of them: only one may be ticked, as of Guard, Line, Raw. only all of them together: two may be."
)
_RULE = "End it with the number of the rule in brackets if this is not the rule of the calculator."
_AFTERWARDS = (
    f"One sentence, shown below the result. {_RULE} If it names another calculator of the game, the next question "
    "offers to open that."
)
_ENDS_IN_RULE = re.compile(r"(.*\S)\s*\(\s*(\d[\w.]*)\s*\)\s*\.?")
"""A sentence with the number of its rule: `The target retreats one hex. (6.5)`."""
_WHEN = "When to show the sentence: after every result (always), after one result, or after one answer."


def ask_inputs(draft: Draft, sides: tuple[str, ...] = ()) -> None:
    """Ask for the questions to the player, which are asked once, even if there are two sides."""
    once = ""
    if sides:
        named = f"{sides[0]}'s class: Guard, Line"
        once = f" It is asked once; one that names a side, as in {named}, is asked for both"
    for number in range(1, MOST + 1):
        name = f"input-{number}"
        typed = draft.need(
            name,
            f"Question 1 for the player: what must the calculator know, apart from yes-no modifiers?{once}"
            if number == 1
            else f"Question {number} for the player",
            "Men who fire: 1-9" if number == 1 else "Class: Guard, Line, Raw",
            default="",
            default_says="no more questions",
            check=_described,
            explains=_INPUT,
        )
        if not typed:
            break
        label, kind, domain = described(typed)
        if not kind:
            options = [Option("number", "number"), Option("yes-no", "yes-no"), Option("choice", "choice")]
            explains = (
                "number: how many, how far. yes-no: a tick. choice: one of several, such as kinds of ground."
            )
            kind = draft.choose(
                f"{name}-kind", f"What kind of answer does {label} have", options, explains=explains
            )
            domain = _domain(draft, name, label, kind)
        draft.add_input(label, kind, **domain)
    _ask_conditions(draft)


def _ask_conditions(draft: Draft) -> None:
    """Ask which questions are asked only in some cases, and in which."""
    for number in range(1, MOST + 1):
        unconditional = [given for given in draft.always_asked() if given is not draft.inputs[0]]
        if not unconditional:
            return
        options = [Option("none", ""), *(Option(given["label"], given["name"]) for given in unconditional)]
        says = "Is a question asked only in some cases" if number == 1 else "Is another question"
        name = draft.choose(f"only-{number}", says, options, "none", explains=_ONLY)
        if not name:
            return
        given = next(question for question in unconditional if question["name"] == name)
        says = f"When is {given['label']} asked"
        when = draft.condition(f"only-{number}", says, draft.conditions(name), None, _ONLY)
        place = draft.inputs.index(given)
        draft.inputs[place] = {
            **{k: v for k, v in given.items() if k != "cite"},
            "when": when,
            "cite": draft.cite,
        }


def ask_forbidden(draft: Draft) -> None:
    """Ask which answers the rules do not allow together, for the message that refuses them, and for its rule."""
    options = [*draft.conditions(), Option("none", "")]
    for number in range(1, MOST + 1 if len(draft.inputs) > 1 else 1):
        name = f"forbidden-{number}"
        says = "Which answers are not allowed together" if number == 1 else "Which other answers"
        read = draft.alternatives(name, says, options, "none", _FORBIDDEN, several="as in 1 and 3")
        alternatives = [pair for terms in read for pair in _ask_pairs(draft, name, terms)]
        if not (when := draft.formula(name, options, alternatives)):
            return
        says = "What does the message say"
        example = f"infantry may not fire beyond 8 inches ({draft.cite})"
        explains = f"The reason, shown to the player. {_RULE}"
        text, cite = _with_rule(draft, name, draft.need(f"{name}-says", says, example, explains=explains))
        refusal = {"do": "require", "that": opposite(when), "says": text, "cite": cite}
        draft.steps.insert(number - 1, refusal)


def _ask_pairs(draft: Draft, name: str, terms: list[Term]) -> list[list[Term]]:
    """Return each pair of more than two answers, if any two of them are refused, else all of them together."""
    numbers = [f"certain values of {given['label']}" for given in draft.inputs]
    if len(terms) < 3 or any(term.is_not or term.label in numbers for term in terms):
        return [terms]
    options = [Option("any two of them", "pairs"), Option("only all of them together", "")]
    says = f"Which of {', '.join(term.text for term in terms)} are refused"
    pairs = draft.choose(f"{name}-pairs", says, options, "any two of them", explains=_PAIRS)
    return [list(pair) for pair in combinations(terms, 2)] if pairs else [terms]


def _with_rule(draft: Draft, name: str, typed: str) -> tuple[str, str]:
    """Return a sentence without the rule in brackets at its end, and this rule; else the rule of the calculator."""
    found = _ENDS_IN_RULE.fullmatch(typed)
    known = {cite for entry in draft.module.entries for cite in entry.cites}
    text, cite = (found[1], found[2]) if found and (found[2] in known or not known) else (typed, draft.cite)
    cite = ask_rule(
        draft.interview, draft.module, "", f"{name}-cite", "Which rule says so?", cite, is_asked=False
    )
    return _unformatted(text), cite


def _unformatted(text: str) -> str:
    """Return a sentence with parentheses for braces, which would insert values."""
    return text.replace("{", "(").replace("}", ")")


def described(text: str) -> tuple[str, str, dict[str, Any]]:
    """Return label, kind and allowed answers of a typed question; the kind is empty if it does not tell.

    `Men: 1-9` is a number, `Ground: open, wood` a choice, `Are they shaken?` a yes-no question. Raises Refused.
    """
    label, _, rest = (part.strip() for part in text.partition(":"))
    if text.endswith("?"):
        return text, "yes-no", {}
    if label and "," in rest:
        return label, "choice", {"choices": choices_of(_listed(_choices(rest)))}
    ends = band(key_text(plain_text(SheetCell(rest))).text) if label else None
    if ends is None or ends[0] < -LARGEST or ends[0] == ends[1]:
        return text, "", {}
    return label, "number", {"least": str(ends[0]), **({} if ends[1] is None else {"most": str(ends[1])})}


def _described(text: str) -> str:
    described(text)
    return text


def _domain(draft: Draft, name: str, label: str, kind: str) -> dict[str, Any]:
    """Ask which answers a question allows, and return them."""
    if kind == "number":
        return number_domain(draft, name, label)
    if kind == "choice":
        explains = "All answers that the chart or the rule distinguishes, separated by commas."
        example = "In the open, In cover, In the water"
        says = f"The choices for {label}, separated by commas"
        labels = draft.need(f"{name}-choices", says, example, check=_choices, explains=explains)
        return {"choices": choices_of(_listed(labels))}
    return {}


def number_domain(
    draft: Draft, name: str, label: str, usual_most: str = "", fits: Check = str
) -> dict[str, str]:
    """Ask for the smallest and the largest number that a question allows, and return them.

    Enter takes `usual_most` as the largest number; if empty, any number is allowed. `fits` checks the largest number.
    """
    explains = "Smaller and larger numbers are refused, with a message that names both limits."
    says = f"Smallest number for {label}"
    least = draft.need(f"{name}-least", says, "1", default="0", check=a_number(), explains=explains)
    number = a_number(int(least))
    most = draft.need(
        f"{name}-most",
        f"Largest number for {label}",
        "9",
        default=usual_most,
        default_says=usual_most or "any",
        check=lambda text: fits(number(text)),
        explains=explains,
    )
    return {"least": least, "most": most} if most else {"least": least}


def choices_of(labels: Sequence[str]) -> list[dict[str, str]]:
    """Return the choices with these labels."""
    return [{"key": _key(label), "label": label} for label in labels]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _key(label: str) -> str:
    """Return the key of a choice, used in files and formulas."""
    return "_".join("".join(sign if sign.isalnum() else " " for sign in label.lower()).split())


def _choices(text: str) -> str:
    keys = [_key(label) for label in _listed(text)]
    if len(keys) < 2 or len(set(keys)) < len(keys) or not all(keys):
        raise Refused(
            f"{shortened(text)!r}: at least two different choices are required, separated by commas"
        )
    return text


def ask_next(draft: Draft) -> None:
    """Ask for the follow-ups: what the rules require after the result."""
    opened = [
        Option(procedure.title, procedure.id.partition(":")[2]) for procedure in draft.module.procedures
    ]
    ask_result_rules(draft)
    opened = [option for option in opened if [other.label for other in opened].count(option.label) == 1]
    for number in range(1, MOST + 1):
        name = f"next-{number}"
        says = draft.need(
            name,
            "What do the rules require afterwards?" if number == 1 else "What else?",
            f"The target retreats one hex. ({draft.cite})",
            default="",
            default_says="nothing more",
            explains=_AFTERWARDS,
        )
        if not says:
            return
        says, cite = _with_rule(draft, name, says)
        step = {"says": says}
        options = [*draft.conditions(), *draft.results, *draft.rolls, Option("always", "")]
        if when := draft.condition(name, "When", options, "always", _WHEN):
            step["when"] = when
        if opened:
            options = [Option("none", ""), *opened]
            explains = "Enter on the sentence opens this calculator. It asks its own questions."
            procedure = draft.choose(
                f"{name}-opens",
                "Which calculator does it open",
                options,
                "none",
                explains=explains,
                is_asked=any(alike(says, option.label) for option in opened),
            )
            step |= {"procedure": procedure} if procedure else {}
        draft.next.append({**step, "cite": cite})
