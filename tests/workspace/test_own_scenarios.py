"""The player's own scenarios: who may write them, questions before saving, the file, and what is in use after it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion import __version__
from companion.errors import Refused
from companion.load.content import content_of
from companion.load.library import read_library
from companion.load.own_scenarios import own_path
from companion.play.data_version import data_hash
from companion.play.session import Session
from companion.play.session_files import sessions_folder
from companion.play.side_names import name_sides
from companion.play.store.session_file import SessionFile
from companion.workspace.context import AppContext
from companion.workspace.own_scenarios import (
    LONGEST_NAME,
    OwnScenario,
    is_included,
    may_write,
    own_ids,
    remove_scenario,
)

HEAD = "# Your own scenarios. docs/authoring.md describes the keys.\n"
TWO = """\
scenarios:
  - {id: ford, title: The ford}
  - {id: mill, title: The mill}
arrivals:
  - {side: Red, time: "10:00", says: A, scenario: ford}
victory:
  - {id: hill, title: Hill, says: Hold it., scenario: ford}
"""


def path_of(context: AppContext) -> Path:
    """Return the player's file of scenarios, with its folder."""
    path = own_path(context.places, context.game)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def with_two(context: AppContext) -> Path:
    """Write and use a file with two scenarios; return it."""
    path = path_of(context)
    path.write_text(TWO)
    context.use_library(read_library(context.places), context.finder)
    return path


def typed(scenario: OwnScenario, **changed: str) -> dict[str, str]:
    """Return the values of a form, with some of them typed."""
    return {**scenario.form.values(), **changed}


def refusal(scenario: OwnScenario, **changed: str) -> str:
    """Return why values are not saved."""
    with pytest.raises(Refused) as error:
        scenario.save(typed(scenario, **changed))
    return str(error.value)


def test_players_write_scenarios_into_their_own_folder(drum: AppContext) -> None:
    """Guests write none, nor does anyone where only the included games have a folder."""
    assert may_write(drum)
    drum.guest = True
    assert not may_write(drum)
    drum.guest, drum.places = False, drum.places._replace(bases=drum.places.bases[:1])
    assert not may_write(drum)
    for act in (lambda: OwnScenario(drum), lambda: remove_scenario(drum, "ford")):
        with pytest.raises(Refused) as error:
            act()
        assert str(error.value) == "there is no folder for your scenarios"


def test_a_guest_is_told_where_scenarios_are_changed(drum: AppContext) -> None:
    """A guest has no own scenarios, even if there are some on the host."""
    with_two(drum)
    scenario = OwnScenario(drum)
    drum.guest = True
    assert own_ids(drum) == set()
    for act in (
        lambda: OwnScenario(drum, "ford"),
        lambda: scenario.save(typed(scenario, title="Hill")),
        lambda: remove_scenario(drum, "ford"),
    ):
        with pytest.raises(Refused) as error:
            act()
        assert str(error.value) == (
            "guests cannot change scenarios; add them on the computer that runs companion serve"
        )


def test_own_scenarios_are_those_in_the_own_file(drum: AppContext) -> None:
    """Scenarios that come with the game are not; a file that cannot be read has none."""
    assert own_ids(drum) == set()
    path = with_two(drum)
    assert own_ids(drum) == {"ford", "mill"}
    path.write_text("scenarios: [\n")
    assert own_ids(drum) == set()


def test_a_game_is_included_unless_it_is_in_the_own_folder(drum: AppContext) -> None:
    """A game for which the player has only a file of scenarios is included too."""
    assert is_included(drum)
    with_two(drum)
    assert is_included(drum)
    base, own = drum.places.bases
    drum.places = drum.places._replace(bases=(own, base))
    assert is_included(drum)
    drum.places = drum.places._replace(bases=(base / "none", base))
    assert not is_included(drum)


@pytest.mark.parametrize("name", ["first", "hill", "x"])
def test_only_own_scenarios_are_changed_and_removed(drum: AppContext, name: str) -> None:
    """Only the player's own scenarios can be changed or removed, not those of the game."""
    path = with_two(drum)
    for act in (lambda: OwnScenario(drum, name), lambda: remove_scenario(drum, name)):
        with pytest.raises(Refused) as error:
            act()
        assert str(error.value) == f"{name} is not one of your scenarios"
    assert path.read_text() == TWO


def test_a_form_has_the_scenario_and_the_names_of_the_session(drum: AppContext) -> None:
    """A form of a new scenario is empty."""
    name_sides(drum.session, ["Union", "Rebels"])
    with_two(drum)
    assert OwnScenario(drum).form.values()["title"] == ""
    form = OwnScenario(drum, "ford").form
    assert (form.values()["title"], form.values()["arrivals"]) == ("The ford", "10:00; Red; A; ")
    assert form.sides(form.values()) == [("Red", "Union"), ("Blue", "Rebels")]


@pytest.mark.parametrize(
    ("name", "title", "question"),
    [
        ("", "The hill", ""),
        ("ford", "The ford", ""),
        ("ford", "THE  FORD", ""),
        ("ford", "The hill", ""),
        (
            "",
            "the  mill",
            "You already have a scenario The mill.\nReplace it, and everything that belongs to it?",
        ),
    ],
)
def test_a_question_is_asked_before_another_scenario_is_replaced(
    drum: AppContext, name: str, title: str, question: str
) -> None:
    """Capitals and spaces do not make another name."""
    with_two(drum)
    scenario = OwnScenario(drum, name)
    assert scenario.question(typed(scenario, title=title)) == question


@pytest.mark.parametrize(
    ("name", "title", "message"),
    [
        ("", "the first DAY", "The first day comes with Drum and Colours; choose another name"),
        ("ford", "The first day", "The first day comes with Drum and Colours; choose another name"),
        ("ford", "The Mill", "another scenario is called The mill; choose another name"),
        ("", " ", "the scenario needs a name"),
        ("", "x" * 81, "the name has 81 characters; at most 80"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(drum: AppContext, name: str, title: str, message: str) -> None:
    """A scenario that comes with the game is never replaced, and a renamed one replaces no other."""
    with_two(drum)
    scenario = OwnScenario(drum, name)
    with pytest.raises(Refused) as error:
        scenario.question(typed(scenario, title=title))
    assert str(error.value) == message


def test_a_new_scenario_is_in_the_file_and_in_use(drum: AppContext) -> None:
    """The file begins with a line about itself, and the library is as if it was read again."""
    other = drum.library.modules
    scenario = OwnScenario(drum)
    saved = scenario.save(typed(scenario, title="  The   ford ", first="10:00"))
    assert (saved.id, saved.title, saved.time) == ("the-ford", "The ford", "10:00")
    assert path_of(drum).read_text() == (
        f'{HEAD}scenarios:\n  - {{id: the-ford, title: The ford, day: 1, time: "10:00"}}\n'
    )
    assert drum.module.scenario("the-ford") == saved
    assert [each.id for each in drum.module.scenarios.scenarios] == ["the-ford", "first"]
    assert drum.library is drum.session.library and drum.library.modules is not other
    assert drum.library.content == content_of(drum.places).whole
    assert read_library(drum.places).module("drum").scenarios == drum.module.scenarios
    assert (drum.places.data / "scenarios.lock").exists()


def test_other_games_stay_as_they_are(drum: AppContext) -> None:
    """Only the game in play gets the scenario."""
    base = drum.places.bases[0] / "tables"
    shutil.copytree(base / "drum", base / "fife")
    game = base / "fife/game.yaml"
    game.write_text(game.read_text().replace("slug: drum", "slug: fife").replace("order: 90", "order: 10"))
    drum.use_library(read_library(drum.places), drum.finder)
    fife = drum.library.module("fife")
    scenario = OwnScenario(drum)
    scenario.save(typed(scenario, title="Ford"))
    assert [each.game.slug for each in drum.library.modules] == ["fife", "drum"]
    assert drum.library.module("fife") is fife
    assert drum.library.module("drum").find_scenario("ford")


@pytest.mark.parametrize(
    ("title", "name"), [("First", "first-2"), ("Ford", "ford-2"), ("!!", "scenario"), ("Été", "ete")]
)
def test_the_id_of_a_new_scenario_is_free(drum: AppContext, title: str, name: str) -> None:
    """No other scenario of the game has it, own or included."""
    with_two(drum)
    scenario = OwnScenario(drum)
    assert scenario.save(typed(scenario, title=title)).id == name


def test_a_scenario_with_the_name_of_another_replaces_it(drum: AppContext) -> None:
    """A scenario with the name of another replaces it with its id and parts; other scenarios stay."""
    path = with_two(drum)
    scenario = OwnScenario(drum)
    assert scenario.save(typed(scenario, title="the FORD")).id == "ford"
    assert path.read_text() == (
        "scenarios:\n  - {id: ford, title: the FORD}\n  - {id: mill, title: The mill}\n"
    )


def test_a_renamed_scenario_keeps_its_id_and_what_belongs_to_it(drum: AppContext) -> None:
    """A renamed scenario keeps its id, its place in the file, and its victory conditions."""
    path = with_two(drum)
    scenario = OwnScenario(drum, "ford")
    saved = scenario.save(typed(scenario, title="The bridge", arrivals="", first="", schedule="no"))
    assert (saved.id, saved.title) == ("ford", "The bridge")
    assert path.read_text() == (
        "scenarios:\n  - {id: ford, title: The bridge}\n  - {id: mill, title: The mill}\n"
        "victory:\n  - {id: hill, title: Hill, says: Hold it., scenario: ford}\n"
    )


def test_a_removed_scenario_takes_along_what_belongs_to_it(drum: AppContext) -> None:
    """The other scenarios stay; without any, the file keeps its comments."""
    path = with_two(drum)
    remove_scenario(drum, "ford")
    assert path.read_text() == "scenarios:\n  - {id: mill, title: The mill}\n"
    assert own_ids(drum) == {"mill"}
    assert drum.module.find_scenario("ford") is None
    assert not (drum.module.scenarios.victory or drum.module.scenarios.arrivals)
    remove_scenario(drum, "mill")
    assert [each.id for each in drum.module.scenarios.scenarios] == ["first"]


def test_lines_end_as_they_did_in_the_file(drum: AppContext) -> None:
    """A file with line ends of Windows keeps them, and no other file gets them."""
    path = path_of(drum)
    path.write_bytes(TWO.replace("\n", "\r\n").encode())
    drum.use_library(read_library(drum.places), drum.finder)
    remove_scenario(drum, "ford")
    assert path.read_bytes() == b"scenarios:\r\n  - {id: mill, title: The mill}\r\n"


def test_a_scenario_that_changed_since_its_form_was_opened_is_not_overwritten(drum: AppContext) -> None:
    """A scenario that changed since its form was opened is not overwritten; other scenarios may change."""
    path = with_two(drum)
    scenario = OwnScenario(drum, "mill")
    path.write_text(TWO.replace("The ford", "A ford"))
    scenario.save(typed(scenario, rules="One."))
    changed = path.read_text()
    assert "title: A ford" in changed and "One." in changed
    assert refusal(scenario, rules="Two.") == (
        f"{path} has changed since this form was opened; close the form and open it again"
    )
    assert path.read_text() == changed


def test_a_fault_is_refused_before_anything_is_written(drum: AppContext) -> None:
    """The file and the scenarios in use stay as they were."""
    path = with_two(drum)
    path.write_text(TWO + "commands:\n  - {name: X, side: Green}\n")
    library = drum.library
    scenario = OwnScenario(drum)
    assert "commands[0].side: unknown name 'Green'" in refusal(scenario, title="Hill")
    assert path.read_text().startswith(TWO)
    assert drum.library is library


def test_the_longest_name_is_saved(drum: AppContext) -> None:
    """A longer one is refused when it is saved, too."""
    scenario = OwnScenario(drum)
    assert scenario.save(typed(scenario, title="x" * LONGEST_NAME)).title == "x" * LONGEST_NAME
    assert refusal(scenario, title="x" * 81) == "the name has 81 characters; at most 80"
    assert refusal(scenario, title="") == "the scenario needs a name"


def test_a_session_notes_the_data_that_it_is_played_with(drum: AppContext) -> None:
    """So its next start does not report the new scenario as a change of the game."""
    scenario = OwnScenario(drum)
    scenario.save(typed(scenario, title="Ford"))
    now = f"{__version__} {data_hash(drum.library.module('drum'))}"
    assert drum.session.store.value("data drum") == now


def test_a_session_that_is_only_read_is_not_written(drum: AppContext) -> None:
    """The scenario is saved all the same."""
    name = drum.session.name
    drum.session.close()
    store = SessionFile(sessions_folder(drum.places.data), name, write=False)
    drum.session = Session(store, drum.library)
    before = store.value("data drum")
    scenario = OwnScenario(drum)
    assert scenario.save(typed(scenario, title="Ford")).id == "ford"
    assert store.value("data drum") == before


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ("\x07", ""),
        ("\x00b", ""),
        ("ab\x07", ' after "ab"'),
        (f"{'x' * 25}\x07", f' after "{"x" * 20}"'),
        ("above\n\x07", ""),
        ("above\nbelow\x07", ' after "below"'),
    ],
)
def test_a_control_character_is_refused_with_the_text_before_it(
    drum: AppContext, rules: str, place: str
) -> None:
    """At most twenty characters of the same line are shown."""
    code = "U+0000" if "\x00" in rules else "U+0007"
    assert refusal(OwnScenario(drum), title="Ford", rules=rules) == (
        f"the control character {code}{place} cannot be saved; delete it"
    )


@pytest.mark.parametrize("character", ["\r", "\x7f", "\u2028", "\u2029", "\ud800", "\ufffe", "\U0002ffff"])
def test_characters_that_would_not_read_back_are_refused(drum: AppContext, character: str) -> None:
    """Characters that would not be read back are refused, and named by their code."""
    message = refusal(OwnScenario(drum), title="Ford", victory=f"Hill{character}")
    assert message == f'the control character U+{ord(character):04X} after "Hill" cannot be saved; delete it'


@pytest.mark.parametrize("character", ["é", "\u00a0", "\u200d", "\ufffd", "\U0001f600", "\U0001fffd"])
def test_other_characters_are_saved(drum: AppContext, character: str) -> None:
    """Other characters are saved, and read back as typed."""
    scenario = OwnScenario(drum)
    saved = scenario.save(typed(scenario, title="Ford", rules=f"One\ta{character}b.\nTwo."))
    assert saved.notes == (f"One\ta{character}b.", "Two.")
