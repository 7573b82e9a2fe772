"""The documents that are indexed for rules, charts, calculators and terms, and the words that are counted."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.model import Chart, Entry, Game, GameModule, Library, Point, Procedure, Term
from companion.model.chart import Footnote, Shade
from companion.model.game import Document as Source
from companion.model.inputs import Input
from companion.model.step import Modifier, Tally
from companion.search.documents import Document, documents, readable, units
from companion.search.indexed_document import IndexedDocument, pack
from tests.red_and_blue import BATTLES, entry
from tests.small_search import document

GAME = Game("red", "Red Coats", "2nd", "Nobody.", (Source("main", "The Rules", "rule"),), limits=BATTLES)


def made(*entries: Entry, **other: Any) -> list[Document]:
    """The documents of a game with these rules and other records."""
    return list(documents(Library((GameModule(GAME, entries, **other),))))


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("A *unit* **may** `fire`.", "A unit may fire."),
        ("(*fire*)", "(fire)"),
        ("fire | shock|move", "fire shock move"),
        ("See [[closing-roll]] and [[lob:opening-volley]].", "See closing roll and opening volley."),
        (r"Roll 4\* or \[[x]].", "Roll 4* or [[x]]."),
        ("one\n  two", "one two"),
    ],
)
def test_markdown_is_read_as_plain_text(markdown: str, text: str) -> None:
    """Links are the words of their names; escaped marks stay."""
    assert readable(markdown) == text


def test_the_document_of_a_rule() -> None:
    """With the title of its source, its chapter and the titles above it."""
    top = entry("red", "1", "Combat", "Fight.")
    middle = entry("red", "1.1", "Fire", "Shoot.", parent="red:1")
    rule = msgspec.structs.replace(
        entry("red", "1.1a", "Canister", "One *die*.", "Two.", parent="red:1.1", family="Guns"),
        document="main",
        asked=("short range", "shot"),
    )
    assert made(top, middle, rule)[2] == Document(
        id="red:1.1a",
        game="red",
        kind="entry",
        section="1.1a",
        numbers=("1.1a",),
        title="Canister",
        above="Fire Combat Rules",
        lines=("One die.", "Two."),
        asked=("short range", "shot"),
        authority="rule",
        source="The Rules",
        family="Guns",
        parent="red:1.1",
        marks=("kind/rule",),
    )


def test_a_rule_without_a_source_has_its_chapter() -> None:
    """The title of the chapter is not repeated above it."""
    (one,) = made(entry("red", "1", "Combat"))
    assert (one.source, one.above, one.lines) == ("Rules", "Rules", ())
    (_, two) = made(entry("red", "1", "Rules"), entry("red", "2", "Fire", parent="red:1"))
    assert two.above == "Rules"


def test_a_rule_has_the_strongest_authority_of_its_points() -> None:
    """Without any point it is a rule; errata and rulings are marks."""
    points = (Point("a", "ruling"), Point("b", "erratum"), Point("c", "companion"))
    (rule,) = made(msgspec.structs.replace(entry("red", "1", "Fire"), points=points))
    assert rule.authority == "erratum"
    assert rule.marks == ("kind/rule", "kind/erratum", "kind/ruling")
    assert rule.lines == ("a", "b")
    assert made(entry("red", "1", "Fire"))[0].authority == "rule"


def test_the_limits_of_points_are_marks() -> None:
    """The printed name is before the text."""
    points = (Point("Hold.", "rule", mark="Alma"), Point("Run.", "rule", mark="Balaklava Plain"))
    (rule,) = made(msgspec.structs.replace(entry("red", "1", "Fire", optional=True), points=points))
    assert rule.marks == ("kind/rule", "optional/yes", "battle/alma", "battle/balaklava", "optional/yes")
    assert rule.lines == ("Alma Hold.", "Balaklava Plain Run.")


def test_each_listed_question_has_the_line_of_its_point() -> None:
    """Points that are not searched have none; a table has a line for each row."""
    table = "| Roll | Result | Loss |\n|---|---|---|\n| 1 | stand | 0 |\n| 2 | run | 1 |"
    points = (
        Point("Note.", "companion", asked=("n",)),
        Point(table, "rule", kind="table", asked=("a", "b")),
        Point("Last.", "rule", asked=("c",)),
    )
    (rule,) = made(msgspec.structs.replace(entry("red", "1", "Fire"), points=points))
    assert rule.lines == ("Roll 1: Result stand | Loss 0", "Roll 2: Result run | Loss 1", "Last.")
    assert rule.answers == (-1, 0, 0, 2)


def test_a_table_of_two_columns_has_no_headings() -> None:
    """Each row is the first cell and the second."""
    table = "| Roll | Result |\n|---|---|\n| 1 | *stand* |\n| 2 | run |"
    (rule,) = made(
        msgspec.structs.replace(entry("red", "1", "Fire"), points=(Point(table, "rule", kind="table"),))
    )
    assert rule.lines == ("1: stand", "2: run")


def test_notes_alone_are_searched() -> None:
    """If a rule has no other points."""
    note = Point("Not covered.", "companion", asked=("a",))
    (rule,) = made(msgspec.structs.replace(entry("red", "1", "Fire"), points=(note,)))
    assert (rule.lines, rule.answers, rule.authority) == (("Not covered.",), (0,), "companion")


@pytest.mark.parametrize(
    ("cite", "section"),
    [("12", "12"), ("5.4a, note", "5.4a"), ("Sheet", ""), ("", ""), ("5.4.a", ""), ("12th", "")],
)
def test_a_chart_has_the_number_it_cites(cite: str, section: str) -> None:
    """Footnotes, shades, headings and rows are its lines."""
    chart = Chart(
        "red:losses", "Losses", cite, "Sheet", columns_title="Range", game="red", rows_title="Strength",
        rows=("weak", "strong"), columns=("near", "far"), cells=(("1", "0*"), ("3", "1")), asked=("how many",),
        footnotes=(Footnote("Never.", "*"), Footnote("Twice.")), shades=(Shade("grey", "Halt.", "grey", ()),),
    )  # fmt: skip
    numbers = (section,) if section else ()
    lines = (
        "* Never.",
        "Twice.",
        "grey: Halt.",
        "Strength / Range: near | far",
        "weak: 1 | 0*",
        "strong: 3 | 1",
    )
    assert made(charts=(chart,)) == [
        Document("red:losses", "red", "chart", section, numbers, "Losses", "chart table", lines, ("how many",),
                 "chart", "Sheet", marks=("kind/chart",))
    ]  # fmt: skip


def test_the_document_of_a_calculator() -> None:
    """Its summary, notes, questions and modifiers are its lines."""
    steps = (Tally("sum", (Modifier("Hill", "1"), Modifier("Wood", "-1"))),)
    inputs = (Input("hill", "On a hill?", "yes-no"),)
    calculator = Procedure("red:fire", "Fire", "4.2 and 5", "Counts hits.", inputs, steps, (), notes=("Rare.",),
                           asked=("shoot",), game="red")  # fmt: skip
    lines = ("Counts hits.", "Rare.", "On a hill?", "Hill 1", "Wood -1")
    assert made(procedures=(calculator,)) == [
        Document("red:fire", "red", "procedure", "4.2", ("4.2",), "Fire", "calculator", lines, ("shoot",),
                 "chart", "calculator", marks=("kind/calculator",))
    ]  # fmt: skip


def test_the_document_of_a_term() -> None:
    """Players ask for it by its short forms and other names."""
    term = Term("Opening volley", "The first\n shot.", short=("OV",), also=("first blast",), cite="3")
    assert made(terms=(term,)) == [
        Document("red:term-opening-volley", "red", "term", "3", ("3",), "Opening volley", "glossary",
                 ("The first shot.",), ("OV", "first blast"), "reading", "glossary", marks=("kind/term",))
    ]  # fmt: skip


def test_a_record_that_cites_an_optional_rule_is_optional() -> None:
    """Another is not."""
    rule = entry("red", "3", "Fog", optional=True)
    terms = Term("Mist", "Thin.", cite="3"), Term("Rain", "Wet.", cite="4")
    found = {each.title: "optional/yes" in each.marks for each in made(rule, terms=terms)}
    assert found == {"Fog": True, "Mist": True, "Rain": False}


# digests


def digests(*entries: Entry, game: Game = GAME) -> list[str]:
    """The digest of each unit."""
    return [unit.digest() for unit in units(Library((GameModule(game, entries),)))]


def test_the_digest_of_a_rule_changes_with_its_document() -> None:
    """Not with its file, its line or its links; but with the titles above it, the optional rules and the game."""
    top, rule = entry("red", "1", "Combat", "Fight."), entry("red", "2", "Fire", "Shoot.", parent="red:1")
    before = digests(top, rule)
    moved = msgspec.structs.replace(rule, file="b.md", line=9, links=("red:1",), link_lines=(3,))
    assert digests(top, moved) == before
    assert digests(top, msgspec.structs.replace(rule, title="Fires"))[1] != before[1]
    renamed = digests(msgspec.structs.replace(top, title="Battle"), rule)
    assert renamed[0] != before[0] and renamed[1] != before[1]
    assert digests(top, rule, entry("red", "3", "Fog", optional=True))[:2] != before
    assert digests(top, rule, game=msgspec.structs.replace(GAME, edition="3rd"))[1] != before[1]


def test_units_have_keys_by_kind() -> None:
    """They are in the order of rules, charts, calculators and terms."""
    module = GameModule(
        GAME,
        (entry("red", "1", "Fire"),),
        charts=(
            Chart(
                "red:losses", "Losses", "", "Sheet", game="red", rows_title="", rows=(), columns=(), cells=()
            ),
        ),
        procedures=(Procedure("red:fire", "Fire", "", "", (), (), (), game="red"),),
        terms=(Term("Mist", "Thin."),),
    )
    assert [unit.key for unit in units(Library((module,)))] == [
        "red/entry/red:1",
        "red/chart/red:losses",
        "red/procedure/red:fire",
        "red/term/red:term-mist",
    ]


# packed documents


def test_a_document_is_read_as_it_was_packed() -> None:
    """Empty lines are left out; separators in a text become spaces."""
    packed = Document("red:1", "red", "entry", "1", ("1",), "Ti\x1etle", "Ab\x1fove", ("One", "", "Two\x1f"), ("q", ""),
                      "rule", "Rules", "Guns", "red:0", ("kind/rule",), ())  # fmt: skip
    found = IndexedDocument(pack(packed))
    assert (found.id, found.game, found.kind, found.section) == ("red:1", "red", "entry", "1")
    assert (found.title, found.above, found.family, found.parent) == ("Ti tle", "Ab ove", "Guns", "red:0")
    assert (found.authority, found.source) == ("rule", "Rules")
    assert (found.lines, found.asked, found.answers) == (["One", "Two "], ["q"], {})


def test_the_parts_of_a_document_are_numbered() -> None:
    """Title, phrases, lines, titles above."""
    found = document("Gun", ["One map.", "A fort and a fort."], ["drum flag"], above="Hill")
    assert [found.part(place) for place in range(5)] == [
        ["gun"], ["drum", "flag"], ["one", "map"], ["fort", "fort"], ["hill"],
    ]  # fmt: skip
    assert (found.first_line, found.above_place) == (2, 4)
    assert found.line_tokens == [["one", "map"], ["fort", "fort"]]
    assert found.heads() == ["gun", "drum", "flag"]
    assert found.everything == {"gun", "drum", "flag", "one", "map", "fort", "hill"}
    assert list(found.places("fort")) == list(found.places("fort")) == [3, 3]
    assert (list(found.places("gun")), list(found.places("hill")), list(found.places("x"))) == ([0], [4], [])
    assert (found.frequency("gun"), found.frequency("fort"), found.length) == (2, 2, 9)
    assert list(found.texts()) == ["Gun", "Hill", "One map.", "A fort and a fort.", "drum flag"]
    assert len(found.letters) == 2


def test_the_last_questions_have_answers() -> None:
    """Earlier ones have none, and a question with -1 neither."""
    found = document("Gun", ["One.", "Two."], ["a", "b", "c", "d"], answers=(1, -1, 0))
    assert found.answers == {2: 1, 4: 0}


def test_texts_without_a_known_word_have_no_meaning() -> None:
    """The title and the phrases have theirs apart from the lines."""
    found = document("Cavalry", ["Charge.", "Zzqq.", "Infantry."], ["horse", "zzqq"])
    assert (len(found.phrase_meanings), len(found.line_meanings)) == (2, 2)
