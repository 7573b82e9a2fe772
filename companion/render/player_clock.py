"""The player clock in words, and its times for JSON and the report."""

from __future__ import annotations

from typing import Any

from companion.play.player_clock import clock_runs, side_times, spell_now
from companion.play.session import Session

BOTH = "both sides"
"""Name of the time in phases that both sides play together."""


def duration_words(seconds: int) -> str:
    """Return a time in whole minutes, as in `1 h 05 min`."""
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def clock_facts(session: Session, game: str, now: str = "") -> dict[str, Any] | None:
    """Return the seconds of each side in the whole game and by turn; None if the clock has no time of the game.

    `now` as in `side_times`.
    """
    turns: dict[int, dict[str, int]] = {}
    for spell, seconds in side_times(session, now).items():
        if spell.game == game:
            turns.setdefault(spell.turn, {})[spell.side] = seconds
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
    """Return the time of each side up to now: `▸Union 42 min, Confederate 17 min`; the mark is at the side that plays.

    `short` has the unit only once: `▸Union 42, Confederate 17 min`. Empty if no time was measured.
    """
    now, game = session.now().isoformat(timespec="seconds"), session.state.game
    facts = clock_facts(session, game, now)
    if facts is None:
        return duration_words(0) if clock_runs(session) else ""
    playing = spell_now(session).side if clock_runs(session) else None
    parts = []
    for each in facts["sides"]:
        name = each["side"] or (BOTH.partition(" ")[0] if short else BOTH)
        parts.append(f"{'▸' if each['side'] == playing else ''}{name} {duration_words(each['seconds'])}")
    kept = [part.removesuffix(" min") for part in parts[:-1]] if short else parts[:-1]
    return ", ".join([*kept, parts[-1]])
