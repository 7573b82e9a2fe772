"""The text of a record with the player's bookmark, note and table rulings."""

from __future__ import annotations

import pytest

from companion.model import Refused
from companion.model.event import RulingMade
from companion.model.game import term_id
from companion.model.recorded import TableRuling
from companion.play.annotations import toggle_bookmark, write_note
from companion.workspace import rulings
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.record_text import (
    about_words,
    is_calculator,
    own_annotation,
    record_id,
    record_lines,
    record_title,
    scope_words,
)
from companion.workspace.references import references_of


@pytest.mark.parametrize("width", [24, 40, 100])
@pytest.mark.parametrize(
    "record", ["lob:3.4b", "lob:artillery-range-shifts", "lob:charge", "lob:term-closing-roll"]
)
def test_bookmark_and_note_are_below_the_whole_heading(context: AppContext, record: str, width: int) -> None:
    """Bookmark and note follow the heading, however many lines it has, above its blank line."""
    official = record_lines(context, record)(width)
    toggle_bookmark(context.places.data, record, "2026-01-01")
    write_note(context.places.data, record, "Look here.", "2026-01-01")
    head = official.index("")
    assert record_lines(context, record)(width) == [
        *official[:head],
        "(bookmark)",
        "Your note: Look here.",
        *official[head:],
    ]


def test_rulings_are_between_the_heading_and_the_text(context: AppContext) -> None:
    """A ruling is shown with its modifier and duration; rulings on other records are not shown."""
    official = record_lines(context, "lob:closing-roll")(200)
    rulings.make(context, "lob:closing-roll/Moving stack is Shaken", "counts twice", permanent=False)
    rulings.make(context, "lob:closing-roll", "roll openly", permanent=True)
    shown = record_lines(context, "lob:closing-roll")(200)
    first, second = context.rulings()
    assert shown[: len(shown) - len(official) + 2] == [
        *official[:2],
        "",
        f"[TABLE] Moving stack is Shaken: counts twice (how we play it here, {scope_words(context, first)})",
        f"[TABLE] roll openly (how we play it here, {scope_words(context, second)})",
        "",
        "What the book says:",
    ]
    assert shown[-len(official) + 2 :] == official[2:]
    assert [scope_words(context, each).partition(",")[0] for each in (first, second)] == [
        "this session",
        "permanent",
    ]
    assert about_words(context, first) == "Closing roll: Moving stack is Shaken"
    assert about_words(context, second) == "Closing roll"
    assert "[TABLE]" not in "".join(record_lines(context, "lob:3.5")(80))


def test_a_ruling_on_a_modifier_is_only_in_the_ledger(context: AppContext) -> None:
    """Other rulings on the calculator, and on modifiers that it no longer has, are listed beside the result."""
    for about, text in (("/Moving stack is Shaken", "counts twice"), ("", "roll openly"), ("/Fog", "none")):
        new = TableRuling(f"own-{text}", f"lob:closing-roll{about}", text, "2026-07-01")
        context.session.add(RulingMade(new))
    calculation = Calculation(context, "lob:closing-roll", {})
    calculation.update()
    (listed,) = (section for section in calculation.sections() if section.name == "rulings")
    assert listed.lines(200) == ["[TABLE] Closing roll: roll openly", "[TABLE] Closing roll: Fog: none"]


def test_a_note_is_below_a_heading_without_text(context: AppContext) -> None:
    """A record that no longer exists has such a heading."""
    write_note(context.places.data, "lob:nothing", "Ask.", "2026-01-01")
    assert record_lines(context, "lob:nothing")(100) == ["lob:nothing not found.", "Your note: Ask."]


def test_titles_and_kinds_of_records(context: AppContext) -> None:
    """Rules, charts, calculators, terms and unknown records have a title."""
    assert record_title(context, "lob:3.5") == "3.5 Closing rolls"
    assert record_title(context, "lob:artillery-types") == "Artillery Types"
    assert record_title(context, "lob:term-closing-roll") == "Closing roll"
    assert record_title(context, "lob:nothing") == "lob:nothing (not found)"
    assert record_lines(context, "lob:nothing")(80) == ["lob:nothing not found."]
    kinds = [is_calculator(context, name) for name in ("lob:closing-roll", "lob:3.5", "lob:nothing")]
    assert kinds == [True, False, False]


def test_the_scope_of_a_ruling_and_since_when_it_is_in_force(context: AppContext) -> None:
    """A ruling without a date has no such words."""
    dated = TableRuling("own-1", "lob:3.5", "openly", "2026-07-01")
    undated = TableRuling("own-2", "lob:3.5", "openly", "")
    assert scope_words(context, dated) == "permanent, since 2026-07-01"
    assert scope_words(context, undated) == "permanent"
    context.session.add(RulingMade(dated), RulingMade(undated))
    assert scope_words(context, dated) == "this session, since 2026-07-01"
    assert scope_words(context, undated) == "this session"


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ("LOB:3.5", "lob:3.5"),
        ("lob:closing-roll", "lob:closing-roll"),
        ("Lob:Nothing", "lob:nothing"),
        ("LOB:term-closing-roll", "lob:term-closing-roll"),
    ],
)
def test_the_id_of_a_record(context: AppContext, record: str, found: str) -> None:
    """In small letters, whether or not the record exists."""
    assert record_id(context, record) == found


def test_a_note_that_cannot_be_read_is_replaced_by_the_reason(context: AppContext) -> None:
    """The text of the record is shown nevertheless."""
    official = record_lines(context, "lob:3.5")(200)
    context.places.data.joinpath("player.db").mkdir()
    own = own_annotation(context, "lob:3.5")
    assert (own.about, own.bookmark) == ("lob:3.5", False)
    assert "player.db" in own.note
    shown = record_lines(context, "lob:3.5")(2_000)
    assert f"Your note: {own.note}" in shown
    assert shown[-1] == official[-1]


def test_a_dropped_ruling_is_removed(context: AppContext) -> None:
    """A ruling is removed from the session, or from the permanent ones; other rulings stay."""
    for good in (False, True):
        one = rulings.make(context, "lob:3.5", "one", good)
        two = rulings.make(context, "lob:3.5", "two", good)
        rulings.drop(context, one.id)
        assert context.rulings() == (two,)
        rulings.drop(context, two.id)
        assert context.rulings() == ()


def test_rulings_are_exported_and_imported_once(context: AppContext) -> None:
    """Known rulings are not added again; without rulings no file is written."""
    with pytest.raises(Refused, match="no table ruling"):
        rulings.export(context)
    made = rulings.make(context, "lob:3.5", "openly", permanent=False)
    file = rulings.export(context)
    assert rulings.import_rulings_file(context, f" {file} ", permanent=True).new == ()
    rulings.drop(context, made.id)
    assert len(rulings.import_rulings_file(context, str(file), permanent=True).new) == 1
    assert [each.text for each in context.permanent_rulings] == ["openly"]
    assert context.session.state.rulings == {}


def test_a_file_name_that_cannot_exist_is_refused(context: AppContext) -> None:
    """The message gives the reason, as for a file that does not exist."""
    with pytest.raises(Refused, match="cannot be read: embedded null byte"):
        rulings.import_rulings_file(context, "rulings\0.json", permanent=True)
    with pytest.raises(Refused, match=r"gone\.json cannot be read: No such file"):
        rulings.import_rulings_file(context, "gone.json", permanent=True)
    for name in ("~nobody-of-this-name/rulings.json", "/dev/zero"):
        with pytest.raises(Refused, match="cannot be read"):
            rulings.import_rulings_file(context, name, permanent=True)


def test_a_term_refers_to_its_rule(context: AppContext) -> None:
    """An id that does not exist refers to nothing."""
    module = context.library.module("lob")
    term = next(each for each in module.terms if each.cite == "5.6")
    (rule,) = references_of(context, term_id("lob", term))
    assert (rule.group, rule.number) == ("Rules", "5.6")
    assert references_of(context, "lob:nothing") == []
