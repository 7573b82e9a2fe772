"""The player clock in words, and its times for JSON and the report."""

from __future__ import annotations

from typing import Any

from companion.play.player_clock import clock_runs, current_side_turn, side_times
from companion.play.session import Session

BOTH = "both sides"
"""Label of the time spent in phases that both sides play together."""


def duration_words(seconds: int) -> str:
    """Return a time in whole minutes, as in `1 h 05 min`."""
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def clock_facts(session: Session, game: str, now: str = "") -> dict[str, Any] | None:
    """Return the seconds of each side in the whole game and by turn; None if no time was measured.

    `now` as in `side_times`.
    """
    turns: dict[int, dict[str, int]] = {}
    for side_turn, seconds in side_times(session, now).items():
        if side_turn.game == game:
            turns.setdefault(side_turn.turn, {})[side_turn.side] = seconds
    if not turns:
        return None
    module = session.find_module(game)
    sides = module.sides if module is not None else ()
    known = (*sides, *(side for times in turns.values() for side in times))
    names = [
        side for side in dict.fromkeys((*known, "")) if side or any("" in times for times in turns.values())
    ]
    return {
        "sides": [
            {"side": name, "seconds": sum(times.get(name, 0) for times in turns.values())} for name in names
        ],
        "turns": [
            {"turn": turn, "sides": [{"side": name, "seconds": turns[turn].get(name, 0)} for name in names]}
            for turn in sorted(turns)
        ],
    }


def clock_words(session: Session, short: bool = False) -> str:
    """Return the time of each side up to now: `▸Union 42 min, Confederate 17 min`; the mark shows the side to play.

    With `short`, the unit appears only once: `▸Union 42, Confederate 17 min`. Empty if no time was measured.
    """
    now, game = session.now().isoformat(timespec="seconds"), session.state.game
    facts = clock_facts(session, game, now)
    if facts is None:
        return duration_words(0) if clock_runs(session) else ""
    playing = current_side_turn(session).side if clock_runs(session) else None
    parts = []
    for each in facts["sides"]:
        name = each["side"] or (BOTH.partition(" ")[0] if short else BOTH)
        parts.append(f"{'▸' if each['side'] == playing else ''}{name} {duration_words(each['seconds'])}")
    earlier = [part.removesuffix(" min") for part in parts[:-1]] if short else parts[:-1]
    return ", ".join([*earlier, parts[-1]])
