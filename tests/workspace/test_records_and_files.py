"""References, lists of calculators, imported sections and files that both front ends use."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.load.library import load_library
from companion.model import Entry, Refused
from companion.model.imported import ImportedDocument, ImportedSection
from companion.play.opening import open_session
from companion.workspace.calculator_list import listed_calculators
from companion.workspace.context import AppContext
from companion.workspace.imported import with_name
from companion.workspace.imported_sections import imported_neighbours
from companion.workspace.own_scenarios import OwnScenario, may_write
from companion.workspace.references import references_of
from companion.workspace.reports import save_copied_line
from tests.process.cup_game import write_game
from tests.unit.test_loading_faults import places_of


def test_rules_of_a_chart_are_rules(context: AppContext) -> None:
    """The group Rules of a chart lists entries only, although other charts have the same number."""
    for chart in context.module.charts:
        rules = [each.id for each in references_of(context, chart.id) if each.group == "Rules"]
        assert all(isinstance(context.library.first(rule), Entry) for rule in rules), chart.id


def book(*levels: int) -> ImportedDocument:
    """Return a document with sections of these levels, named A, B and so on."""
    sections = tuple(ImportedSection("", "ABCDEFG"[place], level, 1, 1) for place, level in enumerate(levels))
    return ImportedDocument("book", "lob", "/book.pdf", "PDF", 1, sections)


@pytest.mark.parametrize(("place", "above"), [*enumerate(["", "", "B", "B", "B", "B", ""])])
def test_the_enclosing_section_is_the_nearest_of_a_higher_level(place: int, above: str) -> None:
    """Sections of the same level in between are passed over; a chapter has no enclosing section."""
    found = imported_neighbours((book(2, 1, 3, 3, 2, 2, 1), place)).above
    assert (found.title if found is not None else "") == above


@pytest.mark.parametrize(
    ("sections", "place", "neighbours"),
    [
        (1, 0, (None, None)),
        (2, 0, (None, ("import/book/2", "B"))),
        (2, 1, (("import/book/1", "A"), None)),
        (4, 2, (("import/book/2", "B"), ("import/book/4", "D"))),
    ],
)
def test_the_sections_before_and_after(sections: int, place: int, neighbours: tuple[object, object]) -> None:
    """The first has none before, the last none after; the place is counted from 1, in the whole document."""
    found = imported_neighbours((book(*[1] * sections), place))
    assert found == (*neighbours, None, "book", place + 1, sections)


def test_a_document_can_be_renamed() -> None:
    """Only the name changes, to one that an id can hold; a name without letters and digits is refused."""
    assert with_name(book(1, 2), "Our Rules!") == replace(book(1, 2), name="our-rules")
    for name in ("", "!"):
        with pytest.raises(Refused, match="letters or digits"):
            with_name(book(1), name)


def test_a_copied_line_is_in_the_returned_file(tmp_path: Path) -> None:
    """A copied line is saved in the file whose path is returned for the player."""
    assert save_copied_line(tmp_path, "a line").read_text() == "a line\n"
    assert save_copied_line(tmp_path, "another").read_text() == "another\n"


def test_without_a_folder_of_their_own_players_write_no_scenarios(context: AppContext) -> None:
    """The folder of the included games is never written to."""
    assert may_write(context)
    context.places = context.places._replace(bases=context.places.bases[:1])
    assert not may_write(context)


@pytest.mark.parametrize(
    "character", ["\x00", "\x1b", "\u0085", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff"]
)
def test_characters_that_no_file_can_hold_are_refused(tmp_path: Path, character: str) -> None:
    """Control characters and noncharacters are named by their code."""
    places = places_of(tmp_path)
    write_game(places.bases[0])
    session = open_session(places.data, load_library(places))
    session.open_game("drum")
    own = OwnScenario(AppContext(places, session.library, session))
    with pytest.raises(Refused, match=rf"U\+{ord(character):04X} after \"Raid\""):
        own.save({**own.form.values(), "title": f"Raid{character}"})
    session.close()


def test_a_calculator_that_cannot_be_read_is_not_listed(context: AppContext) -> None:
    """The phase still names it, but only calculators that can be opened are listed."""
    module, library = context.module, context.library
    names = [each.procedure.id for each in listed_calculators(context) if each.why == "this phase"]
    assert names
    left = replace(module, procedures=tuple(each for each in module.procedures if each.id != names[0]))
    modules = tuple(left if each is module else each for each in library.modules)
    context.library = context.session.library = replace(library, modules=modules)
    assert names[0] not in [each.procedure.id for each in listed_calculators(context)]
