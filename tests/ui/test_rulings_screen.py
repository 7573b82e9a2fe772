"""Table rulings: added to a rule or a modifier, shown first and marked, never mixed with official text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.model.event import RulingMade
from companion.model.recorded import TableRuling
from companion.play.annotations import write_note
from companion.play.rulings import permanent_rulings
from companion.play.store.player_file import FILE
from companion.play.units_and_notes import add_note
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.log import LogScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.rulings import RulingsScreen
from companion.workspace.context import AppContext
from companion.workspace.rulings import import_rulings_file, make
from tests.newer import of_newer_version
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
    """Open the list of rulings."""
    await pilot.app.run_action("open('rulings')")
    await settled(pilot)
    return screen(pilot, RulingsScreen)


async def rule(pilot: Pilot[None], text: str, scope: str = "t") -> None:
    """Fill in the form of a ruling that r opened. `scope` is t for this session or f for permanent."""
    assert isinstance(pilot.app.screen, FormScreen)
    pilot.app.screen.query_one("#field-text").focus()
    await type_in(pilot, text)
    await press(pilot, f"enter {scope} ctrl+s")


# add


async def test_ruling_on_an_open_rule_comes_first(places: Places) -> None:
    """The ruling is marked TABLE and separate from the official text, at once and when the rule is opened again."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        official = at(pilot, "#text")
        assert "TABLE" not in official
        await press(pilot, "r")
        await rule(pilot, "we fall back two hexes")
        screen(pilot, ReadScreen)
        text = at(pilot, "#text")
        assert text.startswith("TABLE · we fall back two hexes (how we play it here, this session")
        assert text.endswith(official)
        (made,) = context(pilot).session.state.rulings.values()
        assert (made.about, made.text) == ("lob:3.5c", "we fall back two hexes")


@pytest.mark.slow
async def test_form_of_a_ruling_names_existing_ones(places: Places) -> None:
    """The form names the existing ruling; t on the turn lists all of them."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        assert at(pilot, "#told") == ""
        await rule(pilot, "two hexes")
        await press(pilot, "r")
        assert at(pilot, "#told") == "Existing rulings: two hexes"
        await press(pilot, "escape f3 t")
        screen(pilot, RulingsScreen)
        assert at(pilot, "#where").startswith("Table rulings · Turn 1")


@pytest.mark.slow
async def test_ruling_on_a_modifier_is_shown_at_its_line(places: Places) -> None:
    """The ruling is below the modifier in the ledger, and TABLE is at the question; the total is unchanged."""
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


async def test_ruling_on_a_cited_rule_is_shown_in_the_calculator(places: Places) -> None:
    """A calculator shows the rulings on the rules it cites."""
    async with started(places) as pilot:
        make(context(pilot), "3.5", "never at night", False)
        await calculator(pilot, "closing-roll")
        assert at(pilot, "#answer").startswith(
            "Ledger die roll modifiers Table rulings [TABLE] 3.5 Closing rolls: never at night"
        )


@pytest.mark.slow
async def test_r_rolls_when_dice_are_due(places: Places) -> None:
    """On the dice, r rolls and does not add a ruling."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 r")
        screen(pilot, CalculatorScreen)
        assert len(page.calculation.rolls) == 1


@pytest.mark.slow
async def test_ruling_added_by_rule_number(places: Places) -> None:
    """The rule must exist, and the duration must be chosen."""
    async with started(places) as pilot:
        await rulings(pilot)
        assert "No table rulings yet" in at(pilot, "#rulings")
        await press(pilot, "n")
        await type_in(pilot, "99.9")
        await press(pilot, "down")
        await rule(pilot, "no such thing")
        assert "99.9 not found" in at(pilot, "#told")
        assert context(pilot).rulings() == ()
        await press(pilot, "escape escape n")
        await type_in(pilot, "3.5c")
        await press(pilot, "enter")
        await type_in(pilot, "two hexes")
        await press(pilot, "ctrl+s")
        assert "choose a scope: this session or permanent" in at(pilot, "#told")
        await press(pilot, "enter t ctrl+s")
        assert "TABLE 3.5c" in at(pilot, "#rulings")
        assert "two hexes this session" in at(pilot, "#rulings")


@pytest.mark.slow
async def test_ruling_without_words_is_refused(places: Places) -> None:
    """A ruling without words is refused with a message, and not added."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        await rule(pilot, " ")
        assert "a ruling needs text" in at(pilot, "#told")
        assert context(pilot).rulings() == ()


# for a session or permanent


@pytest.mark.slow
async def test_permanent_ruling_applies_in_another_session(places: Places) -> None:
    """A ruling of one session does not apply in another; ids are unique."""
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        await rule(pilot, "this evening")
        await press(pilot, "r")
        await rule(pilot, "always so", "p")
        assert len({each.id for each in context(pilot).rulings()}) == 2
        context(pilot).change_session("Another")
        assert [each.text for each in context(pilot).rulings()] == ["always so"]
    async with started(places) as pilot:
        assert [each.text for each in context(pilot).rulings()] == ["always so"]


async def test_dropped_rulings_are_removed(places: Places) -> None:
    """A dropped ruling of the session can be restored by undo; a permanent one is removed from its file."""
    async with started(places) as pilot:
        make(context(pilot), "3.5", "tonight", False)
        make(context(pilot), "3.5", "always", True)
        await rulings(pilot)
        await press(pilot, "d")
        assert [each.text for each in context(pilot).rulings()] == ["always"]
        await press(pilot, "d")
        assert context(pilot).rulings() == ()
        assert permanent_rulings(places.data) == ()
        assert "No table rulings yet" in at(pilot, "#rulings")
        await press(pilot, "ctrl+z")
        assert "tonight" in at(pilot, "#rulings")


@pytest.mark.slow
async def test_a_damaged_file_is_set_aside(places: Places) -> None:
    """The start says so; a file that is damaged later is repaired when something is written."""
    places.data.mkdir(parents=True, exist_ok=True)
    (places.data / FILE).write_text("not rulings")
    async with started(places) as pilot:
        assert "player.db was damaged" in notes(pilot)
        await read(pilot, "3.5c")
        await press(pilot, "r")
        (places.data / FILE).write_text("again")
        await rule(pilot, "always so", "p")
        assert "player.db was damaged" in at(pilot, "#told")
        await press(pilot, "ctrl+s")
        assert [each.text for each in permanent_rulings(places.data)] == ["always so"]
    assert sorted(each.read_text() for each in places.data.glob("*.bad*")) == ["again", "not rulings"]


async def test_a_file_of_a_newer_version_is_not_changed(places: Places) -> None:
    """A file of a newer version is not changed, and a new ruling is refused with the reason."""
    write_note(places.data, "lob:3.5", "x", "2026-01-01")
    of_newer_version(places.data)
    before = (places.data / FILE).read_bytes()
    async with started(places) as pilot:
        await read(pilot, "3.5c")
        await press(pilot, "r")
        await rule(pilot, "always so", "p")
        assert "newer version of the companion" in at(pilot, "#told")
    assert (places.data / FILE).read_bytes() == before


# in search


async def test_ruling_is_found_before_its_rule(places: Places) -> None:
    """The ruling is a separate result marked TABLE; Enter opens its rule."""
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
async def test_ruling_is_found_by_its_words(places: Places) -> None:
    """A search finds whole words, the last one incomplete; a word that the ruling does not contain finds nothing."""
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


@pytest.mark.slow
async def test_a_line_of_the_log_is_found_and_opened(places: Places) -> None:
    """A line of the log is found, marked LOG; Enter opens the log at that line, and Escape returns."""
    async with started(places) as pilot:
        for text in ("The Zanzibar Rifles never closed", "Rain"):
            add_note(context(pilot).session, text)
        await type_in(pilot, "zanzibar")
        first = pilot.app.screen.query_one("#results").options[0]  # type: ignore[attr-defined]
        assert "LOG" in str(first.prompt) and "never closed" in str(first.prompt)
        await press(pilot, "enter")
        log = screen(pilot, LogScreen)
        assert len(log.lines) > 2 and log.option_list.marked_id == str(log.lines[-2].logged.id)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, FindScreen)


# export and import


@pytest.mark.slow
async def test_export_and_import(places: Places, tmp_path: Path) -> None:
    """An import adds each exported ruling once; those on unknown rules are counted and skipped."""
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
        exported = tmp_path / "exported.json"
        exported.write_text(json.dumps(content))
        context(pilot).change_session("Another")
        await press(pilot, "i")
        await type_in(pilot, str(exported))
        await press(pilot, "enter t ctrl+s")
        assert "1 imported, 1 already here, 1 about unknown rules" in notes(pilot)
        assert [each.text for each in context(pilot).rulings()] == ["never at night", "only in the open"]
        assert len({each.id for each in context(pilot).rulings()}) == 2
        assert import_rulings_file(context(pilot), str(exported), True).new == ()


@pytest.mark.slow
async def test_an_invalid_file_is_refused(places: Places, tmp_path: Path) -> None:
    """A missing file, or one of another format, gives one message, and nothing is imported."""
    other = tmp_path / "other.json"
    other.write_text('{"a": 1}')
    async with started(places) as pilot:
        await rulings(pilot)
        for name, message in (
            (tmp_path / "none.json", "cannot be read"),
            (other, "not a file of exported table rulings"),
        ):
            await press(pilot, "i")
            await type_in(pilot, str(name))
            await press(pilot, "enter t ctrl+s")
            assert message in at(pilot, "#told")
            await press(pilot, "escape escape")
        assert context(pilot).rulings() == ()


@pytest.mark.slow
async def test_nothing_to_export_says_so(places: Places) -> None:
    """Without rulings, an export writes no file, and a message says so."""
    async with started(places) as pilot:
        await rulings(pilot)
        await press(pilot, "e")
        assert "there are no table rulings" in notes(pilot)
        assert not list(places.data.glob("rulings*.json"))


@pytest.mark.slow
async def test_control_characters_of_a_ruling_are_shown_as_text(places: Places) -> None:
    """Escapes in an imported file do not reach the terminal."""
    async with started(places) as pilot:
        ruling = TableRuling("table-1", "lob:3.5", "a\x1b[31mb")
        context(pilot).session.add(RulingMade(ruling))
        await rulings(pilot)
        assert "\x1b" not in at(pilot, "#rulings")
        assert "a<1b>[31mb" in at(pilot, "#rulings")


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_rulings_fit(places: Places, size: tuple[int, int]) -> None:
    """The form and the list are completely visible."""
    async with started(places, size=size) as pilot:
        await rulings(pilot)
        await press(pilot, "n")
        form = screen(pilot, FormScreen)
        assert form.query_one("#send").region.bottom <= size[1]
        assert form.query_one("#send").region.height == 1
        await press(pilot, "escape")
        assert screen(pilot, RulingsScreen).query_one("#rulings").region.height >= 10


async def test_the_overview_names_the_rulings_of_its_game(places: Places) -> None:
    """A ruling on a rule of another game is not listed."""
    made = AppContext.open(places, "aor")
    make(made, "lob:3.5", "Roll twice.", True)
    make(made, "aor:21.5", "Woods block.", True)
    made.close()
    async with started(places, size=(120, 40)) as pilot:
        session = at(pilot, "#home-session")
        assert "21.5" in session
        assert "3.5 Closing rolls" not in session
