"""Chapter 6: morale checks."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import NamedTuple

from tests.oracles import Answers, Dice, Outcome, oracle
from tests.oracles.charts import band, chart

LONG_RANGE = 10
"""From this range on, only terrain and leader count."""
SIZES = {
    "Lots Bigger (5 or more)": "5 or more",
    "Bigger (3 or 4)": "3-4",
    "About Same (2 or less)": "2 or less",
}


class Additive(NamedTuple):
    """A cell of the Additive Morale Effects Chart."""

    state: str
    spared: bool
    """Whether retreat and losses are ignored (the asterisk)."""


def added(current: str, new: str) -> Additive:
    """6.2a."""
    cell = chart("lob", "additive-morale")[current]["Town Hex (1.7g)" if new == "Town" else new]
    return Additive(cell.removesuffix("*"), cell.endswith("*"))


@oracle("lob:additive-morale")
def additive_morale(answers: Answers, dice: Dice) -> Outcome:
    """6.2a."""
    result = added(answers["current"], answers["new"])
    return {"state": result.state, "ignore_retreat_and_loss": result.spared}


def size_modifier(attacker: int, defender: int) -> int:
    """7.0g: by the difference between the SPs that can fire."""
    column = "Attacker (or same)" if attacker >= defender else "Defender"
    bands = {SIZES[row]: cells[column] for row, cells in chart("lob", "charge-size").items()}
    return int(bands[band(bands, abs(attacker - defender))])


@oracle("lob:charge-size-modifier")
def charge_size_modifier(answers: Answers, dice: Dice) -> Outcome:
    """7.0g."""
    return {"modifier": size_modifier(answers["attacker_sps"], answers["defender_sps"])}


def charge_modifier(attacker: int, defender: int, blood_lusted: bool, leader: int) -> int:
    """7.0g: the modifier that a charge adds to the defender's check."""
    return size_modifier(attacker, defender) + blood_lusted + leader


class Check(NamedTuple):
    """A stack that checks morale."""

    rating: str
    cause: str
    """small_arms, artillery or charge."""
    hexes: int
    """Range in hexes; 1 for a charge."""
    leader: int
    state: str
    arm: str
    adjacent: bool
    wrecked: bool
    rear: bool
    small: bool
    cowardly_legs: bool
    night: bool
    capable: bool
    open_order: bool
    covered: bool
    """Whether a terrain modifier applies."""
    charge: int
    """Additional modifiers of a charge."""

    @property
    def modifier(self) -> int:
        """6.1: all modifiers; at 10 hexes or more only terrain and leader."""
        total = -self.leader - self.covered
        if self.hexes >= LONG_RANGE:
            return total
        total += self.state in ("Sh", "DG")
        total += 3 * self.wrecked + 2 * (self.rear and not self.capable)
        total += self.cowardly_legs + 3 * self.night
        close = self.cause == "charge" or (self.cause == "small_arms" and self.hexes == 1)
        total += self.small and not self.capable and close
        total += self.arm in ("artillery", "cavalry") and self.cause in ("small_arms", "charge")
        return total + self.charge

    def result(self, roll: int) -> Outcome:
        """6.1, 6.2, 6.2a: result of the table, new state, retreat and losses."""
        cell = self._cell(roll + self.modifier)
        if cell == "BL" and not self._blood_lust(roll):
            cell = "-"
        key, retreat, loss = _parts(cell)
        after = added(self.state, "Normal" if key == "-" else key)
        return {
            "result": cell,
            "state": after.state,
            "retreat": 0 if after.spared else retreat,
            "losses": 0 if after.spared else loss,
            "modifier": self.modifier,
            "modified_roll": roll + self.modifier,
        }

    def _blood_lust(self, roll: int) -> bool:
        """6.2: only if adjacent, never in open order, and not because of the leader."""
        alone = self._cell(roll + self.modifier + self.leader) == "BL"
        return self.adjacent and not self.capable and not self.open_order and alone

    def _cell(self, total: int) -> str:
        return chart("lob", "morale-table")[str(min(max(total, 2), 14))][self.rating]


def _parts(cell: str) -> tuple[str, int, int]:
    """State, retreat and losses of a cell such as `DG b4 L2`."""
    key, *rest = cell.split()
    numbers = {each[0]: int(re.sub(r"\D", "", each)) for each in rest}
    return key, numbers.get("b", 0), numbers.get("L", 0)


def covered(terrain: Set[str], attack_orders: bool, protected_side: bool, from_lower: bool) -> bool:
    """6.1: whether the -1 of terrain applies, once for all kinds."""
    applies = {
        "stone_wall": not attack_orders,
        "rock_ledge": True,
        "slope": from_lower,
        "sunken_road": protected_side,
        "boulder": True,
        "breastworks": protected_side,
    }
    return any(applies[each] for each in terrain)


@oracle("lob:morale-check")
def morale_check(answers: Answers, dice: Dice) -> Outcome:
    """6.1."""
    cause = answers["cause"]
    charge = 0
    if cause == "charge":
        sides = answers.group("charge")
        charge = charge_modifier(
            sides["attacker_sps"],
            sides["defender_sps"],
            sides.yes("attacker_blood_lusted"),
            sides.get("attacker_leader_morale", 0),
        )
    hexes = 1 if cause == "charge" else answers["range"]
    capable = answers.yes("open_order_capable")
    check = Check(
        rating=answers["rating"],
        cause=cause,
        hexes=hexes,
        leader=answers["leader_morale"],
        state=answers.get("state", "Normal"),
        arm=answers.get("target_arm", "infantry"),
        adjacent=hexes == 1 and answers.yes("adjacent", True),
        wrecked=answers.yes("wrecked"),
        rear=answers.yes("rear"),
        small=answers.yes("small"),
        cowardly_legs=answers.yes("cowardly_legs"),
        night=answers.yes("night"),
        capable=capable,
        open_order=not capable and answers.yes("open_order"),
        covered=covered(
            answers.members("terrain"),
            answers.yes("attack_orders"),
            answers.yes("through_protected_side"),
            answers.yes("fire_from_lower"),
        ),
        charge=charge,
    )
    return check.result(dice.total("dice", "2d6"))
