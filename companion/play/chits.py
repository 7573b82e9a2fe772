"""Actions with the chit cup: filling it, drawing, using a chit, noting a result."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import shortened
from companion.model import ChitUse, NotFound, Refused
from companion.model import Cup as CupRules
from companion.model.event import Chit, ChitDrawn, ChitMarked, ChitTried, CupFilled, Event, Moved
from companion.model.library import nearest
from companion.play.activation import activation
from companion.play.clock import Position
from companion.play.dice_tape import DiceTape
from companion.play.prompts import prompts_for_move
from companion.play.session import Session
from companion.play.turn import here, sequence_of


def rules_of(session: Session) -> CupRules:
    """Return the game's rules for the cup. Raises Refused if it has none."""
    cup = sequence_of(session).cup
    if cup is None:
        raise Refused(f"{session.module.game.name} does not use chits")
    return cup


def default_chits(session: Session) -> tuple[Chit, ...]:
    """Return the last set of chits, or else the chits of the scenario's commands."""
    if session.game_state.cup.chits:
        return session.game_state.cup.chits
    scenario = session.module.find_scenario(session.game_state.scenario)
    wanted = scenario.commands if scenario else ()
    return tuple(
        Chit(command.name, command.side, command.rating)
        for command in session.module.scenarios.commands
        if not wanted or command.name in wanted
    )


def fill(session: Session, chits: Iterable[Chit] = ()) -> tuple[Chit, ...]:
    """Fill the cup with a new set of chits, by default `default_chits`, and return the set. Raises Refused."""
    rules_of(session)
    chosen = tuple(chits) or default_chits(session)
    sides = sequence_of(session).sides
    for chit in chosen:
        if chit.side and chit.side not in sides:
            raise Refused(f"{chit.name}: unknown side {shortened(chit.side)!r}; known: {', '.join(sides)}")
    session.add(CupFilled(chosen, here(session).turn))
    return chosen


def draw(session: Session, name: str = "") -> str:
    """Draw a chit and return its name: `name` if the players drew it, otherwise the companion draws. Raises Refused.

    In games where each Command has separate phases, the turn moves to the first of them.
    """
    rules = rules_of(session)
    cup = session.game_state.cup
    if not cup.chits:
        raise Refused("the cup has not been filled")
    if name:
        chit = known_chit(session, name)
        session.add(ChitDrawn(chit, "hand"), *_activated(session, chit))
        return chit
    if rules.how != "drawn":
        left = f"name one of {', '.join(cup.within)}" if cup.within else "no chit is left"
        raise Refused(f"{session.module.game.name} does not draw chits at random; {left}")
    if not cup.within:
        raise Refused("the cup is empty; every chit has been drawn")
    tape = DiceTape(session, "the cup")
    chit = cup.within[tape.randint(0, len(cup.within) - 1) if len(cup.within) > 1 else 0]
    session.add(*tape.events(), ChitDrawn(chit, "app"), *_activated(session, chit))
    return chit


def _activated(session: Session, chit: str) -> tuple[Moved, ...]:
    """Return the move to the first phase of the Command drawn; empty outside activations, or if the cup is not filled
    for this turn."""
    run, at = activation(sequence_of(session)), here(session)
    if at.moment not in run or session.game_state.cup.turn != at.turn:
        return ()
    to = Position(at.turn, run[1])
    return (Moved(to.turn, to.moment, prompts_for_move(session.module, session.game_state, to), chit),)


def try_use(
    session: Session, hq: str, use: str, success: bool, chit: str = "", roll: Iterable[Event] = ()
) -> None:
    """Record that `hq` tries to use a chit, by default its own. Raises NotFound and Refused.

    `roll`: the calculation that decided the attempt, and its dice, logged in the same batch.
    """
    chosen, who, what = check_try(session, hq, use, chit)
    session.add(*roll, ChitTried(who, use, success, chosen.does, what, bool(chosen.procedure)))


def check_try(session: Session, hq: str, use: str, chit: str = "") -> tuple[ChitUse, str, str]:
    """Check that an attempt is allowed now; return its use, HQ and chit. Raises NotFound and Refused."""
    rules = rules_of(session)
    chosen = use_of(rules, use)
    who = known_hq(session, hq)
    cup = session.game_state.cup
    if not chit and who in hqs_without_chit(session):
        raise Refused(f"{who} has no chit; name the chit to use")
    what = known_chit(session, chit or hq)
    if chosen.procedure and cup.attempts_of(who) >= rules.attempts:
        times = "once" if rules.attempts == 1 else f"{rules.attempts} times"
        raise Refused(f"{who} has already tried; an HQ may try {times} a turn ({chosen.cite or rules.cite})")
    cup.used(chosen.does, what)
    return chosen, who, what


def use_of(rules: CupRules, name: str) -> ChitUse:
    """Return a use of a chit by its id. Raises NotFound."""
    for use in rules.uses:
        if use.id == name:
            return use
    known_uses = [use.id for use in rules.uses]
    raise NotFound(
        f"unknown chit use {name}{nearest(name, known_uses) if known_uses else '; there are no uses'}"
    )


def mark(session: Session, chit: str, result: str) -> None:
    """Note the result of a command's turn. Raises NotFound, and Refused for a result that the game does not have."""
    rules = rules_of(session)
    if result not in rules.marks:
        raise Refused(f"unknown result {shortened(result)!r}; known: {', '.join(rules.marks) or 'none'}")
    session.add(ChitMarked(known_chit(session, chit), result))


def known_chit(session: Session, name: str) -> str:
    """Return a chit's full name, which may be abbreviated. Raises NotFound."""
    return _matching(name, [chit.name for chit in session.game_state.cup.chits], "chit")


def known_hq(session: Session, name: str) -> str:
    """Return the full name of an HQ that may try to use a chit; it may be abbreviated. Raises NotFound."""
    return _matching(name, hqs(session), "HQ")


def hqs(session: Session) -> list[str]:
    """Return the names of all HQs that may try to use a chit: the chits of this turn, then HQs without a chit."""
    return [*(chit.name for chit in session.game_state.cup.chits), *hqs_without_chit(session)]


def hqs_without_chit(session: Session) -> list[str]:
    """Return the names of HQs that have no chit but may try to use one, one of each kind on each side."""
    names = rules_of(session).without_chit if session.game_state.cup.chits else ()
    return [f"{name}, {side}" for name in names for side in sequence_of(session).sides]


def _matching(name: str, names: list[str], kind: str) -> str:
    """Return the one of `names` that equals `name` or is the only one to begin with it. Raises NotFound."""
    wanted = name.strip().casefold()
    for known in names:
        if known.casefold() == wanted:
            return known
    matches = [known for known in names if wanted and known.casefold().startswith(wanted)]
    if len(matches) == 1:
        return matches[0]
    raise NotFound(
        f"unknown {kind} {shortened(name)}{nearest(name, names) if names else '; the cup is empty'}"
    )
