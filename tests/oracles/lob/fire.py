"""5.6: fire by small arms and artillery."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import band, chart

COLUMNS = ["-B", "-A", "1", "2-3", "4-5", "6-8", "A", "B", "C", "D"]
FIRE_LIMIT = 8
OPEN_ORDER_LIMIT = 3
"""9.4d."""
LONG_RANGE = 10
"""From this range on, shifts with two stars do not count."""
CANISTER_RANGE = 3


def weapon_row(arm: str, weapon: str) -> dict[str, str]:
    """The row of a weapon in its chart; Colt and Spencer share one."""
    if arm == "artillery":
        return chart("lob", "artillery-weapons")[weapon]
    return chart("lob", "small-arms")["CR, S" if weapon in ("CR", "S") else weapon]


@oracle("lob:fire")
def fire(answers: Answers, dice: Dice) -> Outcome:
    """5.6."""
    return fired(answers, dice, answers.group("target").yes("dg"), answers.group("target").yes("artillery"))


def fired(answers: Answers, dice: Dice, target_dg: bool, target_artillery: bool) -> Outcome:
    """5.6: two dice in the column for the SPs after all shifts."""
    arm, hexes = answers["arm"], answers["range"]
    ammo = answers["ammo"] if arm == "artillery" else ""
    firers = answers.rows("firers", least=1)
    _allow(arm, hexes, ammo, firers)
    strengths = [_strength(each, arm) for each in firers]
    sps = min(floor(sum(strengths)), FIRE_LIMIT)
    if sps == 0:
        raise Refused("no whole SP fires")
    start = band(COLUMNS[2:6], sps)
    shift = _range_shift(answers, arm, hexes) + _firepower(arm, ammo, hexes, firers, strengths, sps)
    shift += _target_shift(answers.group("target"), arm, hexes, target_dg)
    if arm == "artillery":
        shift -= answers.get("cbf", 0)
    column = COLUMNS[min(max(COLUMNS.index(start) + shift, 0), len(COLUMNS) - 1)]
    total = str(dice.total("dice", "2d6"))
    cell = chart("lob", "combat-table")[total][column]
    hit = cell.isdecimal()
    return {
        "result": int(cell) if hit else cell,
        "losses": int(cell) if hit else 0,
        "leader_loss_check": hit,
        "morale_check": cell != "-",
        "depletion": _depletion(chart("lob", "combat-table-shading")[total][column], ammo),
        "target_cbf": _cbf(answers.group("target"), cell) if target_artillery else None,
        "sps": sps,
        "start_column": start,
        "net_shift": shift,
        "column": column,
    }


def _allow(arm: str, hexes: int, ammo: str, firers: list[Answers]) -> None:
    """Every weapon must be in range; canister reaches 3 hexes and needs a gun that has it (8.2d)."""
    for each in firers:
        each["sps"]
        row = weapon_row(arm, each["weapon"])
        if hexes > int(row["Max Range"]):
            raise Refused(f"{row['Name']} does not reach")
        if ammo == "canister" and (hexes > CANISTER_RANGE or row["Canister"] == "-"):
            raise Refused("no canister here")


def _strength(firer: Answers, arm: str) -> Fraction:
    """DG units fire at half strength; open order capable ones with at most 3 SPs (9.4d)."""
    sps = Fraction(firer["sps"])
    if firer.yes("dg"):
        sps /= 2
    if arm == "small_arms" and firer.yes("open_order_capable"):
        sps = min(sps, Fraction(OPEN_ORDER_LIMIT))
    return sps


def _range_shift(answers: Answers, arm: str, hexes: int) -> int:
    if arm == "artillery":
        shifts, column = chart("lob", "range-shift-artillery"), "Shift"
    else:
        shifts = chart("lob", "range-shift-small-arms")
        column = "Sharpshooter" if answers.yes("sharpshooter") else "Regular"
    return int(shifts[band(shifts, hexes)][column])


def _firepower(
    arm: str, ammo: str, hexes: int, firers: list[Answers], strengths: list[Fraction], sps: int
) -> int:
    """The best single shift of the weapons that enough SPs fire (Threshold Value Chart)."""
    thresholds = chart("lob", "threshold")
    least = int(thresholds[band(thresholds, sps)]["#"])
    armed: dict[str, Fraction] = {}
    for each, strength in zip(firers, strengths, strict=True):
        row = weapon_row(arm, each["weapon"])
        kind = row["Notes"] if arm == "small_arms" else f"{row['Canister']} Canister"
        armed[kind] = armed.get(kind, Fraction(0)) + strength
    best = 0
    for name, shift in chart("lob", "firepower").items():
        kind = name.removesuffix("*")
        if arm == "artillery" and ammo != "canister":
            continue
        if hexes <= int(shift["Max Range for effect"]) and armed.get(kind, 0) >= least:
            best = max(best, int(shift["Shift"].removesuffix(" Right")))
    return best


def _target_shift(target: Answers, arm: str, hexes: int, dg: bool) -> int:
    """Rear and DG count at less than 10 hexes. An open order capable target has no rear (3.3)."""
    capable = target.yes("open_order_capable")
    protective = target.members("protective")
    if arm == "artillery":
        protective -= {"stone_wall"}
    shift = -capable - bool(protective)
    if hexes < LONG_RANGE:
        shift += 2 * (target.yes("rear") and not capable) + dg
    return shift


def _depletion(shade: str, ammo: str) -> str | None:
    """8.2a: blue only for canister, orange for any ammunition."""
    if shade == "any" or shade == ammo == "canister":
        return ammo or None
    return None


def _cbf(target: Answers, cell: str) -> int:
    """5.6: one level more on m or better, at most 2."""
    level: int = target.get("cbf", 0)
    return level if cell == "-" else min(2, level + 1)
