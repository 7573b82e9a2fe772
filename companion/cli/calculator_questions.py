"""The questions about every new calculator: what the player is asked, and what follows."""

from __future__ import annotations

from typing import Any

from companion.cli.calculator_conditions import opposite
from companion.cli.calculator_draft import LARGEST, Draft, Option, a_number
from companion.errors import Refused, shortened
from companion.load.sheet_files import SheetCell
from companion.load.sheet_text import key_text, plain_text
from companion.model.chart import band

MOST = 40
"""Most questions to the player, modifiers and follow-ups."""
_INPUT = (
    "What the result depends on, as a label of a few words. What is only a modifier that the player ticks can wait: "
    "the modifiers come next. The label may end with the answers: Men: 1-9 is a number, Men: 1+ one without a limit, "
    "Ground: open, wood a choice, Are they shaken? a yes-no question. Otherwise the next question asks for them."
)
_ONLY = (
    "Some questions matter only after a certain answer to an earlier one; in other cases they are not shown."
)
_FORBIDDEN = (
    "Such answers are refused with a sentence. Join them with and: 1 and 3 refuses only both together. A single answer "
    "can be refused, too."
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
    _ask_forbidden(draft)


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


def _ask_forbidden(draft: Draft) -> None:
    """Ask which answers the rules do not allow together, and what the refusal says."""
    options = [Option("none", ""), *draft.conditions()]
    for number in range(1, MOST + 1 if len(draft.inputs) > 1 else 1):
        name = f"forbidden-{number}"
        says = "Which answers are forbidden together" if number == 1 else "Which others are"
        if not (when := draft.condition(name, says, options, "none", _FORBIDDEN)):
            return
        says = "What does the refusal say"
        example = "infantry may not fire beyond 8 inches"
        text = draft.need(f"{name}-says", says, example, explains="The reason, which the player reads.")
        draft.steps.append(
            {"do": "require", "that": opposite(when), "says": _unformatted(text), "cite": draft.cite}
        )


def _unformatted(text: str) -> str:
    """Return a sentence in which braces do not stand for a value."""
    return text.replace("{", "(").replace("}", ")")


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
        return number_domain(draft, name, label)
    if kind == "choice":
        explains = "All answers that the chart or the rule distinguishes, with commas between them."
        example = "In the open, In cover, In the water"
        says = f"The choices for {label}, with commas"
        labels = draft.need(f"{name}-choices", says, example, check=_choices, explains=explains)
        return {"choices": [{"key": _key(each), "label": each} for each in _listed(labels)]}
    return {}


def number_domain(draft: Draft, name: str, label: str) -> dict[str, str]:
    """Return the smallest and the largest number that a question allows."""
    explains = "The player may not enter a smaller or larger number; the refusal names both."
    says = f"Smallest number for {label}"
    least = draft.need(f"{name}-least", says, "1", default="0", check=a_number(), explains=explains)
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


def ask_next(draft: Draft) -> None:
    """Ask what the rules require after the result."""
    opened = [Option(each.title, each.id.partition(":")[2]) for each in draft.module.procedures]
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
        step = {"says": _unformatted(says)}
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
