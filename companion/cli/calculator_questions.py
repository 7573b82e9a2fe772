"""The questions about every new calculator: what the player is asked, what modifies the dice, what follows."""

from __future__ import annotations

from typing import Any

from companion.cli.calculator_draft import LARGEST, Draft, Option, a_number
from companion.errors import Refused, shortened
from companion.model import GameModule

MOST = 40
"""Most questions to the player, modifiers and follow-ups."""
_SIDE = "The side whose total becomes higher or lower by it."
_WHEN = "The sentence is shown only then: after every result (always), after one result, or after one answer."


def ask_inputs(draft: Draft) -> None:
    """Ask what the player is asked."""
    for number in range(1, MOST + 1):
        name = f"input-{number}"
        label = draft.need(
            name,
            f"Question {number} to the player: what must the calculator know?",
            "Men who fire" if number == 1 else "Firers are shaken",
            default="",
            default_says="no more questions",
            explains="What the result depends on, as a label of a few words. What is only a modifier that the player "
            "ticks can wait: the modifiers come next.",
        )
        if not label:
            return
        options = [Option("number", "number"), Option("yes-no", "yes-no"), Option("choice", "choice")]
        explains = (
            "number: how many, how far. yes-no: a tick. choice: one of several, such as kinds of ground."
        )
        kind = draft.choose(f"{name}-kind", f"What is the answer to {label}", options, explains=explains)
        draft.add_input(label, kind, **_domain(draft, name, label, kind))


def _domain(draft: Draft, name: str, label: str, kind: str) -> dict[str, Any]:
    """Return which answers to a question are allowed."""
    if kind == "number":
        explains = "The player may not enter a smaller or larger number; the refusal names both."
        least = draft.need(
            f"{name}-least", f"Smallest number for {label}", "1", check=a_number(), explains=explains
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
        label = draft.need(
            name,
            f"Modifier {number} of {what}, as printed",
            "Target in cover",
            default="",
            default_says="no more modifiers",
            explains="The player sees every modifier with its amount, whether it counts, and its rule.",
        )
        if not label:
            return
        add = _ask_amount(draft, name, label)
        modifier = {"label": label, "add": add}
        if sides:
            options = [Option(side, side) for side in sides]
            modifier["side"] = draft.choose(
                f"{name}-side", "Whose dice does it change", options, explains=_SIDE
            )
        if when := _when(draft, name, label, "" if add.lstrip("-").isdecimal() else "always"):
            modifier["when"] = when
        draft.modifiers.append({**modifier, "cite": draft.cite})


def _ask_amount(draft: Draft, name: str, label: str) -> str:
    """Return what a modifier adds: a number, or the answer to a question, with its sign."""
    known = {option.label.casefold(): option.value for option in draft.numbers()}
    number = a_number()

    def amount(text: str) -> str:
        given = known.get(text.lstrip("+-\u2212\u2013 ").casefold())
        if given is None:
            return number(text)
        return given if text[:1] not in ("-", "\u2212", "\u2013") else f"-{given}"

    labels = "; ".join(option.label for option in draft.numbers())
    more = f" (a number, or one of the questions: {labels})" if labels else ""
    explains = "A number with its sign, or the label of a question: Men adds its answer, -Men takes it away."
    says = f"What does {label} add{more}?"
    return draft.need(f"{name}-add", says, "-1", check=amount, explains=explains)


def _when(draft: Draft, name: str, label: str, default: str) -> str:
    """Return the condition under which a modifier counts; empty for always."""
    asks = f"the player ticks {label}"
    options = [Option(asks, "?"), Option("always", ""), *draft.conditions()]
    explains = (
        "The first adds a yes-no question with this label. The others are answers to the questions so far."
    )
    value = draft.choose(f"{name}-when", "When does it count", options, default or asks, explains=explains)
    return draft.add_input(label, "yes-no") if value == "?" else draft.condition(name, value)


def extremes(draft: Draft) -> tuple[int, int]:
    """Return the lowest and highest sum of the modifiers, if any of them may count together."""
    numbers = [given for given in draft.inputs if given["kind"] == "number"]
    domains = {given["name"]: (int(given["least"]), int(given.get("most", LARGEST))) for given in numbers}
    low = high = 0
    for modifier in draft.modifiers:
        name = modifier["add"].lstrip("-")
        ends = domains[name] if name in domains else (int(name), int(name))
        signed = sorted(-end if modifier["add"].startswith("-") else end for end in ends)
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
        options = [Option("always", ""), *draft.results, *draft.conditions()]
        chosen = draft.choose(f"{name}-when", "When", options, "always", explains=_WHEN)
        if when := draft.condition(name, chosen):
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
