"""The player clock: how long each side took in each turn, computed from the times of the log's lines.

It is off until a player starts it. The time from one line that counts to the next belongs to the side that plays
(`side_to_play`). Lines that were undone do not count, so undo, redo and replay give the same times. While the app is
closed the clock stands still.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from companion.model import EACH_COMMAND, Refused, Sequence
from companion.model.event import PlayerClockSet
from companion.play.clock import legal, moments
from companion.play.session import Session
from companion.play.state import GameState, State


class Spell(NamedTuple):
    """A turn of a game, and a side that played in it."""

    game: str
    turn: int
    side: str
    """Empty for phases of both sides."""


def clock_event(session: Session) -> PlayerClockSet | None:
    """Return the last start or stop of the clock; None if it was never started."""
    event = session.clock_lines[-1].event if session.clock_lines else None
    return event if isinstance(event, PlayerClockSet) else None


def clock_runs(session: Session) -> bool:
    """Whether the clock runs."""
    event = clock_event(session)
    return event is not None and event.runs


def set_clock_running(session: Session, runs: bool) -> None:
    """Start or stop the clock. Raises Refused if there is nothing to change, and NotSaved."""
    event = clock_event(session)
    if runs == clock_runs(session) and not (event is not None and event.by_app and not runs):
        raise Refused(f"the player clock is already {'running' if runs else 'off'}")
    session.set_player_clock(PlayerClockSet(runs))


def stop_while_closed(session: Session) -> None:
    """Stop a running clock because the app is closed. Raises NotSaved."""
    if clock_runs(session) and not session.store.read_only:
        session.set_player_clock(PlayerClockSet(False, by_app=True))


def go_on(session: Session, opened: bool = False) -> None:
    """Start the clock again that the closed app stopped. Raises NotSaved.

    `opened`: the app has just opened the session. If the clock still runs then, an app ended without stopping it, and
    the time since the last line does not count.
    """
    event = clock_event(session)
    if event is None or session.store.read_only:
        return
    if event.runs and opened:
        session.set_player_clock(PlayerClockSet(True, by_app=True, since=session.log[-1].at))
    elif event.by_app and not event.runs:
        session.set_player_clock(PlayerClockSet(True, by_app=True))


def side_times(session: Session, now: str = "") -> dict[Spell, int]:
    """Return the seconds that each side took in each turn, in the order of play; empty if the clock was never started.

    `now`: moment up to which a running clock counts; by default that of the last line of the log.
    """
    if not session.clock_lines:
        return {}
    times: dict[Spell, int] = {}
    spell, seen = Spell("", 0, ""), State()
    runs, last = False, 0

    def count(until: int) -> None:
        if runs and until > last:
            times[spell] = times.get(spell, 0) + until - last

    lines = [*session.states(), *((line, None) for line in session.clock_lines)]
    for line, state in sorted(lines, key=lambda pair: pair[0].id):
        at = _second(line.at)
        event = line.event
        if at is None:
            continue
        if isinstance(event, PlayerClockSet):
            count(at if not event.since else _second(event.since) or last)
            runs = event.runs
        else:
            count(at)
        last = at
        if state is not None:
            spell, seen = _spell(session, state, seen, spell), state
    end = _second(now or session.log[-1].at)
    count(end if end is not None else last)
    return times


def spell_now(session: Session) -> Spell:
    """Return the present turn and the side that plays."""
    return _spell(session, session.state, State(), Spell("", 0, ""))


def _spell(session: Session, state: State, before: State, spell: Spell) -> Spell:
    """The spell in a state; `spell` if nothing that matters differs from the state before."""
    table, old = state.of_game(state.game), before.of_game(before.game)
    same = table.position is old.position and table.cup is old.cup and table.sides is old.sides
    if same and state.game == before.game == spell.game:
        return spell
    sequences = (module.sequence for module in session.library.modules if module.game.slug == state.game)
    own = side_to_play(next(sequences, None), table)
    side = session.state.of_game(state.game).sides.get(own, own)
    return Spell(state.game, table.position.turn, side)


def side_to_play(sequence: Sequence | None, table: GameState) -> str:
    """Return the game's own name of the side that plays; empty for both together.

    That is the side of the phase, else of the Command or chit that acts. `sequence` has the game's own names.
    """
    if sequence is None:
        return ""
    at = legal(sequence, table.position)
    moment, cup = moments(sequence)[at.moment], sequence.cup
    if moment.side or cup is None or table.cup.turn != at.turn:
        return moment.side
    if moment.phase.who != EACH_COMMAND and moment.phase.id != cup.phase:
        return ""
    side = table.cup.side_of(table.cup.moving)
    return next((own for own, named in table.sides.items() if named == side), side)


def _second(at: str) -> int | None:
    """Seconds from a fixed moment to this one; None for a text that is no moment."""
    try:
        moment = datetime.fromisoformat(at).replace(tzinfo=None)
    except ValueError:
        return None
    return int((moment - datetime.min).total_seconds())
