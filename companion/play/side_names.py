"""The names of the sides in a session: everything that has a side has the name that the table uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from companion.model import GameModule, Refused
from companion.model.event import SidesNamed
from companion.model.sequence import NamedSequence, Sequence

if TYPE_CHECKING:
    from companion.play.session import Session
    from companion.play.state import GameState

LONGEST = 30
"""Most letters of a name."""


def name_sides(session: Session, names: Iterable[str]) -> None:
    """Name the sides in the order of the game; no names give them those of the game. Raises Refused and NotSaved."""
    event = naming(session, names)
    if event.sides != session.game_state.sides:
        session.add(event)


def naming(session: Session, names: Iterable[str]) -> SidesNamed:
    """Return the event that names the sides. Raises Refused unless the names differ."""
    own = session.library.module(session.state.game).sides
    if not own:
        raise Refused(f"{session.module.game.name} has no sides")
    chosen = [" ".join(name.replace(",", " ").split()) for name in names]
    if not chosen:
        return SidesNamed({})
    if len(chosen) != len(own) or not all(chosen):
        raise Refused(f"each side needs a name: {', '.join(own)}")
    if len({name.casefold() for name in chosen}) < len(chosen):
        raise Refused(f"two sides are called {chosen[0]}; give each its own name")
    for name in chosen:
        if len(name) > LONGEST:
            raise Refused(
                f"{name[:LONGEST]}... is too long for the name of a side: at most {LONGEST} letters"
            )
    return SidesNamed(dict(zip(own, chosen, strict=True)))


def with_sides(module: GameModule, sides: Mapping[str, str]) -> GameModule:
    """Return the records of a game with other names for its sides; `sides` has the new names by the game's own."""
    if not sides or module.sequence is None:
        return module
    known: dict[tuple[tuple[str, str], ...], GameModule] = module.__dict__.setdefault("with_sides", {})
    key = tuple(sides.items())
    if key not in known:
        known[key] = _named(module, module.sequence, sides)
    return known[key]


def _named(module: GameModule, sequence: Sequence, names: Mapping[str, str]) -> GameModule:
    fields = {field: getattr(sequence, field) for field in sequence.__struct_fields__}
    fields["sides"] = tuple(names.get(side, side) for side in sequence.sides)
    fields["phases"] = tuple(replace(phase, who=names.get(phase.who, phase.who)) for phase in sequence.phases)
    scenarios = _renamed(module.scenarios, names)
    return replace(module, sequence=NamedSequence(**fields, own_sides=sequence.sides), scenarios=scenarios)


def own_side(session: Session, side: str) -> str:
    """Return the game's own name of a side, by which formulas and calculators know it."""
    sequence = session.module.sequence
    return sequence.side_key(side) if sequence is not None else side


def rename_state(state: GameState, sides: Mapping[str, str]) -> GameState:
    """Return the state of a game with other names for its sides, in orders, units and chits too."""
    new = {state.sides.get(own, own): sides.get(own, own) for own in dict.fromkeys([*state.sides, *sides])}
    units = {name: replace(unit, side=new.get(unit.side, unit.side)) for name, unit in state.units.items()}
    orders = tuple(
        replace(order, slip=replace(order.slip, side=new.get(order.slip.side, order.slip.side)))
        for order in state.orders
    )
    chits = tuple(replace(chit, side=new.get(chit.side, chit.side)) for chit in state.cup.chits)
    attempts = tuple(replace(each, hq=_hq(each.hq, new)) for each in state.cup.attempts)
    cup = replace(state.cup, chits=chits, attempts=attempts)
    won = state.outcome
    outcome = replace(won, winner=new.get(won.winner, won.winner)) if won is not None else None
    return replace(state, sides=dict(sides), units=units, orders=orders, cup=cup, outcome=outcome)


def _hq(name: str, new: Mapping[str, str]) -> str:
    """The name of an HQ without a chit ends with its side."""
    who, sign, side = name.rpartition(", ")
    return f"{who}, {new[side]}" if sign and side in new else name


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A record, with those in it, whose `side` has its new name."""
    if isinstance(value, tuple):
        return tuple(_renamed(each, names) for each in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changed = {field: _renamed(getattr(value, field), names) for field in value.__struct_fields__}
    if "side" in changed:
        changed["side"] = names.get(changed["side"], changed["side"])
    return replace(value, **changed)
