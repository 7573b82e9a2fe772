"""A player's own scenarios.yaml adds battles to an included game."""

from __future__ import annotations

from pathlib import Path

from companion.load.library import read_library
from companion.load.places import Places
from companion.play.clock import Position
from companion.play.prompts import arrivals_of
from companion.play.session import Session
from companion.play.store.session_file import SessionFile
from companion.play.turn import choose_scenario, move_to
from companion.render.calendar import coming
from tests.process.cup_game import write_game

OWN = """\
scenarios:
  - {id: dawn, title: Raid at dawn, time: "10:00", last_time: "11:00", arrivals: "yes", commands: [Scouts, Guard]}
arrivals:
  - {side: Red, time: "10:15", says: the raiders, scenario: dawn}
commands:
  - {name: Scouts, side: Red, rating: 2}
  - {name: Guard, side: Blue, rating: 1}
"""


def places(folder: Path, own: str) -> Places:
    """The small game with an arrival for each of its scenarios, and the player's own file in a later folder."""
    write_game(folder / "game")
    scenarios = folder / "game/tables/drum/scenarios.yaml"
    text = scenarios.read_text().replace("days: [July 1]", 'days: [July 1]\n    arrivals: "yes"')
    scenarios.write_text(text + 'arrivals:\n  - {side: Blue, time: "10:30", says: the horse}\n')
    written = folder / "own/tables/drum/scenarios.yaml"
    written.parent.mkdir(parents=True)
    written.write_text(own)
    nowhere = Path("/nonexistent")
    return Places((folder / "game", folder / "own"), nowhere, nowhere)


def test_own_battles_are_added(tmp_path: Path) -> None:
    """They come first; a command of the same name is replaced, the others and the counters stay."""
    library = read_library(places(tmp_path, OWN))
    assert not library.faults
    scenarios = library.module("drum").scenarios
    assert [each.id for each in scenarios.scenarios] == ["dawn", "first"]
    assert [(each.name, each.rating) for each in scenarios.commands] == [
        ("Scouts", 2),
        ("Guard", 1),
        ("I Corps", 3),
        ("II Corps", None),
        ("Reserve", 2),
    ]
    assert [each.id for each in scenarios.counters] == ["losses"]


def test_an_arrival_belongs_to_one_scenario(tmp_path: Path) -> None:
    """The raiders arrive at dawn only; the horse arrives in both battles, under the id that it had before."""
    library = read_library(places(tmp_path, OWN))
    session = Session(SessionFile(tmp_path, "Friday"), library)
    session.open_game("drum")
    choose_scenario(session, "first")
    horse, raiders = "Blue reinforcements: the horse", "Red reinforcements: the raiders"
    assert [each.says for each in coming(session.module, session.game_state)] == [
        horse,
        "Last turn of the scenario",
    ]
    choose_scenario(session, "dawn")
    assert [each.says for each in coming(session.module, session.game_state)][:2] == [raiders, horse]
    due = [(each.id, each.says) for each in move_to(session, Position(3, 0))]
    assert due == [("arrival-dawn-1", raiders), ("arrival-1", horse)]
    session.close()


def test_an_arrival_of_no_scenario_is_a_fault(tmp_path: Path) -> None:
    """The fault names the player's file and line."""
    (fault,) = read_library(places(tmp_path, OWN.replace("scenario: dawn", "scenario: dusk"))).faults
    assert "own/tables/drum/scenarios.yaml" in fault.file
    assert fault.line == 4


def test_a_scenario_with_its_own_arrivals_alone(tmp_path: Path) -> None:
    """The horse of the game does not come, and no arrival of one scenario is checked against the turns of another."""
    own = OWN.replace(
        "arrivals:\n", "  - {id: late, title: Late, time: '10:05', arrivals: own}\narrivals:\n", 1
    )
    own = own.replace(
        "commands:\n", '  - {side: Red, time: "10:20", says: the rear, scenario: late}\ncommands:\n'
    )

    library = read_library(places(tmp_path, own))
    assert not library.faults, library.faults
    module = library.module("drum")
    arrivals = {
        each.id: [arrival.says for _, arrival in arrivals_of(module, each)]
        for each in module.scenarios.scenarios
    }
    assert arrivals == {
        "dawn": ["the horse", "the raiders"],
        "late": ["the rear"],
        "first": ["the horse"],
    }
    bad = own.replace('time: "10:20"', 'time: "10:15"')
    faults = read_library(places(tmp_path / "bad", bad)).faults
    assert [(each.key, each.mend) for each in faults] == [
        ("arrivals[1].time", "nearest turns: 10:05 and 10:20")
    ]
