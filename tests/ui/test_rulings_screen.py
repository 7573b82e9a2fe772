"""Table rulings: made at the rule or the modifier, shown first and marked, never among the official text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.model.event import RulingMade
from companion.model.recorded import TableRuling
from companion.play.rulings import lasting_rulings
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.rulings import RulingsScreen
from companion.workspace.rulings import make, take_in
from tests.ui.helpers import (
    at,
    calculator,
    context,
    notes,
    press,
    read,
    read_title,
    row,
    screen,
    settled,
    started,
    type_in,
    until,
    words,
)

SHAKEN = "lob:closing-roll/Moving stack is Shaken"


async def rulings(pilot: Pilot[None]) -> RulingsScreen:
    """Opens the rulings."""
    await pilot.app.run_action("open('rulings')")
    await settled(pilot)
    return screen(pilot, RulingsScreen)


async def rule(pilot: Pilot[None], text: str, scope: str = "t") -> None:
    """Fills in the ruling that r has opened; `scope` t: this session, f: for good."""
    assert isinstance(pilot.app.screen, FormScreen)
    pilot.app.screen.query_one("#field-text").focus()
    await type_in(pilot, text)
    await press(pilot, f"enter {scope} ctrl+s")


# making


async def test_ruling_on_an_open_rule_stands_first_in_it(places: Places) -> None:
    """Marked TABLE, apart from what the book says, at once and when it is opened again."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        official = at(pilot, "#text")
        assert "TABLE" not in official
        await press(pilot, "r")
        await rule(pilot, "we fall back two hexes")
        screen(pilot, ReadScreen)
        told = at(pilot, "#text")
        assert told.startswith("TABLE · we fall back two hexes (here we play it so, this session")
        assert told.endswith(official)
        (made,) = context(pilot).session.state.rulings.values()
        assert (made.about, made.text) == ("lob:3.5c", "we fall back two hexes")


@pytest.mark.slow
async def test_what_holds_already_is_said_where_another_is_made(places: Places) -> None:
    """The form names it; the list of all is one key from the turn."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        assert at(pilot, "#told") == ""
        await rule(pilot, "two hexes")
        await press(pilot, "r")
        assert at(pilot, "#told") == "Beside what holds already: two hexes"
        await press(pilot, "escape f3 t")
        screen(pilot, RulingsScreen)
        assert at(pilot, "#where").startswith("Table rulings · Turn 1")


async def test_ruling_on_a_marked_modifier_stands_at_its_line(places: Places) -> None:
    """r on the question; shown under the modifier in the ledger, and TABLE at the question; the sum stays."""
    async with started(places, (120, 40)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        assert page.calculation.resolution is not None
        total = page.calculation.resolution.total
        row(pilot, "shaken").focus()
        await press(pilot, "number_sign")
        await rule(pilot, "only in the open")
        assert isinstance(context(pilot).session.log[-1].event, RulingMade)
        assert context(pilot).rulings()[0].about == SHAKEN
        assert "Moving stack is Shaken → closes 50% 3.5 TABLE only in the open" in at(pilot, "#answer")
        assert words(row(pilot, "shaken")).endswith("TABLE")
        assert not words(row(pilot, "into_rear")).endswith("TABLE")
        assert page.calculation.resolution.total == total
        assert set(page.form.sheet.values) == {"rating", "leader_morale"}


async def test_ruling_on_the_rule_stands_above_the_ledger(places: Places) -> None:
    """A calculator shows the rulings on the rules that it cites."""
    async with started(places) as pilot:
        make(context(pilot), "3.5", "never at night", False)
        await calculator(pilot, "closing-roll")
        assert at(pilot, "#answer").startswith(
            "Ledger die roll modifiers Table rulings [TABLE] 3.5 Closing rolls: never at night"
        )


@pytest.mark.slow
async def test_r_rolls_where_dice_are_due(places: Places) -> None:
    """On the dice r is the companion's roll, as ever."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 r")
        screen(pilot, CalculatorScreen)
        assert len(page.calculation.rolls) == 1


async def test_ruling_made_by_number_on_the_rulings_screen(places: Places) -> None:
    """What it is about must be in a book; how long it holds must be said."""
    async with started(places) as pilot:
        await rulings(pilot)
        assert "No table rulings yet" in at(pilot, "#rulings")
        await press(pilot, "n")
        await type_in(pilot, "99.9")
        await press(pilot, "down")
        await rule(pilot, "no such thing")
        assert "nothing is called 99.9" in at(pilot, "#told")
        assert context(pilot).rulings() == ()
        await press(pilot, "escape escape n")
        await type_in(pilot, "3.5c")
        await press(pilot, "enter")
        await type_in(pilot, "two hexes")
        await press(pilot, "ctrl+s")
        assert "for this session, or for good?" in at(pilot, "#told")
        await press(pilot, "enter t ctrl+s")
        assert "TABLE 3.5c" in at(pilot, "#rulings")
        assert "two hexes this session" in at(pilot, "#rulings")


@pytest.mark.slow
async def test_ruling_without_words_is_refused(places: Places) -> None:
    """Nothing is made."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        await rule(pilot, " ")
        assert "a ruling needs its words" in at(pilot, "#told")
        assert context(pilot).rulings() == ()


# for a session, for good


async def test_for_good_holds_in_another_session(places: Places) -> None:
    """That of a session does not; no two share an id."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        await rule(pilot, "this evening")
        await press(pilot, "r")
        await rule(pilot, "always so", "f")
        assert len({each.id for each in context(pilot).rulings()}) == 2
        context(pilot).change_session("Another")
        assert [each.text for each in context(pilot).rulings()] == ["always so"]
    async with started(places) as pilot:
        assert [each.text for each in context(pilot).rulings()] == ["always so"]


async def test_dropped_rulings_are_gone(places: Places) -> None:
    """One of the session can be undone; one for good is gone from its file."""
    async with started(places) as pilot:
        make(context(pilot), "3.5", "tonight", False)
        make(context(pilot), "3.5", "always", True)
        await rulings(pilot)
        await press(pilot, "d")
        assert [each.text for each in context(pilot).rulings()] == ["always"]
        await press(pilot, "d")
        assert context(pilot).rulings() == ()
        assert lasting_rulings(places.data) == ()
        assert "No table rulings yet" in at(pilot, "#rulings")
        await press(pilot, "ctrl+z")
        assert "tonight" in at(pilot, "#rulings")


async def test_damaged_file_is_not_written_over(places: Places) -> None:
    """It says so and leaves the file alone."""
    places.data.mkdir(parents=True, exist_ok=True)
    (places.data / "rulings.json").write_text("not rulings")
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        await rule(pilot, "always so", "f")
        assert "no table rulings" in at(pilot, "#told")
        assert (places.data / "rulings.json").read_text() == "not rulings"


# in search


async def test_ruling_is_found_before_its_rule(places: Places) -> None:
    """Marked TABLE, a result of its own; Enter opens the rule it is about."""
    async with started(places) as pilot:
        make(context(pilot), "3.5c", "a mule counts as a leader", False)
        await type_in(pilot, "3.5c")
        first, second = pilot.app.screen.query_one("#results").options[:2]  # type: ignore[attr-defined]
        assert "TABLE" in str(first.prompt)
        assert "a mule counts as a leader" in str(first.prompt)
        assert "TABLE" not in str(second.prompt)
        assert str(second.prompt).startswith("3.5c")
        await press(pilot, "enter")
        assert " 3.5c " in read_title(pilot)


@pytest.mark.slow
async def test_ruling_is_found_by_its_own_words(places: Places) -> None:
    """Whole words, the last half typed; a word it does not hold finds it not."""
    async with started(places) as pilot:
        make(context(pilot), SHAKEN, "a mule counts as a leader", False)
        await type_in(pilot, "leader mul")
        first = pilot.app.screen.query_one("#results").options[0]  # type: ignore[attr-defined]
        assert "a mule counts as a leader" in str(first.prompt)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "escape")
        await type_in(pilot, "night mule")
        listed = pilot.app.screen.query_one("#results").options  # type: ignore[attr-defined]
        assert not any("TABLE" in str(each.prompt) for each in listed)


# handed on


async def test_export_and_import(places: Places, tmp_path: Path) -> None:
    """What one table exports another takes in, once; what is in no book here is counted and left out."""
    async with started(places) as pilot:
        make(context(pilot), "3.5", "never at night", False)
        make(context(pilot), SHAKEN, "only in the open", True)
        await rulings(pilot)
        await press(pilot, "e")
        (path,) = places.data.glob("rulings 2*.json")
        assert path.name in notes(pilot)
        content = json.loads(path.read_text())
        listed = content["records"]
        assert [each["text"] for each in listed] == ["never at night", "only in the open"]
        listed.append({"id": "table-9", "about": "elsewhere:1.1", "text": "foreign"})
        handed = tmp_path / "handed.json"
        handed.write_text(json.dumps(content))
        context(pilot).change_session("Another")
        await press(pilot, "i")
        await type_in(pilot, str(handed))
        await press(pilot, "enter t ctrl+s")
        assert "1 taken in, 1 held here already, 1 about what is in no book here" in notes(pilot)
        assert [each.text for each in context(pilot).rulings()] == ["never at night", "only in the open"]
        assert len({each.id for each in context(pilot).rulings()}) == 2
        assert take_in(context(pilot), str(handed), True).new == ()


@pytest.mark.slow
async def test_a_file_that_is_none_is_refused(places: Places, tmp_path: Path) -> None:
    """Missing, or something else; one line, nothing taken in."""
    other = tmp_path / "other.json"
    other.write_text('{"a": 1}')
    async with started(places) as pilot:
        await rulings(pilot)
        for name, said in ((tmp_path / "none.json", "cannot be read"), (other, "no table rulings")):
            await press(pilot, "i")
            await type_in(pilot, str(name))
            await press(pilot, "enter t ctrl+s")
            assert said in at(pilot, "#told")
            await press(pilot, "escape escape")
        assert context(pilot).rulings() == ()


@pytest.mark.slow
async def test_nothing_to_export_says_so(places: Places) -> None:
    """No file is written."""
    async with started(places) as pilot:
        await rulings(pilot)
        await press(pilot, "e")
        assert "there is no table ruling" in notes(pilot)
        assert not list(places.data.glob("rulings*.json"))


@pytest.mark.slow
async def test_control_characters_of_a_ruling_are_shown_as_text(places: Places) -> None:
    """A file from elsewhere steers no terminal."""
    async with started(places) as pilot:
        ruling = TableRuling("table-1", "lob:3.5", "a\x1b[31mb")
        context(pilot).session.add(RulingMade(ruling))
        await rulings(pilot)
        assert "\x1b" not in at(pilot, "#rulings")
        assert "a<1b>[31mb" in at(pilot, "#rulings")


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_rulings_fit(places: Places, size: tuple[int, int]) -> None:
    """The form with all its lines and the list are whole."""
    async with started(places, size=size) as pilot:
        await rulings(pilot)
        await press(pilot, "n")
        form = screen(pilot, FormScreen)
        assert form.query_one("#send").region.bottom <= size[1]
        assert form.query_one("#send").region.height == 1
        await press(pilot, "escape")
        assert screen(pilot, RulingsScreen).query_one("#rulings").region.height >= 10
