"""Asks about the dice of a new calculator."""

from __future__ import annotations

from companion.cli.calculator_draft import Draft, Option
from companion.cli.calculator_values import some_dice
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
