"""What players do with the chit cup."""

from __future__ import annotations

from collections.abc import Iterable

from companion.model import ChitUse, NotFound, Refused
from companion.model import Cup as CupRules
from companion.model.event import Chit, ChitDrawn, ChitMarked, ChitTried, CupFilled, Event, Moved
from companion.model.library import nearest
from companion.play.activation import activation
from companion.play.clock import Position
from companion.play.due import raised
from companion.play.session import Session, Tape
from companion.play.turn import here, sequence_of


def rules_of(session: Session) -> CupRules:
    """What the game says of its cup. Raises Refused where it has none."""
    cup = sequence_of(session).cup
    if cup is None:
        raise Refused(f"{session.module.game.name} draws no chits")
    return cup


def usual_chits(session: Session) -> tuple[Chit, ...]:
    """Those that went in last, else the commands of the scenario, else none."""
    if session.table.cup.chits:
        return session.table.cup.chits
    found = session.module.scenarios
    scenario = next((each for each in found.scenarios if each.id == session.table.scenario), None)
    wanted = scenario.commands if scenario else ()
    return tuple(
        Chit(each.name, each.side, each.rating)
        for each in found.commands
        if not wanted or each.name in wanted
    )


def fill(session: Session, chits: Iterable[Chit] = ()) -> tuple[Chit, ...]:
    """A new set in the cup; without names the usual one. Raises Refused."""
    rules_of(session)
    chosen = tuple(chits) or usual_chits(session)
    sides = sequence_of(session).sides
    for chit in chosen:
        if chit.side and chit.side not in sides:
            raise Refused(f"{chit.name}: {chit.side[:30]!r} is no side; {', '.join(sides)}")
    session.add(CupFilled(chosen, here(session).turn))
    return chosen


def draw(session: Session, name: str = "") -> str:
    """The chit that comes out: `name` where it was drawn by hand, else the companion draws. Raises Refused.

    Where each Command has phases of its own, the turn goes on to the first of them.
    """
    rules = rules_of(session)
    cup = session.table.cup
    if not cup.chits:
        raise Refused("the cup has not been filled")
    if name:
        chit = known(session, name)
        cup.check_within(chit)
        session.add(ChitDrawn(chit, "hand"), *_activated(session, chit))
        return chit
    if rules.how != "drawn":
        raise Refused(f"nothing is drawn here; name one of {', '.join(cup.within) or 'none left'}")
    if not cup.within:
        raise Refused("the cup is empty; every chit has been drawn")
    tape = Tape(session, "the cup")
    chit = cup.within[tape.randint(0, len(cup.within) - 1)]
    session.add(*tape.events(), ChitDrawn(chit, "app"), *_activated(session, chit))
    return chit


def _activated(session: Session, chit: str) -> tuple[Moved, ...]:
    """The move to the first phase of the Command drawn; none where the cup or the phase is another one's."""
    run, at = activation(sequence_of(session)), here(session)
    if at.moment not in run or session.table.cup.turn != at.turn:
        return ()
    to = Position(at.turn, run[1])
    return (Moved(to.turn, to.moment, raised(session.module, session.table, to), chit),)


def try_use(
    session: Session, hq: str, use: str, success: bool, chit: str = "", roll: Iterable[Event] = ()
) -> ChitUse:
    """Record that `hq` tries to use a chit, its own where no other is named. Raises Refused where it may not.

    `roll`: the calculation behind it and its dice, which happen together with it.
    """
    chosen, who, what = check_try(session, hq, use, chit)
    session.add(*roll, ChitTried(who, use, success, chosen.does, what, bool(chosen.procedure)))
    return chosen


def check_try(session: Session, hq: str, use: str, chit: str = "") -> tuple[ChitUse, str, str]:
    """The use, the HQ and the chit of an attempt that may be made now. Raises Refused where it may not."""
    rules = rules_of(session)
    chosen = use_of(rules, use)
    who = known_hq(session, hq)
    cup = session.table.cup
    if not chit and who in hqs_without_chit(session):
        raise Refused(f"{who} has no chit; name the chit that it tries with")
    what = known(session, chit or hq)
    if chosen.procedure and cup.attempts_of(who) >= rules.attempts:
        times = "once" if rules.attempts == 1 else f"{rules.attempts} times"
        raise Refused(f"{who} has tried already; an HQ may try {times} a turn ({chosen.cite or rules.cite})")
    cup.check_use(chosen.does, what)
    return chosen, who, what


def use_of(rules: CupRules, name: str) -> ChitUse:
    """A use by its id. Raises NotFound."""
    for each in rules.uses:
        if each.id == name:
            return each
    known_uses = [each.id for each in rules.uses]
    raise NotFound(f"no use of a chit is called {name}{nearest(name, known_uses) or '; there are none'}")


def mark(session: Session, chit: str, word: str) -> None:
    """Notes what came of a chit's turn. Raises Refused for a word that the game does not use."""
    rules = rules_of(session)
    if word not in rules.marks:
        raise Refused(f"{word[:30]!r} is not one of {', '.join(rules.marks) or 'no marks'}")
    session.add(ChitMarked(known(session, chit), word))


def known(session: Session, name: str) -> str:
    """Return a chit's name as it is written. Raises NotFound."""
    return _matching(name, [chit.name for chit in session.table.cup.chits], "chit")


def known_hq(session: Session, name: str) -> str:
    """Return the name of an HQ that may try to use a chit, as it is written. Raises NotFound."""
    return _matching(name, hqs(session), "HQ")


def hqs(session: Session) -> list[str]:
    """Return the names of all that may try to use a chit: the chits of this turn, then HQs without a chit."""
    return [*(chit.name for chit in session.table.cup.chits), *hqs_without_chit(session)]


def hqs_without_chit(session: Session) -> list[str]:
    """Return the names of HQs that may try without a chit of their own, one of each kind on each side."""
    names = rules_of(session).without_chit if session.table.cup.chits else ()
    return [f"{name}, {side}" for name in names for side in sequence_of(session).sides]


def _matching(name: str, names: list[str], kind: str) -> str:
    """Return the one of `names` that is, or alone begins with, `name`. Raises NotFound."""
    wanted = name.strip().casefold()
    for written in names:
        if written.casefold() == wanted:
            return written
    begin = [written for written in names if wanted and written.casefold().startswith(wanted)]
    if len(begin) == 1:
        return begin[0]
    raise NotFound(f"no {kind} is called {name[:40]}{nearest(name, names) or '; the cup is empty'}")
