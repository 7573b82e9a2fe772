"""Compare a whole Line of Battle charge with an oracle based on the second transcription of the charts."""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Engine
from companion.model import Refused

KEYED = Path(__file__).resolve().parent.parent / "keyed" / "lob"
SEED = 18630703
RANDOM_CHARGES = 300

RATINGS = ("A", "B", "C", "D", "E", "F")
STATES = ("BL", "Normal", "Sh", "DG", "R")
ARMS = ("infantry", "cavalry", "artillery")
TERRAIN = ("stone_wall", "rock_ledge", "slope", "sunken_road", "boulder", "breastworks")
SMALL = 3

# ---- the second transcription


def _lines(name: str) -> list[list[str]]:
    with (KEYED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def _grid(name: str) -> dict[str, dict[str, str]]:
    """Cells of a chart by row and column."""
    head, *rows = _lines(name)
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


CLOSING = _grid("closing-roll")
VOLLEY = _grid("opening-volley")
LEADERS = _grid("leader-loss")
SIZE = _grid("charge-size")
MORALE = _grid("morale-table")
ADDITIVE = _grid("additive-morale")
MODIFIERS = _lines("modifiers")[1:]


@cache
def _modifier(chart: str, text: str) -> int:
    """Value of the only modifier of a chart that starts with this text."""
    (value,) = [row[1] for row in MODIFIERS if row[0] == chart and row[2].startswith(text)]
    return int(value)


def _within(cell: str, total: int) -> bool:
    """Whether a total is in a keyed cell such as `2`, `3-5` or `none`."""
    least, _, most = cell.partition("-")
    return bool(least) and int(least) <= total <= int(most or least)


def _read(chart: dict[str, dict[str, str]], column: str, total: int) -> str:
    """The only row of a chart whose cell in this column contains the total."""
    (found,) = [row for row, cells in chart.items() if _within(cells[column], total)]
    return found


# ---- the rules


@dataclass(frozen=True)
class Charge:
    """Answers to every question of a charge, by the calculator's names."""

    rating: str = "B"
    attacker_sps: int = 5
    attacker_leader: bool = False
    leader_morale: int = 0
    defender_rating: str = "C"
    defender_sps: int = 4
    defender_leader: bool = False
    defender_leader_morale: int = 0
    state: str = "Normal"
    target_arm: str = "infantry"
    enemy_can_fire: bool = True
    first_charge: bool = True
    shaken: bool = False
    frontal_canister: bool = False
    volley_canister: bool = False
    starts_adjacent: bool = False
    from_breastworks: bool = False
    volley: bool = True
    fired_by_charged_unit: bool = True
    volley_range: int = 1
    volley_wrecked: bool = False
    volley_sharpshooter: bool = False
    attacker_blood_lusted: bool = False
    rear: bool = False
    wrecked: bool = False
    cowardly_legs: bool = False
    night: bool = False
    terrain: tuple[str, ...] = ()
    through_protected_side: bool = False
    fire_from_lower: bool = False
    attack_orders: bool = False
    defender_total_sps: int = 0
    """0 if it is not given: then all of the defender's SPs can fire."""
    defender_open_order_capable: bool = False
    defender_open_order: bool = False
    mounted: bool = False

    @property
    def all_sps(self) -> int:
        """The defender's SPs, including those that cannot fire."""
        return self.defender_total_sps or self.defender_sps

    @property
    def from_rear(self) -> bool:
        """Whether the rear counts; open order capable units are all front (3.3)."""
        return self.rear and not self.defender_open_order_capable

    def answers(self) -> dict[str, Any]:
        """The answers in the form that the calculator takes."""
        given = {**asdict(self), "terrain": list(self.terrain)}
        return given if self.defender_total_sps else {**given, "defender_total_sps": None}


@dataclass(frozen=True)
class Ended:
    """Result of a charge; None for anything that was not reached."""

    end: str
    attacker_loss: int | None = None
    defender_loss: int | None = None
    retreat: int | None = None
    defender_state: str | None = None


Walk = Generator[int, int, Ended]
"""Generator that yields the number of dice for the next roll, receives their total, and returns the result."""


def _closes(charge: Charge, roll: int) -> bool:
    chart = "Closing Roll Table"
    total = roll
    if charge.attacker_leader and charge.leader_morale >= 2:
        total += _modifier(chart, "Moving stack has a leader")
    if charge.from_rear:
        total += _modifier(chart, "Closing into a Rear")
    if charge.shaken:
        total += _modifier(chart, "Moving stack is Shaken")
    if charge.frontal_canister:
        total += _modifier(chart, "Closing into frontal artillery")
    if charge.first_charge and (charge.starts_adjacent or charge.from_breastworks):
        total += _modifier(chart, "Stack starts its move adjacent")
    row = charge.rating if charge.rating in CLOSING else "D or worse"
    return total >= int(CLOSING[row]["Success"].removesuffix("+"))


def _volley_loss(charge: Charge, roll: int) -> int:
    columns = list(VOLLEY["0"])
    at = columns.index("Charge" if charge.fired_by_charged_unit else str(charge.volley_range))
    if charge.volley_canister:
        at += _modifier("Opening Volley Table", "Shift one column right")
    if charge.volley_wrecked:
        at += _modifier("Opening Volley Table", "Shift one column left")
    return int(_read(VOLLEY, columns[min(max(at, 0), len(columns) - 1)], roll))


def _leader_stays(column: str, total: int) -> bool:
    return _read(LEADERS, column, min(total, 12)) == "No Effect"


def _protected(charge: Charge) -> bool:
    """Whether any of the terrain counts; several kinds count once."""
    counts = {
        "stone_wall": not charge.attack_orders,
        "rock_ledge": True,
        "slope": charge.fire_from_lower,
        "sunken_road": charge.through_protected_side,
        "boulder": True,
        "breastworks": charge.through_protected_side,
    }
    return any(counts[each] for each in charge.terrain)


def _size_modifier(attackers: int, defenders: int) -> int:
    apart = abs(attackers - defenders)
    rows = {5: "Lots Bigger (5 or more)", 3: "Bigger (3 or 4)", 0: "About Same (2 or less)"}
    row = next(row for least, row in rows.items() if apart >= least)
    return int(SIZE[row]["Attacker (or same)" if attackers >= defenders else "Defender"])


def _morale_modifier(charge: Charge) -> int:
    """The modifiers that depend neither on leaders nor on losses."""
    chart = "Morale Table"
    lines = {
        "Shaken or Disorganized": charge.state in ("Sh", "DG"),
        "Wrecked": charge.wrecked,
        "Rear": charge.from_rear,
        "Small": charge.all_sps <= SMALL and not charge.defender_open_order_capable,
        "Cowardly Legs": charge.cowardly_legs,
        "Night": charge.night,
        "Artillery or Cav": charge.target_arm in ("artillery", "cavalry"),
        "Any one or more (applied once)": _protected(charge),
    }
    lusted = _modifier("Additional Charge Modifiers: Also", "Attacker is Blood Lusted")
    total = sum(_modifier(chart, text) for text, applies in lines.items() if applies)
    return total + lusted * charge.attacker_blood_lusted


def _morale_cell(rating: str, total: int) -> str:
    return MORALE[str(min(max(total, 2), 14))][rating]


def _suffered(charge: Charge, cell: str) -> tuple[str, int, int]:
    """The defender's state, retreat and loss for a cell of the morale table."""
    word, *harms = cell.split()
    sizes = {harm[0]: int(harm[1:]) for harm in harms}
    after = ADDITIVE[charge.state]["Normal" if word == "-" else word]
    if after.endswith("*"):
        return after.removesuffix("*"), 0, 0
    return after, sizes.get("b", 0), sizes.get("L", 0)


def _named(state: str, retreat: int) -> str:
    if retreat:
        ends = {"R": "defender routs", "DG": "defender retreats, disorganized"}
        return ends.get(state, "defender retreats")
    return "defender has blood lust" if state == "BL" else "defender holds"


def walk(charge: Charge) -> Walk:
    """A charge from the closing roll to its result."""
    if charge.enemy_can_fire and not _closes(charge, (yield 1)):
        return Ended("does not close")
    fires_itself = charge.volley and charge.fired_by_charged_unit
    if charge.defender_open_order_capable and not charge.mounted and fires_itself:
        return Ended("defender withdraws")

    attacker_loss = _volley_loss(charge, (yield 1)) if charge.volley else 0
    leading = charge.leader_morale if charge.attacker_leader else 0
    if attacker_loss and charge.attacker_leader:
        total = yield 2
        if charge.volley_sharpshooter:
            total += _modifier("Leader Loss Table", "Fire is from a Sharpshooter")
        if not _leader_stays("Charge Attacker", total):
            leading = 0
    attackers = charge.attacker_sps - attacker_loss
    if attackers <= 0:
        return Ended("attacker eliminated", attacker_loss)

    behind_works = "breastworks" in charge.terrain and charge.through_protected_side and not charge.from_rear
    defender_loss = 0 if charge.attacker_sps <= SMALL or behind_works else 1
    led = charge.defender_leader_morale if charge.defender_leader else 0
    if defender_loss and charge.defender_leader and not _leader_stays("Charge Defender", (yield 2)):
        led = 0
    if charge.all_sps and charge.all_sps == defender_loss:
        return Ended("defender destroyed", attacker_loss, defender_loss)
    defenders = max(charge.defender_sps - defender_loss, 0)  # only SPs that can fire: possibly none to lose

    unled = (yield 2) + _morale_modifier(charge) + _size_modifier(attackers, defenders) + leading
    cell = _morale_cell(charge.defender_rating, unled - led)
    steady = charge.defender_open_order_capable or charge.defender_open_order
    if cell == "BL" and (steady or _morale_cell(charge.defender_rating, unled) != "BL"):
        cell = "-"
    state, retreat, more_loss = _suffered(charge, cell)
    return Ended(_named(state, retreat), attacker_loss, defender_loss + more_loss, retreat, state)


# ---- running it


def _ways(dice: int) -> Counter[int]:
    return Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))


WAYS = {dice: _ways(dice) for dice in (1, 2)}


def replayed(charge: Charge, thrown_so_far: Sequence[int]) -> int | Ended:
    """The result with these dice, or the number of dice for the next roll."""
    going = walk(charge)
    try:
        asked = next(going)
        for total in thrown_so_far:
            asked = going.send(total)
    except StopIteration as stop:
        ended: Ended = stop.value
        return ended
    return asked


def counted(charge: Charge) -> dict[str, Fraction]:
    """Chance of each result, by trying every combination of dice."""
    found: dict[str, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        thrown_so_far, chance = waiting.pop()
        here = replayed(charge, thrown_so_far)
        if isinstance(here, Ended):
            found[here.end] = found.get(here.end, Fraction(0)) + chance
            continue
        share = chance / 6**here
        waiting.extend(((*thrown_so_far, total), ways * share) for total, ways in WAYS[here].items())
    return found


def thrown(charge: Charge, throw: Callable[[int], int]) -> tuple[list[int], Ended]:
    """Run a charge with dice from `throw`; return the dice and the result."""
    thrown_so_far: list[int] = []
    while not isinstance(here := replayed(charge, thrown_so_far), Ended):
        thrown_so_far.append(throw(here))
    return thrown_so_far, here


PRESETS = {
    "no leader, boulders": Charge(terrain=("boulder",)),
    "both leaders": Charge(
        rating="C",
        attacker_sps=8,
        attacker_leader=True,
        leader_morale=2,
        defender_rating="A",
        defender_sps=6,
        defender_leader=True,
        defender_leader_morale=3,
        terrain=("stone_wall", "rock_ledge"),
    ),
    "automatic closing, no volley, artillery": Charge(
        rating="E",
        defender_rating="B",
        target_arm="artillery",
        enemy_can_fire=False,
        volley=False,
        shaken=True,
    ),
    "another unit, wrecked, at range 2, by night": Charge(
        defender_rating="A",
        fired_by_charged_unit=False,
        volley_range=2,
        volley_wrecked=True,
        attacker_leader=True,
        leader_morale=1,
        night=True,
    ),
    "frontal canister against shaken": Charge(
        rating="A",
        attacker_sps=7,
        target_arm="artillery",
        frontal_canister=True,
        volley_canister=True,
        shaken=True,
        defender_sps=5,
        terrain=("slope",),
        fire_from_lower=True,
    ),
    "sharpshooters at range 3": Charge(
        rating="F",
        attacker_sps=6,
        attacker_leader=True,
        leader_morale=4,
        fired_by_charged_unit=False,
        volley_range=3,
        volley_sharpshooter=True,
        volley_wrecked=True,
        defender_rating="B",
        defender_sps=9,
        state="Sh",
    ),
    "small attacker on disorganized": Charge(
        attacker_sps=3,
        defender_rating="D",
        defender_leader=True,
        defender_leader_morale=2,
        state="DG",
        terrain=("slope", "stone_wall"),
        attack_orders=True,
    ),
    "breastworks": Charge(
        rating="A",
        attacker_sps=9,
        defender_rating="B",
        defender_leader=True,
        defender_leader_morale=1,
        starts_adjacent=True,
        terrain=("breastworks",),
        through_protected_side=True,
    ),
    "defender with blood lust": Charge(
        attacker_leader=True,
        leader_morale=1,
        defender_rating="A",
        defender_sps=5,
        defender_leader=True,
        defender_leader_morale=3,
        state="BL",
    ),
    "one SP": Charge(
        attacker_sps=1,
        attacker_leader=True,
        leader_morale=3,
        defender_rating="B",
        defender_sps=6,
        frontal_canister=True,
        first_charge=False,
        from_breastworks=True,
    ),
    "two SPs": Charge(
        attacker_sps=2,
        defender_rating="A",
        defender_sps=2,
        state="R",
        target_arm="cavalry",
        from_breastworks=True,
    ),
    "the last SP": Charge(attacker_sps=5, defender_rating="A", defender_sps=1, defender_leader=True),
    "a column of six": Charge(defender_sps=0, defender_total_sps=6, target_arm="cavalry"),
    "mounted on open order capable": Charge(
        rating="A",
        attacker_sps=4,
        defender_rating="A",
        defender_sps=3,
        rear=True,
        defender_open_order_capable=True,
        mounted=True,
    ),
    "on foot at open order capable": Charge(defender_sps=3, defender_open_order_capable=True),
    "open order": Charge(defender_rating="A", defender_sps=3, defender_open_order=True, rear=True),
    "many from behind": Charge(
        rating="D",
        attacker_sps=12,
        attacker_blood_lusted=True,
        defender_rating="A",
        defender_leader=True,
        defender_leader_morale=4,
        rear=True,
        wrecked=True,
        cowardly_legs=True,
        terrain=("breastworks", "sunken_road"),
        through_protected_side=True,
    ),
}

FIXED: dict[str, Callable[[int], int]] = {
    "lowest": lambda dice: dice,
    "highest": lambda dice: 6 * dice,
    "ones high, twos low": lambda dice: 6 if dice == 1 else 3,
    "ones high, twos 9": lambda dice: 6 if dice == 1 else 9,
    "fives and tens": lambda dice: 5 * dice,
}


def _any_charge(chance: random.Random) -> Charge:
    """Random answers, including some for questions that are not asked."""

    def yes(often: float = 0.25) -> bool:
        return chance.random() < often

    able_to_fire = chance.randint(0, 12)
    return Charge(
        rating=chance.choice(RATINGS),
        attacker_sps=chance.randint(1, 12),
        attacker_leader=yes(0.5),
        leader_morale=chance.randint(0, 4),
        defender_rating=chance.choice(RATINGS),
        defender_sps=able_to_fire,
        defender_total_sps=0 if able_to_fire else chance.randint(1, 12),
        defender_leader=yes(0.5),
        defender_leader_morale=chance.randint(0, 4),
        state=chance.choice(STATES),
        target_arm=chance.choice(ARMS),
        enemy_can_fire=yes(0.6),
        first_charge=yes(0.7),
        shaken=yes(),
        frontal_canister=yes(),
        volley_canister=yes(),
        starts_adjacent=yes(),
        from_breastworks=yes(),
        volley=yes(0.8),
        fired_by_charged_unit=yes(0.5),
        volley_range=chance.randint(1, 3),
        volley_wrecked=yes(),
        volley_sharpshooter=yes(0.5),
        attacker_blood_lusted=yes(),
        rear=yes(),
        wrecked=yes(),
        cowardly_legs=yes(),
        night=yes(),
        terrain=tuple(each for each in TERRAIN if yes()),
        through_protected_side=yes(0.5),
        fire_from_lower=yes(0.5),
        attack_orders=yes(0.5),
    )


def _plays() -> Iterator[tuple[str, Charge, Callable[[int], int]]]:
    """Yield the listed charges with fixed dice, then random charges with random dice."""
    for (name, charge), (fall, throw) in product(PRESETS.items(), FIXED.items()):
        yield f"{name}, {fall}", charge, throw
    chance = random.Random(SEED)

    def any_fall(dice: int) -> int:
        return sum(chance.randint(1, 6) for _ in range(dice))

    for number in range(RANDOM_CHARGES):
        yield f"seed {SEED}, number {number}", _any_charge(chance), any_fall


def test_all_sps_of_a_target_that_cannot_fire_are_asked_for(engine: Engine) -> None:
    """Small size and destruction depend on them, so the charge is refused without them."""
    with pytest.raises(Refused, match="enter all of its SPs"):
        engine.resolve("lob:charge", Charge(attacker_sps=4, defender_sps=0).answers())


@pytest.mark.parametrize("name", PRESETS)
def test_odds_of_a_charge_match_the_oracle(name: str, engine: Engine) -> None:
    """Charge and oracle give every result the same exact chance."""
    charge = PRESETS[name]
    wanted = counted(charge)
    assert sum(wanted.values()) == 1
    assert engine.resolve("lob:charge", charge.answers()).odds == wanted


@pytest.mark.slow
def test_results_of_a_charge_match_the_oracle(engine: Engine) -> None:
    """Charge and oracle agree on result, losses, retreat and state for the same dice, and use all dice."""
    print(f"seed {SEED}")
    ends: Counter[str] = Counter()
    for name, charge, throw in _plays():
        thrown_so_far, wanted = thrown(charge, throw)
        found = engine.resolve("lob:charge", charge.answers(), thrown_so_far)
        here = {each: found.outcome.get(each) for each in asdict(wanted)}
        assert found.done, (name, charge, thrown_so_far)
        assert here == asdict(wanted), (name, charge, thrown_so_far)
        ends[wanted.end] += 1
    assert len(ends) == 9, ends
