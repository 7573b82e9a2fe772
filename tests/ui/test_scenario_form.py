"""Scenarios of the player's own: added, changed and removed with a form, and begun."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.load.library import read_library
from companion.load.places import Places
from companion.play import turn
from companion.play.outcome import victory_conditions
from companion.play.session_files import session_names, sessions_folder
from companion.ui.app import CompanionApp
from companion.ui.base.dialogs import ChooseScreen
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.list_dialog import ListScreen
from companion.ui.screens.sessions import SessionsScreen
from companion.ui.screens.setup import SetupScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    at,
    burst,
    companion,
    context,
    focused,
    notes,
    painted,
    press,
    screen,
    screen_text,
    settled,
    started,
    type_in,
    until,
    write,
)

SIZES = [(80, 24), (40, 20)]
ARRIVALS = (
    "3; French; Ney, Drouet; the ford\n11:30\tx\n11:30; Prussians; Landwehr\n; Allies; Guard\n12:00; Allies"
)
GOOD = '3; French; Ney, Drouet; the ford\n11:30; allies; "Horse; guns"; hex C\n12; Fr; Guard\n'
FILE = """\
# Your own scenarios. docs/authoring.md describes the keys.
scenarios:
  - id: hill-fight
    title: Hill fight
    days: [July 1]
    sides: [French, Allies]
    day: 1
    time: "10:00"
    last_day: 1
    last_time: "14:00"
    light:
      - {time: "05:30", light: day}
      - {time: "13:30", light: night}
    arrivals: "yes"
    notes: ["The ford is deep: no guns."]
arrivals:
  - {scenario: hill-fight, side: First player, day: 1, time: "10:30", where: the ford, says: "Ney, Drouet"}
  - {scenario: hill-fight, side: Second player, day: 1, time: "11:30", where: hex C, says: Horse; guns}
  - {scenario: hill-fight, side: First player, day: 1, time: "12:45", says: Guard}
victory:
  - {id: hill-fight-major, title: Major, says: hold the hill, side: First player, scenario: hill-fight}
  - {id: hill-fight-bridge-blown, title: Bridge blown, says: Bridge blown, scenario: hill-fight}
"""


async def paste(pilot: Pilot[None], text: str) -> None:
    """Paste a text."""
    pilot.app.post_message(Paste(text))
    await settled(pilot)


async def mark(pilot: Pilot[None], name: str) -> FormScreen:
    """Move the mark of the form to a field."""
    form = screen(pilot, FormScreen)
    field = form.query_one(f"#field-{name}")
    for _ in range(20):
        if focused(pilot) is field:
            return form
        await press(pilot, "down")
    raise AssertionError(f"{name} is not reached by Down")


async def fill(pilot: Pilot[None], **values: str) -> FormScreen:
    """Type values into the fields of the form, from the first line down."""
    form = screen(pilot, FormScreen)
    await burst(pilot, " ".join(["up"] * 20))
    for name, value in values.items():
        await mark(pilot, name)
        await press(pilot, "ctrl+u")
        await type_in(pilot, value)
    return form


async def choose(pilot: Pilot[None], name: str) -> None:
    """Mark a line of the setup by its id."""
    listed = screen(pilot, SetupScreen).query_one("#setup", OptionList)
    listed.highlighted = [option.id for option in listed.options].index(name)
    await settled(pilot)


async def hill_fight(pilot: Pilot[None]) -> None:
    """Open the form from the setup screen, fill it in by keys, and save it."""
    await press(pilot, "f3 s n")
    await fill(
        pilot, title="Hill fight", days="July 1", first="10:00", last="14:00", light="05:30 day, 13:30 night"
    )
    await fill(pilot, side0="French", side1="Allies")
    await mark(pilot, "arrivals")
    await paste(pilot, GOOD)
    await mark(pilot, "rules")
    await press(pilot, "enter n")
    await type_in(pilot, "The ford is deep: no guns.")
    await press(pilot, "enter escape down enter n")
    await fill(pilot, title="Major")
    await press(pilot, "down f")
    await fill(pilot, says="hold the hill")
    await press(pilot, "ctrl+s")
    await paste(pilot, "Bridge blown")
    await press(pilot, "escape ctrl+s")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_scenario_is_added_and_begun(places: Places, size: tuple[int, int]) -> None:
    """A scenario is entered by keys and a pasted list, and saved readably; its arrivals come due."""
    async with started(places, size) as pilot:
        context(pilot).switch("lob")
        companion(pilot).changed()
        await hill_fight(pilot)
        screen(pilot, ChooseScreen)
        assert "Hill fight is saved." in screen_text(pilot)
        path = places.own / "tables/lob/scenarios.yaml"
        assert path.read_text() == FILE
        read = read_library(places)
        assert not read.faults
        assert read.module("lob").scenarios == context(pilot).library.module("lob").scenarios
        reloading = companion(pilot).reloading
        assert reloading is not None and reloading.files.poll() is None
        assert "edited" not in notes(pilot)
        await press(pilot, "h")
        assert context(pilot).session.game_state.scenario == "hill-fight"
        assert context(pilot).module.sequence.sides == ("French", "Allies")  # type: ignore[union-attr]
        assert "(x) Hill fight being played, July 1, 10:00, yours" in at(pilot, "#setup")
        await choose(pilot, "scenario|hill-fight")
        about = at(pilot, "#setup-about")
        assert "Major (French): hold the hill" in about and "· Bridge blown" in about
        assert [each.title for each in victory_conditions(context(pilot).session)] == [
            "Major",
            "Bridge blown",
            "Victory conditions of the battle",
        ]
        await press(pilot, "escape plus plus")
        assert "French reinforcements at the ford: Ney, Drouet" in at(pilot, "#due")
    assert [path.name for path in (places.own / "tables/lob").iterdir()] == ["scenarios.yaml"]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_bad_lines_of_a_pasted_list_are_named_and_none_is_added(
    places: Places, size: tuple[int, int]
) -> None:
    """The message names each line with what is legal; on the form and in the list itself."""
    async with started(places, size) as pilot:
        context(pilot).switch("lob")
        companion(pilot).changed()
        await press(pilot, "f3 s n")
        await fill(pilot, title="Hill fight", first="10:00", last="14:00", side0="French", side1="Allies")
        form = await mark(pilot, "arrivals")
        for _ in range(2):
            await paste(pilot, ARRIVALS)
            told = screen_text(pilot)
            assert (
                "! line 2: the side is missing: French, Allies; line 3: side: 'Prussians' is not one of "
                in told
            )
            assert "French, Allies; line 4: the turn is missing" in told
            assert "line 5: the units that arrive are missing" in told
            await paste(pilot, "1; French; Ney\n10:07; French; Ney")
            assert "! line 2: no turn begins at 10:07; nearest turns: 10:00 and 10:15" in screen_text(pilot)
            assert form.values()["arrivals"] == ""
            await press(pilot, "enter")
        listed = screen(pilot, ListScreen)
        await paste(pilot, GOOD)
        assert "11:30 Allies: Horse; guns, hex C" in at(pilot, "OptionList")
        await press(pilot, "down d")
        assert "11:30" not in at(pilot, "OptionList")
        await press(pilot, "enter")
        await fill(pilot, units="Old Guard")
        await press(pilot, "ctrl+s")
        assert screen(pilot, ListScreen) is listed
        await press(pilot, "escape")
        assert (
            form.values()["arrivals"]
            == "3; First player; Ney, Drouet; the ford\n12; First player; Old Guard; "
        )
        assert "2 arrivals" in painted(pilot)


@pytest.mark.slow
async def test_a_scenario_is_changed_and_removed(places: Places) -> None:
    """The form begins with what is saved; comments, orders and other scenarios of the file stay."""
    path = places.own / "tables/lob/scenarios.yaml"
    write(
        path,
        '# mine\nscenarios:\n  # the ford\n  - id: ford\n    title: The ford\n    time: "09:00"\n'
        "    orders: [{side: First player, who: Ney, says: hold}]\n  - {id: mill, title: The mill}  # later\n",
    )
    async with started(places) as pilot:
        context(pilot).switch("lob")
        companion(pilot).changed()
        await press(pilot, "f3 s")
        await choose(pilot, "scenario|ford")
        await press(pilot, "e")
        form = await fill(pilot, first="09:30")
        assert form.values()["title"] == "The ford"
        await press(pilot, "ctrl+s 0")
        assert 'time: "09:30"' in path.read_text()
        assert "says: hold}" in path.read_text()
        assert path.read_text().startswith("# mine\nscenarios:\n  # the ford\n  - id: ford\n")
        assert "{id: mill, title: The mill}  # later" in path.read_text()
        await press(pilot, "d n")
        assert "The ford" in path.read_text()
        await press(pilot, "d y")
        assert (
            path.read_text() == "# mine\nscenarios:\n  # the ford\n  - {id: mill, title: The mill}  # later\n"
        )
        await choose(pilot, "scenario|mill")
        await press(pilot, "d y")
        assert not read_library(places).module("lob").scenarios.scenarios
        assert "The mill" not in at(pilot, "#setup")


@pytest.mark.slow
async def test_a_scenario_in_play_can_be_removed(places: Places) -> None:
    """After its scenario is removed, a session keeps clock and turn, on every screen and after a restart."""
    async with started(places) as pilot:
        context(pilot).switch("lob")
        companion(pilot).changed()
        await hill_fight(pilot)
        await press(pilot, "h plus")
        await choose(pilot, "scenario|hill-fight")
        await press(pilot, "d y")
        assert "Hill fight" not in at(pilot, "#setup")
        assert "Turn 1 begins July 1, 10:00" in at(pilot, "#setup")
        await press(pilot, "escape plus plus f5 f10 e escape f11 escape f3")
        assert "French" in at(pilot, "#where") or "Allies" in at(pilot, "#where")
    async with started(places) as pilot:
        assert context(pilot).session.game_state.scenario == "hill-fight"
        assert "have changed" not in notes(pilot)


@pytest.mark.slow
async def test_a_scenario_of_a_game_can_be_neither_changed_nor_replaced(places: Places) -> None:
    """For a scenario of the game, no keys to change it are offered, and its name cannot be used again."""
    async with started(places) as pilot:
        context(pilot).switch("aor")
        companion(pilot).changed()
        await press(pilot, "f3 s")
        await choose(pilot, "scenario|first-day")
        assert "Remove" not in painted(pilot)
        await press(pilot, "e d")
        screen(pilot, SetupScreen)
        await press(pilot, "n")
        form = await fill(pilot, title="the first day", first="09:00")
        await press(pilot, "ctrl+s")
        assert "! The First Day comes with Age of Rifles; choose another name" in screen_text(pilot)
        assert screen(pilot, FormScreen) is form
        assert not places.own.exists()


@pytest.mark.slow
async def test_a_game_with_a_schedule_asks_whether_it_applies(places: Places) -> None:
    """The game's schedule adds its arrivals to the scenario's own only if the player says that it applies."""
    async with started(places) as pilot:
        context(pilot).switch("aor")
        companion(pilot).changed()
        for title, key in (("Alone", "n"), ("Together", "y")):
            await press(pilot, "f3 s n")
            await fill(pilot, title=title, days="July 1", first="08:00", last="12:00")
            await mark(pilot, "schedule")
            await press(pilot, key)
            assert ("y yes [n no]  " if key == "n" else "[y yes] n no  ") in painted(pilot)
            await mark(pilot, "arrivals")
            await paste(pilot, "09:00,Union,Scouts,hex H")
            await press(pilot, "ctrl+s h escape")
            assert context(pilot).session.game_state.scenario == title.lower()
            here = context(pilot)
            turn.jump(here.session, 2, 1)
            due = {prompt.says for prompt in here.session.game_state.prompts}
            assert "Union reinforcements at hex H: Scouts" in due
            assert ("Confederate reinforcements at hex A: Pegram (52)" in due) is (key == "y")


@pytest.mark.slow
async def test_replacing_a_scenario_is_asked(places: Places) -> None:
    """Replacing a scenario needs a confirmation: no returns to the form, yes also replaces the arrivals."""
    path = places.own / "tables/lob/scenarios.yaml"
    write(
        path,
        "scenarios:\n  - {id: ford, title: The ford, notes: [Old.]}\n"
        'arrivals:\n  - {side: First player, time: "09:00", says: Ney, scenario: ford}\n',
    )
    async with started(places) as pilot:
        context(pilot).switch("lob")
        companion(pilot).changed()
        before = path.read_text()
        await press(pilot, "f3 s n")
        form = await fill(pilot, title="THE FORD", first="10:00")
        await press(pilot, "ctrl+s")
        assert "You already have a scenario The ford." in screen_text(pilot)
        await press(pilot, "n")
        assert screen(pilot, FormScreen) is form and form.values()["title"] == "THE FORD"
        assert path.read_text() == before
        await press(pilot, "ctrl+s y")
        assert path.read_text() == 'scenarios:\n  - {id: ford, title: THE FORD, day: 1, time: "10:00"}\n'


@pytest.mark.slow
async def test_a_new_session_begins_with_the_scenario(places: Places) -> None:
    """The list of sessions leads to the form; the session has the name of the scenario and its first turn."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f11 a")
        await fill(pilot, title="Night march", first="20:30")
        await press(pilot, "ctrl+s n")
        form = screen(pilot, FormScreen)
        assert form.values() == {"name": "Night march"}
        await fill(pilot, name="game 1")
        await press(pilot, "ctrl+s")
        assert "! session game 1 exists already; choose another name" in screen_text(pilot)
        await fill(pilot, name="Night march")
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: context(pilot).session.name == "Night march")
        await settled(pilot)
        assert context(pilot).game == "creek"
        assert context(pilot).session.game_state.scenario == "night-march"
        await press(pilot, "f3")
        assert at(pilot, "#where").startswith("Turn 1, 20:30, Blue")
    assert set(session_names(sessions_folder(places.data))) == {"Game 1", "Night march"}


@pytest.mark.slow
async def test_the_palette_adds_a_scenario(places: Places) -> None:
    """A game without a clock asks neither for turns nor for arrivals; its date is shown."""
    async with started(places, (40, 20)) as pilot:
        context(pilot).switch("bp")
        companion(pilot).changed()
        await press(pilot, "ctrl+p")
        await type_in(pilot, "add a scenario")
        await press(pilot, "enter")
        form = screen(pilot, FormScreen)
        assert [field.name for field in form.fields if "side" not in field.name] == [
            "title",
            "days",
            "rules",
            "victory",
        ]
        await fill(pilot, title="Château", days="18 June 1815")
        await press(pilot, "ctrl+s 0")
        await press(pilot, "f3 s")
        await choose(pilot, "scenario|chateau")
        assert "Date: 18 June 1815" in at(pilot, "#setup-about")


@pytest.mark.slow
async def test_a_guest_adds_no_scenario(places: Places) -> None:
    """Neither setup, sessions nor palette offers it, and a form that is open is refused."""
    app = CompanionApp(places, "lob", session="Game 1", guest=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.context is not None)
        await settled(pilot)
        await press(pilot, "escape escape f3 s")
        screen(pilot, SetupScreen)
        assert "Add a scenario" not in painted(pilot)
        await press(pilot, "n e d")
        screen(pilot, SetupScreen)
        await press(pilot, "ctrl+p")
        await type_in(pilot, "add a scenario")
        assert "A battle of your own" not in painted(pilot)
        await press(pilot, "escape f11")
        screen(pilot, SessionsScreen)
        assert "Add a scenario" not in painted(pilot)
        await press(pilot, "a escape")
        context(pilot).guest = False
        await press(pilot, "n")
        await fill(pilot, title="Hill fight")
        context(pilot).guest = True
        await press(pilot, "ctrl+s")
        assert (
            "! guests cannot change scenarios; add them on the computer that runs companion serve"
            in screen_text(pilot)
        )
    assert not places.own.exists()


LONG = "long " * 2_000
HOSTILE = [
    "- {a: b}, [c]: \"d\" 'e' # f",
    "colon: and # hash",
    "tab\there",
    "*anchor &x %y @z `q` | > ! ~ null yes no 1:2 012",
    "\\ \\n \\x41 [bold]x[/]",
    "\U0001f600 Бородино é \u202e right",
    LONG.strip(),
]
REFUSED = ["bell\x07", "escape\x1b[31m", "del\x7f", "nel\x85x", "line\u2028x", "high\ud800", "no\ufffe"]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_survives(places: Places, size: tuple[int, int]) -> None:
    """Quotes, colons, tabs and 10,000 characters are written, read back, and edited again unchanged."""
    async with started(places, size) as pilot:
        context(pilot).switch("lob")
        companion(pilot).changed()
        await press(pilot, "f3 s n")
        form = await fill(pilot, title="A \"b\": 'c' #d", first="09:00")
        await mark(pilot, "arrivals")
        await paste(pilot, f'1;First player;"He said ""x"", {LONG};";{LONG}')
        await mark(pilot, "rules")
        await paste(pilot, "\n".join(HOSTILE))
        await press(pilot, "ctrl+s 0")
        scenario = read_library(places).module("lob").scenarios
        assert list(scenario.scenarios[0].notes) == HOSTILE
        assert scenario.scenarios[0].title == "A \"b\": 'c' #d"
        assert scenario.arrivals[0].says == f'He said "x", {LONG};'
        assert scenario.arrivals[0].where == LONG.strip()
        text = (places.own / "tables/lob/scenarios.yaml").read_text()
        await choose(pilot, f"scenario|{scenario.scenarios[0].id}")
        assert "<1b>" not in painted(pilot)
        await press(pilot, "e")
        assert screen(pilot, FormScreen) is not form
        await press(pilot, "ctrl+s 0")
        assert (places.own / "tables/lob/scenarios.yaml").read_text() == text


@pytest.mark.slow
async def test_control_characters_and_long_names_are_refused(places: Places) -> None:
    """The message names the character; nothing is written."""
    async with started(places) as pilot:
        context(pilot).switch("lob")
        companion(pilot).changed()
        await press(pilot, "f3 s n")
        form = await fill(pilot, title="Hill fight")
        await mark(pilot, "rules")
        for text in REFUSED:
            row = form.query_one("#field-rules")
            row.answer = f"before {text}"  # type: ignore[attr-defined]
            await press(pilot, "ctrl+s")
            assert "the control character U+" in screen_text(pilot), ascii(text)
            assert screen(pilot, FormScreen) is form
        await fill(pilot, title="")
        await paste(pilot, "x" * 10_000)
        await press(pilot, "ctrl+s")
        assert "! the name has 10,000 characters; at most 80" in screen_text(pilot)
    assert not places.own.exists()


async def test_several_lines_pasted_into_a_line_of_text_all_stay(places: Places) -> None:
    """A line of a form takes the pasted lines as one, at the cursor and instead of what is selected."""
    async with started(places) as pilot:
        await press(pilot, "f3 s n")
        form = screen(pilot, FormScreen)
        await paste(pilot, "The\nlong\r\nhill\n")
        assert form.values()["title"] == "The long hill"
        await paste(pilot, "s")
        assert form.values()["title"] == "The long hills"
