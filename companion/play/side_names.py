"""Names that the players give to the sides, used in a session wherever a side is named."""

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
    """Name the sides, in the order of the game; without names, restore the game's. Raises Refused and NotSaved."""
    event = naming_event(session, names)
    if event.sides != session.game_state.sides:
        session.add(event)


def naming_event(session: Session, names: Iterable[str]) -> SidesNamed:
    """Return the event that names the sides. Raises Refused for missing, duplicate and long names."""
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
    """Return the records of a game with new names for its sides; `sides` maps the game's own names to the new ones."""
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
    """Return the state of a game with new names for its sides, also in orders, units and chits."""
    new = {state.sides.get(own, own): sides.get(own, own) for own in dict.fromkeys([*state.sides, *sides])}
    units = {name: replace(unit, side=new.get(unit.side, unit.side)) for name, unit in state.units.items()}
    orders = tuple(
        replace(order, slip=replace(order.slip, side=new.get(order.slip.side, order.slip.side)))
        for order in state.orders
    )
    chits = tuple(replace(chit, side=new.get(chit.side, chit.side)) for chit in state.cup.chits)
    attempts = tuple(replace(attempt, hq=_hq(attempt.hq, new)) for attempt in state.cup.attempts)
    cup = replace(state.cup, chits=chits, attempts=attempts)
    won = state.outcome
    outcome = replace(won, winner=new.get(won.winner, won.winner)) if won is not None else None
    return replace(state, sides=dict(sides), units=units, orders=orders, cup=cup, outcome=outcome)


def _hq(name: str, new: Mapping[str, str]) -> str:
    """Return the name of an HQ with the new name of its side, with which the name of an HQ without a chit ends."""
    who, sign, side = name.rpartition(", ")
    return f"{who}, {new[side]}" if sign and side in new else name


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a record with the new name in its `side`, and in that of every record within it."""
    if isinstance(value, tuple):
        return tuple(_renamed(record, names) for record in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changed = {field: _renamed(getattr(value, field), names) for field in value.__struct_fields__}
    if "side" in changed:
        changed["side"] = names.get(changed["side"], changed["side"])
    return replace(value, **changed)
