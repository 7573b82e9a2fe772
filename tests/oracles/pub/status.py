"""Actions of a single piece: Rally, retreat, withdraw."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle


@oracle("pub:rally")
def rally(answers: Answers, dice: Dice) -> Outcome:
    """Rally: a Spent piece, instead of moving, away from enemies and Buildings; Inf and Art need a Baggage Train."""
    state = answers["state"]
    bars = ("moved", "in_contact", "in_enemy_fof", "in_buildings", "ineffective")
    can = state == "spent" and not any(answers.yes(each) for each in bars)
    needs_train = answers.yes("baggage_trains") and answers["type"] in ("infantry", "artillery")
    if needs_train:
        can = can and answers.yes("baggage_in_reach") and not answers.yes("baggage_used")
    return {"can_rally": can, "state_after": "fresh" if can else state, "uses_train": can and needs_train}


@oracle("pub:retreat-check")
def retreat_check(answers: Answers, dice: Dice) -> Outcome:
    """Retreat: the piece becomes Spent; without a way back it is destroyed, or stays if a Bombardment forced it.

    In Melee, artillery is destroyed if hits force it to retreat.
    """
    state, voluntary = answers["state"], answers.yes("voluntary")
    if state == "fresh" and not voluntary:
        raise Refused("hits force only Spent pieces to retreat")
    if not voluntary and answers.yes("bombarded"):
        return {"state_after": "stays" if answers.yes("blocked") else "spent"}
    lost_guns = not voluntary and answers.yes("artillery_in_melee")
    return {"state_after": "destroyed" if lost_guns or answers.yes("blocked") else "spent"}


@oracle("pub:withdrawal")
def withdrawal(answers: Answers, dice: Dice) -> Outcome:
    """Cavalry Withdrawal: defending cavalry in contact with Infantry, not in Road Column."""
    may = answers["type"] == "cavalry" and answers.yes("defending") and answers.yes("contact_infantry")
    return {"may_withdraw": may and not answers.yes("road_column")}
