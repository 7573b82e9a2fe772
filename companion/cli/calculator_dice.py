"""Asks about the dice of a new calculator, and the numbers that they are compared with."""

from __future__ import annotations

from companion.cli.calculator_draft import Draft, Option
from companion.cli.calculator_values import LARGEST, a_number, some_dice
from companion.errors import Refused


def dice_words(dice: str) -> str:
    """Return dice as the start of a sentence."""
    return "Percentile dice" if dice == "00-99" else dice


def ask_dice(draft: Draft, says: str = "Which dice are rolled", default: str | None = None) -> str:
    """Ask for the dice, and return them."""
    explains = "2d6 means two six-sided dice, added up. 00-99 means percentile dice."
    return draft.need("dice", says, "2d6", default=default, check=some_dice, explains=explains)


def one_die(text: str) -> str:
    """Return the die of a pool. Raises Refused."""
    die = some_dice(text)
    if die == "00-99" or not die.startswith("1d"):
        raise Refused("a pool uses one kind of die; write 1d6 or 1d10")
    return die


def roll(draft: Draft, dice: str) -> None:
    """Add the step that rolls the dice."""
    draft.steps.append({"do": "roll", "name": "dice", "dice": dice, "label": "Dice", "cite": draft.cite})
    draft.rolls.append(Option("certain values of the dice before modifiers", "#dice"))


def fixed_or_asked(draft: Draft, name: str, says: str, example: str, least: int = -LARGEST) -> str:
    """Ask for a number; return it, or the formula of the question that it depends on."""
    asked = {given["label"].casefold(): given for given in draft.always_asked() if given["kind"] != "yes-no"}
    check = a_number(least)

    def number(text: str) -> str:
        return text.casefold() if text.casefold() in asked else check(text)

    labels = "; ".join(given["label"] for given in asked.values())
    more = f": a number, or one of the questions {labels}" if asked else ""
    explains = "A fixed number, or the label of a question whose answer is or decides the number."
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
