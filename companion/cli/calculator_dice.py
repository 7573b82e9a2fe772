"""The dice of a new calculator, and the numbers that they are compared with."""

from __future__ import annotations

from companion.cli.calculator_draft import LARGEST, Draft, Option, a_number, some_dice
from companion.errors import Refused


def dice_words(dice: str) -> str:
    """Return the beginning of a sentence about dice."""
    return "Percentile dice" if dice == "00-99" else dice


def ask_dice(draft: Draft, says: str = "Which dice are rolled", default: str | None = None) -> str:
    """Ask for the dice."""
    explains = "Number and sides: 2d6 are two dice with six sides, added up. 00-99 are percentile dice."
    return draft.need("dice", says, "2d6", default=default, check=some_dice, explains=explains)


def one_die(text: str) -> str:
    """Return the die of a pool. Raises Refused."""
    die = some_dice(text)
    if die == "00-99" or not die.startswith("1d"):
        raise Refused("a pool has dice of one kind: write 1d6 or 1d10 for the die")
    return die


def roll(draft: Draft, dice: str) -> None:
    """Add the step that rolls the dice."""
    draft.steps.append({"do": "roll", "name": "dice", "dice": dice, "label": "Dice", "cite": draft.cite})
    draft.rolls.append(Option("some numbers of the dice before modifiers", "#dice"))


def fixed_or_asked(draft: Draft, name: str, says: str, example: str, least: int = -LARGEST) -> str:
    """Return a number that is always the same, or a formula of the question that it depends on."""
    asked = {given["label"].casefold(): given for given in draft.always_asked() if given["kind"] != "yes-no"}
    check = a_number(least)

    def number(text: str) -> str:
        return text.casefold() if text.casefold() in asked else check(text)

    labels = "; ".join(given["label"] for given in asked.values())
    more = f": a number, or one of the questions {labels}" if asked else ""
    explains = "A number that is always the same, or the label of a question: its answer is the number, or decides it."
    answer = draft.need(name, f"{says}{more}", example, check=number, explains=explains)
    if answer not in asked:
        return answer
    given = asked[answer]
    if given["kind"] == "number":
        return str(given["name"])
    numbers = [
        draft.need(f"{name}-{choice['key']}", f"{says} for {choice['label']}?", example, check=check)
        for choice in given["choices"]
    ]
    pairs = zip(numbers, given["choices"], strict=True)
    cases = [f"{number} if {given['name']} == '{choice['key']}' else" for number, choice in pairs]
    return " ".join([*cases[:-1], numbers[-1]])
