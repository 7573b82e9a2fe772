"""The player clock: how long each side took in each turn, computed from the times of the lines in the log.

It is off until a player starts it. The time from one line that counts to the next belongs to the side to play
(`side_to_play`). Lines that were undone do not count, so undo, redo and replay give the same times. The clock is
stopped while the app is closed.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from companion.model import EACH_COMMAND, Refused, Sequence
from companion.model.event import PlayerClockSet
from companion.play.clock import legal, moments
from companion.play.session import Session
from companion.play.state import GameState, State


class SideTurn(NamedTuple):
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
    """Start or stop the clock. Raises Refused if nothing would change, and NotSaved."""
    event = clock_event(session)
    if runs == clock_runs(session) and not (event is not None and event.by_app and not runs):
        raise Refused(f"the player clock is already {'running' if runs else 'off'}")
    session.set_player_clock(PlayerClockSet(runs))


def stop_while_closed(session: Session) -> None:
    """Stop a running clock because the app is closing. Raises NotSaved."""
    if clock_runs(session) and not session.store.read_only:
        session.set_player_clock(PlayerClockSet(False, by_app=True))


def resume_clock(session: Session, opened: bool = False) -> None:
    """Restart the clock if it was stopped because the app closed. Raises NotSaved.

    `opened`: the app has just opened the session. If the clock is still running then, the app ended without stopping
    it, and the time since the last line does not count.
    """
    event = clock_event(session)
    if event is None or session.store.read_only:
        return
    if event.runs and opened:
        session.set_player_clock(PlayerClockSet(True, by_app=True, since=session.log[-1].at))
    elif event.by_app and not event.runs:
        session.set_player_clock(PlayerClockSet(True, by_app=True))


def side_times(session: Session, now: str = "") -> dict[SideTurn, int]:
    """Return the seconds that each side took in each turn, in the order of play; empty if the clock was never started.

    `now`: time up to which a running clock counts; by default the time of the last line of the log.
    """
    if not session.clock_lines:
        return {}
    times: dict[SideTurn, int] = {}
    side_turn, before = SideTurn("", 0, ""), State()
    runs, last = False, 0

    def count(until: int) -> None:
        if runs and until > last:
            times[side_turn] = times.get(side_turn, 0) + until - last

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
            side_turn, before = _side_turn(session, state, before, side_turn), state
    end = _second(now or session.log[-1].at)
    count(end if end is not None else last)
    return times


def current_side_turn(session: Session) -> SideTurn:
    """Return the current turn and the side to play."""
    return _side_turn(session, session.state, State(), SideTurn("", 0, ""))


def _side_turn(session: Session, state: State, before: State, previous: SideTurn) -> SideTurn:
    """Return turn and side in a state; `previous` if nothing relevant differs from the state before."""
    table, old = state.of_game(state.game), before.of_game(before.game)
    same = table.position is old.position and table.cup is old.cup and table.sides is old.sides
    if same and state.game == before.game == previous.game:
        return previous
    sequences = (module.sequence for module in session.library.modules if module.game.slug == state.game)
    own = side_to_play(next(sequences, None), table)
    side = session.state.of_game(state.game).sides.get(own, own)
    return SideTurn(state.game, table.position.turn, side)


def side_to_play(sequence: Sequence | None, table: GameState) -> str:
    """Return the game's own name of the side to play; empty for both together.

    This is the side of the phase, or else of the Command or chit that acts. `sequence` has the game's own names.
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
    """Return a time in seconds since a fixed date; None if the text is not a time."""
    try:
        moment = datetime.fromisoformat(at).replace(tzinfo=None)
    except ValueError:
        return None
    return int((moment - datetime.min).total_seconds())
