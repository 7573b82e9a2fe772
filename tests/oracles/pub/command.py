"""Commands: altering the turn order, losses, size and written orders."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle


@oracle("pub:alter-turn-order")
def alter_turn_order(answers: Answers, dice: Dice) -> Outcome:
    """Definition of altering: the rating or less, once a turn. The Army Commander uses his own HQ's attempt."""
    rating = answers["rating"]
    if answers.yes("army_commander"):
        if answers.yes("commander_tried"):
            raise Refused("the Army HQ has rolled this turn")
        if not answers.yes("in_command_range"):
            raise Refused("the Army Commander is not in Command Range")
    elif answers.yes("tried_this_turn"):
        raise Refused("the HQ has rolled this turn")
    return {"success": dice.total("die", "1d6") <= rating, "needed": rating}


@oracle("pub:ineffective")
def ineffective(answers: Answers, dice: Dice) -> Outcome:
    """Ineffective: half of the pieces are killed."""
    pieces, killed = answers["pieces"], answers["killed"]
    if killed > pieces:
        raise Refused("more killed than pieces")
    return {"ineffective": 2 * killed >= pieces, "limit": pieces - pieces // 2}


@oracle("pub:command-size")
def command_size(answers: Answers, dice: Dice) -> Outcome:
    """Command Size Limits: 2 pieces, up to 1 more than the largest historical Command."""
    most = answers["largest"] + 1
    return {"legal": 2 <= answers["pieces"] <= most, "most": most}


@oracle("pub:order-delay")
def order_delay(answers: Answers, dice: Dice) -> Outcome:
    """Delay: 1 turn within 1 Mounted move, 1 more for each further Mounted move."""
    return {"turns": max(1, answers["mounted_moves"])}
