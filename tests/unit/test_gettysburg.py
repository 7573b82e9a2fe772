"""Step through the whole battle: every reinforcement is announced once, on the turn of the second transcription."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.model import Library
from companion.play import turn
from companion.play.clock import stamp
from companion.play.opening import open_session
from companion.play.session import Session
from tests.charts.play import SPELT, printed_arrivals


@pytest.fixture
def session(library: Library, tmp_path: Path) -> Iterator[Session]:
    """The battle of 21.17.1 at its first turn."""
    made = open_session(tmp_path, library, "Gettysburg")
    made.open_game("aor")
    yield made
    made.close()


def stepped(session: Session, scenario: str) -> list[tuple[int, str, str]]:
    """Day, time and text of every arrival, from the first turn to the last."""
    found = []
    prompts = turn.choose_scenario(session, scenario)
    assert session.game_state.clock is not None
    last = session.game_state.clock.last_turn
    sequence = turn.sequence_of(session)
    while True:
        at = turn.here(session).turn
        when = stamp(sequence.clock, session.game_state.clock, at)
        assert when is not None
        found += [(when.day, when.time, each.says) for each in prompts if each.id.startswith("arrival-")]
        assert last is not None
        if at > last:
            return found
        prompts = turn.step(session, 1)


@pytest.mark.parametrize(("scenario", "days"), [("battle", 4), ("first-day", 1)])
def test_every_reinforcement_is_announced_once_on_its_turn(
    session: Session, scenario: str, days: int
) -> None:
    """Each arrival has turn, hex, unit numbers, leaders and trains; no other arrivals are announced."""
    found = stepped(session, scenario)
    wanted = [
        each
        for each in printed_arrivals("aor")
        if each.day <= days and not (days == 1 and each.time in ("20:00", "00:00", "04:00"))
    ]
    assert len(found) == len(wanted)
    for each in wanted:
        start = f"{each.side} reinforcements at hex {each.where}:"
        units = f"({each.units})" if each.units != "-" else ""
        names = [name.strip(" +") for name in each.others.split(",")] if each.others != "-" else []
        hits = [
            says
            for day, time, says in found
            if (day, time) == (each.day, each.time) and says.startswith(start) and units in says
            if all(SPELT.get(name, name) in says for name in names)
        ]
        assert len(hits) == 1, (each, hits)


def test_the_battle_lasts_from_the_first_morning_to_the_fourth_midnight(session: Session) -> None:
    """Turn 1 is 9:00 of July 1; the last turn begins at 00:00 at the end of July 4."""
    turn.choose_scenario(session, "battle")
    clock = turn.sequence_of(session).clock
    first, last = (stamp(clock, session.game_state.clock, each) for each in (1, 64))
    assert first is not None
    assert last is not None
    assert (first.day, first.time, first.light) == (1, "09:00", "day")
    assert (last.day, last.time, last.light) == (4, "00:00", "night")
    assert session.game_state.clock is not None
    assert session.game_state.clock.last_turn == 64
