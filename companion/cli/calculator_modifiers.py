"""Asks about the modifiers of a new calculator, and writes the step that adds them up."""

from __future__ import annotations

import re
from typing import Any

from companion.cli.answer_checks import yes_or_no
from companion.cli.calculator_conditions import all_of
from companion.cli.calculator_draft import LARGEST, TICK, Draft, Option, a_number
from companion.cli.calculator_questions import MOST, number_domain
from companion.cli.rule_question import ask_rule

_PRINTED = re.compile(r"(.*\S)\s+([+\-\u2212\u2013]\s?\d{1,3})")
"""A modifier with its amount: `Target in cover -1`."""
_LEADING = re.compile(
    r"([+\-\u2212\u2013]\s?\d{1,3})\s+((?:(?:for\s+)?(?:each|every)|per)\s.*)", re.IGNORECASE
)
"""A modifier that starts with its amount: `-1 for each base lost`."""
_EACH = re.compile(r"(?:(?:for\s+)?(?:each|every)|per)\s+(.+)", re.IGNORECASE)
"""A modifier that is multiplied by a number: `For each base lost`."""
_NAME = re.compile(r"[a-z_]\w*")
"""The name of a question in a formula."""
_MINUS = ("-", "\u2212", "\u2013")
_EACH_SAYS = (
    "The amount is multiplied by the answer to this question. A new question asks the player for the number. "
    "The last choice counts it once."
)
_SIDE = "The side whose total it changes."


def ask_modifiers(draft: Draft, what: str, sides: tuple[str, ...] = ()) -> None:
    """Ask for the modifiers of `what`, and for the side of each if there are two; then ask which rule lists them."""
    asked = len(draft.inputs)
    for number in range(1, MOST + 1):
        name = f"modifier-{number}"
        typed = draft.need(
            name,
            f"Modifier {number} of {what}, as printed",
            "Target in cover -1",
            default="",
            default_says="no more modifiers",
            explains="The player sees every modifier with its amount, whether it counts, and its rule. Without an "
            "amount, the next question asks for it.",
        )
        if not typed:
            break
        before = len(draft.inputs)
        label, add, guard = _amount(draft, name, typed)
        counted = _EACH.fullmatch(label)
        if counted and add.lstrip("-").isdecimal():
            add, guard = _ask_each(draft, name, label, counted[1], add)
        modifier = {"label": label, "add": add}
        if sides:
            options = [Option(side, side) for side in sides]
            named = [side for side in sides if side.casefold() in label.casefold()]
            default = named[0] if len(named) == 1 else None
            says = "Whose dice does it change"
            modifier["side"] = draft.choose(f"{name}-side", says, options, default, explains=_SIDE)
        ticked = f"the player ticks {label}" if not counted else None
        when = _when(draft, name, label, ticked if add.lstrip("-").isdecimal() else "always")
        if when := all_of([guard, when]):
            modifier["when"] = when
        draft.modifiers.append(modifier)
        if sides and not guard:
            _ask_other_side(draft, name, modifier, sides, before)
    if draft.modifiers:
        says = "Which rule lists the modifiers?"
        cite = ask_rule(draft.interview, draft.module, "", "modifiers-cite", says, draft.cite)
        for record in (*draft.inputs[asked:], *draft.modifiers):
            record["cite"] = cite


def _ask_other_side(
    draft: Draft, name: str, modifier: dict[str, Any], sides: tuple[str, ...], before: int
) -> None:
    """Ask whether the other side has the same modifier; if so, add it with copies of the questions from `before` on.

    Nothing is asked if the label does not name the side, or if the modifier depends on other questions.
    """
    side = modifier["side"]
    other = next(name for name in sides if name != side)
    mirrored = re.sub(re.escape(side), other, modifier["label"], flags=re.IGNORECASE)
    new = draft.inputs[before:]
    formulas = {modifier["add"], modifier.get("when", "")}
    names_of_new = {given["name"] for given in new}
    if mirrored == modifier["label"] or not all(
        names_of_new >= set(_NAME.findall(text)) for text in formulas
    ):
        return
    asks = f"Does {mirrored} work the same way?"
    explains = f"yes adds it for {other}, with its question, so that you need not type it again."
    if draft.need(f"{name}-other", asks, "yes", default="no", check=yes_or_no, explains=explains) != "yes":
        return
    names = {}
    for given in new:
        label = re.sub(re.escape(side), other, given["label"], flags=re.IGNORECASE)
        more = {key: value for key, value in given.items() if key not in ("name", "label", "kind", "cite")}
        names[given["name"]] = draft.add_input(label, given["kind"], **more)
    copied: dict[str, Any] = {
        key: _NAME.sub(lambda match: names.get(match[0], match[0]), modifier[key])
        for key in ("add", "when")
        if key in modifier
    }
    draft.modifiers.append({**modifier, **copied, "label": mirrored, "side": other})


def _amount(draft: Draft, name: str, typed: str) -> tuple[str, str, str]:
    """Return label, amount and condition of a typed modifier; ask for a missing amount."""
    if leading := _LEADING.fullmatch(typed):
        typed = f"{leading[2][:1].upper()}{leading[2][1:]} {leading[1]}"
    if printed := _PRINTED.fullmatch(typed):
        return printed[1], a_number()(printed[2].replace(" ", "")), ""
    taken = typed[1:].strip().casefold() if typed.startswith(_MINUS) else ""
    for option in draft.numbers():
        if option.label.casefold() == taken:
            return option.label, f"-{option.value}", option.guard
    return typed, *_ask_amount(draft, name, typed)


def _ask_each(draft: Draft, name: str, label: str, unit: str, add: str) -> tuple[str, str]:
    """Return the amount and condition of a `for each` modifier; ask which number multiplies it."""
    numbers = draft.numbers()
    asked = f"{unit[:1].upper()}{unit[1:]}"
    options = [
        *numbers,
        Option(f"a new question for the player: {asked}", TICK),
        Option("none, it counts once", ""),
    ]
    same = next((option.label for option in numbers if option.label.casefold() == unit.casefold()), None)
    factor = draft.choose(
        f"{name}-each", f"Which number multiplies {label}", options, same, explains=_EACH_SAYS
    )
    if not factor:
        return add, ""
    guard = next((option.guard for option in numbers if option.value == factor), "")
    if factor == TICK:
        factor = draft.add_input(asked, "number", **number_domain(draft, f"{name}-each", asked))
    return {"1": factor, "-1": f"-{factor}"}.get(add, f"{add} * {factor}"), guard


def _ask_amount(draft: Draft, name: str, label: str) -> tuple[str, str]:
    """Ask for the amount of a modifier, a number or the label of a question; return it with its condition."""
    known = {option.label.casefold(): option.value for option in draft.numbers()}
    number = a_number()

    def amount(text: str) -> str:
        given = known.get(text.lstrip("+-\u2212\u2013 ").casefold())
        if given is None:
            return number(text)
        return given if not text.startswith(_MINUS) else f"-{given}"

    labels = "; ".join(option.label for option in draft.numbers())
    more = f" (a number, or one of the questions: {labels})" if labels else ""
    explains = "A number with its sign, or the label of a question: Men adds its answer, -Men subtracts it."
    says = f"What does {label} add{more}?"
    same = next((option for option in draft.numbers() if option.label.casefold() == label.casefold()), None)
    default, default_says = (same.value, same.label) if same else (None, "")
    add = draft.need(
        f"{name}-add",
        says,
        "-1",
        default=default,
        default_says=default_says,
        check=amount,
        explains=explains,
    )
    return add, next((option.guard for option in draft.numbers() if option.value == add.lstrip("-")), "")


def _when(draft: Draft, name: str, label: str, default: str | None) -> str:
    """Ask for the condition under which a modifier counts, and return it; empty for always."""
    asks = f"the player ticks {label}"
    options = [Option(asks, TICK), Option("always", ""), *draft.conditions()]
    explains = "The first choice adds a yes-no question with this label. The others are answers to earlier questions."
    when = draft.condition(name, "When does it count", options, default, explains)
    return when.replace(TICK, draft.add_input(label, "yes-no")) if TICK in when else when


def extremes(draft: Draft) -> tuple[int, int]:
    """Return the lowest and highest possible sum of the modifiers, in any combination."""
    numbers = [given for given in draft.inputs if given["kind"] == "number"]
    domains = {given["name"]: (int(given["least"]), int(given.get("most", LARGEST))) for given in numbers}
    low = high = 0
    for modifier in draft.modifiers:
        factor, _, name = modifier["add"].rpartition(" * ")
        ends = domains.get(name.lstrip("-")) or (abs(int(name)), abs(int(name)))
        times = int(factor or 1) * (-1 if name.startswith("-") else 1)
        signed = sorted(times * end for end in ends)
        low, high = low + min(signed[0], 0), high + max(signed[1], 0)
    return low, high


def tally(
    draft: Draft, name: str = "modifier", start: str = "", side: str = "", title: str = "Modifiers"
) -> str:
    """Write the step that adds the modifiers up, for one side if there are two; return its name, empty if none."""
    modifiers = [modifier for modifier in draft.modifiers if modifier.get("side", "") == side]
    if not modifiers and not start:
        return ""
    without_side = [
        {key: value for key, value in modifier.items() if key != "side"} for modifier in modifiers
    ]
    step: dict[str, Any] = {"do": "tally", "name": name, "title": title}
    step |= {"start": start} if start else {}
    draft.steps.append({**step, "modifiers": without_side})
    return name
