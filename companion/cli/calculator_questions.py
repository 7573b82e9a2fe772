"""The questions about every new calculator: what the player is asked, what modifies the dice, what follows."""

from __future__ import annotations

import re
from typing import Any

from companion.cli.calculator_conditions import all_of
from companion.cli.calculator_draft import LARGEST, TICK, Draft, Option, a_number
from companion.errors import Refused, shortened
from companion.load.sheet_files import SheetCell
from companion.load.sheet_text import key_text, plain_text
from companion.model import GameModule
from companion.model.chart import band

MOST = 40
"""Most questions to the player, modifiers and follow-ups."""
_PRINTED = re.compile(r"(.*\S)\s+([+\-\u2212\u2013]\s?\d{1,3})")
"""A modifier with its amount: `Target in cover -1`."""
_LEADING = re.compile(
    r"([+\-\u2212\u2013]\s?\d{1,3})\s+((?:(?:for\s+)?(?:each|every)|per)\s.*)", re.IGNORECASE
)
"""A modifier that begins with its amount: `-1 for each base lost`."""
_EACH = re.compile(r"(?:(?:for\s+)?(?:each|every)|per)\s+(.+)", re.IGNORECASE)
"""A modifier that counts several times: `For each base lost`."""
_MINUS = ("-", "\u2212", "\u2013")
_EACH_SAYS = (
    "The amount is multiplied by the answer to this question. A new question asks the player for the number. "
    "With the last answer, it counts once."
)
_SIDE = "The side whose total becomes higher or lower by it."
_INPUT = (
    "What the result depends on, as a label of a few words. What is only a modifier that the player ticks can wait: "
    "the modifiers come next. The label may end with the answers: Men: 1-9 is a number, Men: 1+ one without a limit, "
    "Ground: open, wood a choice, Are they shaken? a yes-no question. Otherwise the next question asks for them."
)
_ONLY = (
    "Some questions matter only after a certain answer to an earlier one; in other cases they are not shown."
)
_WHEN = "The sentence is shown only then: after every result (always), after one result, or after one answer."


def ask_inputs(draft: Draft) -> None:
    """Ask what the player is asked."""
    for number in range(1, MOST + 1):
        name = f"input-{number}"
        typed = draft.need(
            name,
            f"Question {number} to the player: what must the calculator know?",
            "Men who fire: 1-9" if number == 1 else "Ground: open, wood, hill",
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
            kind = draft.choose(f"{name}-kind", f"What is the answer to {label}", options, explains=explains)
            domain = _domain(draft, name, label, kind)
        draft.add_input(label, kind, **domain)
    _ask_conditions(draft)


def _ask_conditions(draft: Draft) -> None:
    """Ask which questions are asked in some cases only, and in which."""
    for number in range(1, MOST + 1):
        left = [given for given in draft.always_asked() if given is not draft.inputs[0]]
        if not left:
            return
        options = [Option("none", ""), *(Option(given["label"], given["name"]) for given in left)]
        says = "Is a question asked in some cases only" if number == 1 else "Is another one"
        name = draft.choose(f"only-{number}", says, options, "none", explains=_ONLY)
        if not name:
            return
        given = next(each for each in left if each["name"] == name)
        says = f"When is {given['label']} asked"
        when = draft.condition(f"only-{number}", says, draft.conditions(name), None, _ONLY)
        place = draft.inputs.index(given)
        draft.inputs[place] = {
            **{k: v for k, v in given.items() if k != "cite"},
            "when": when,
            "cite": draft.cite,
        }


def described(text: str) -> tuple[str, str, dict[str, Any]]:
    """Return label, kind and allowed answers of a question that names them; an empty kind if it does not.

    `Men: 1-9` is a number, `Ground: open, wood` a choice, `Are they shaken?` a yes-no question. Raises Refused.
    """
    label, _, rest = (part.strip() for part in text.partition(":"))
    if text.endswith("?"):
        return text, "yes-no", {}
    if label and "," in rest:
        choices = _listed(_choices(rest))
        return label, "choice", {"choices": [{"key": _key(each), "label": each} for each in choices]}
    ends = band(key_text(plain_text(SheetCell(rest))).text) if label else None
    if ends is None or ends[0] < -LARGEST or ends[0] == ends[1]:
        return text, "", {}
    return label, "number", {"least": str(ends[0]), **({} if ends[1] is None else {"most": str(ends[1])})}


def _described(text: str) -> str:
    described(text)
    return text


def _domain(draft: Draft, name: str, label: str, kind: str) -> dict[str, Any]:
    """Return which answers to a question are allowed."""
    if kind == "number":
        explains = "The player may not enter a smaller or larger number; the refusal names both."
        least = draft.need(
            f"{name}-least",
            f"Smallest number for {label}",
            "1",
            default="0",
            check=a_number(),
            explains=explains,
        )
        most = draft.need(
            f"{name}-most",
            f"Largest number for {label}",
            "9",
            default="",
            default_says="any",
            check=a_number(int(least)),
            explains=explains,
        )
        return {"least": least, "most": most} if most else {"least": least}
    if kind == "choice":
        explains = "All answers that the chart or the rule distinguishes, with commas between them."
        example = "In the open, In cover, In the water"
        says = f"The choices for {label}, with commas"
        labels = draft.need(f"{name}-choices", says, example, check=_choices, explains=explains)
        return {"choices": [{"key": _key(each), "label": each} for each in _listed(labels)]}
    return {}


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _key(label: str) -> str:
    """Return the text by which files and formulas call a choice."""
    return "_".join("".join(sign if sign.isalnum() else " " for sign in label.lower()).split())


def _choices(text: str) -> str:
    keys = [_key(label) for label in _listed(text)]
    if len(keys) < 2 or len(set(keys)) < len(keys) or not all(keys):
        raise Refused(
            f"{shortened(text)!r}: at least two different choices are needed, with commas between them"
        )
    return text


def ask_modifiers(draft: Draft, what: str, sides: tuple[str, ...] = ()) -> None:
    """Ask what modifies `what`; for each of two sides, ask whose modifier it is."""
    for number in range(1, MOST + 1):
        name = f"modifier-{number}"
        typed = draft.need(
            name,
            f"Modifier {number} of {what}, as printed",
            "Target in cover -1",
            default="",
            default_says="no more modifiers",
            explains="The player sees every modifier with its amount, whether it counts, and its rule. Without a "
            "number at its end, the next question asks what it adds.",
        )
        if not typed:
            return
        label, add, guard = _amount(draft, name, typed)
        each = _EACH.fullmatch(label)
        if each and add.lstrip("-").isdecimal():
            add, guard = _ask_each(draft, name, label, each[1], add)
        modifier = {"label": label, "add": add}
        if sides:
            options = [Option(side, side) for side in sides]
            named = [side for side in sides if side.casefold() in label.casefold()]
            default = named[0] if len(named) == 1 else None
            says = "Whose dice does it change"
            modifier["side"] = draft.choose(f"{name}-side", says, options, default, explains=_SIDE)
        ticked = f"the player ticks {label}" if not each else None
        when = _when(draft, name, label, ticked if add.lstrip("-").isdecimal() else "always")
        if when := all_of([guard, when]):
            modifier["when"] = when
        draft.modifiers.append({**modifier, "cite": draft.cite})


def _amount(draft: Draft, name: str, typed: str) -> tuple[str, str, str]:
    """Return label, amount and condition of a modifier as it was typed; asks for an amount that it does not name."""
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
    """Return what a modifier `for each` of a number adds, and its condition; asks which number."""
    numbers = draft.numbers()
    asked = f"{unit[:1].upper()}{unit[1:]}"
    options = [
        *numbers,
        Option(f"a new question to the player: {asked}", TICK),
        Option("none, it counts once", ""),
    ]
    same = next((each.label for each in numbers if each.label.casefold() == unit.casefold()), None)
    factor = draft.choose(
        f"{name}-each", f"Which number multiplies {label}", options, same, explains=_EACH_SAYS
    )
    if not factor:
        return add, ""
    guard = next((each.guard for each in numbers if each.value == factor), "")
    if factor == TICK:
        factor = draft.add_input(asked, "number", **_domain(draft, f"{name}-each", asked, "number"))
    return {"1": factor, "-1": f"-{factor}"}.get(add, f"{add} * {factor}"), guard


def _ask_amount(draft: Draft, name: str, label: str) -> tuple[str, str]:
    """Return what a modifier adds, and the condition of this amount: a number, or an answer with its sign."""
    known = {option.label.casefold(): option.value for option in draft.numbers()}
    number = a_number()

    def amount(text: str) -> str:
        given = known.get(text.lstrip("+-\u2212\u2013 ").casefold())
        if given is None:
            return number(text)
        return given if not text.startswith(_MINUS) else f"-{given}"

    labels = "; ".join(option.label for option in draft.numbers())
    more = f" (a number, or one of the questions: {labels})" if labels else ""
    explains = "A number with its sign, or the label of a question: Men adds its answer, -Men takes it away."
    says = f"What does {label} add{more}?"
    same = next((each for each in draft.numbers() if each.label.casefold() == label.casefold()), None)
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
    return add, next((each.guard for each in draft.numbers() if each.value == add.lstrip("-")), "")


def _when(draft: Draft, name: str, label: str, default: str | None) -> str:
    """Return the condition under which a modifier counts; empty for always."""
    asks = f"the player ticks {label}"
    options = [Option(asks, TICK), Option("always", ""), *draft.conditions()]
    explains = (
        "The first adds a yes-no question with this label. The others are answers to the questions so far."
    )
    when = draft.condition(name, "When does it count", options, default, explains)
    return when.replace(TICK, draft.add_input(label, "yes-no")) if TICK in when else when


def extremes(draft: Draft) -> tuple[int, int]:
    """Return the lowest and highest sum of the modifiers, if any of them may count together."""
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


def ask_next(draft: Draft, module: GameModule) -> None:
    """Ask what the rules require after the result."""
    opened = [Option(each.title, each.id.partition(":")[2]) for each in module.procedures]
    opened = [each for each in opened if [other.label for other in opened].count(each.label) == 1]
    for number in range(1, MOST + 1):
        name = f"next-{number}"
        says = draft.need(
            name,
            "What do the rules require afterwards?" if number == 1 else "What else?",
            "The target retreats one hex.",
            default="",
            default_says="nothing more",
            explains="One sentence, which the player reads below the result.",
        )
        if not says:
            return
        step = {"says": says.replace("{", "(").replace("}", ")")}
        options = [Option("always", ""), *draft.results, *draft.conditions(), *draft.rolls]
        if when := draft.condition(name, "When", options, "always", _WHEN):
            step["when"] = when
        if opened:
            options = [Option("none", ""), *opened]
            explains = "Enter on the sentence opens this calculator. It asks its own questions."
            procedure = draft.choose(
                f"{name}-opens", "Which calculator opens then", options, "none", explains=explains
            )
            step |= {"procedure": procedure} if procedure else {}
        draft.next.append({**step, "cite": draft.cite})


def tally(
    draft: Draft, name: str = "modifier", start: str = "", side: str = "", title: str = "Modifiers"
) -> str:
    """Add the step that adds the modifiers up, of one side if there are two; return its name, empty for none."""
    modifiers = [each for each in draft.modifiers if each.get("side", "") == side]
    if not modifiers and not start:
        return ""
    kept = [{key: value for key, value in each.items() if key != "side"} for each in modifiers]
    step: dict[str, Any] = {"do": "tally", "name": name, "title": title}
    step |= {"start": start} if start else {}
    draft.steps.append({**step, "modifiers": kept})
    return name
