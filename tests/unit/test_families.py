"""A number under several headings: family, number and topic identify the rule; the number alone finds all."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.coverage import Proofs, coverage
from companion.load.library import read_library
from companion.model import Entry, Fault, Library
from companion.render.citations import same_number
from companion.render.entry import entry_json, entry_lines, several_lines
from companion.search.finder import Finder
from companion.search.index import build_index
from tests.unit.test_loading_faults import FILES, GAME, loaded, places_of, write

LIMITS = """\
limits:
  battle: {rossbach: Rossbach, torgau: Torgau Heights}
"""
COLUMN = """\
---
title: Column (CO)
document: book
family: Column
---

# Column

- How columns move: [[xx:column-2.1-movement]], [[xx:column-2.2]], [[xx:column-tec-stacking]].

## 2.1, 2.3 Column, formation: one hex

- A column is one hex wide. {battle=rossbach,torgau}

## 2.1 Column, movement: straight ahead

- It moves straight ahead. {.chart battle=torgau}

## 2.2 Column, facing and disorder: may wheel

- It may wheel; see [[xx:2.4]].

## [TEC] Column, stacking: eight in a hex

- Eight stack.

## [7.5b a] Column, movement: halved

- Halved.

## Column: by hand

- A point.
"""
SQUARE = """\
---
title: Square
document: book
family: Square
---

## 2.1 Square, formation: faces all ways

- All hexes are front.

## 2.4 Square, movement: slow

- One hex; see [[xx:column-2.3-formation]].
"""
BOTH = {
    "tables/xx/game.yaml": GAME + LIMITS,
    "rulebook/xx/02-column.md": COLUMN,
    "rulebook/xx/03-square.md": SQUARE,
}


def with_column(folder: Path, old: str = "", new: str = "") -> Library:
    """The valid game with both families, with one change to the column's rules."""
    assert not old or COLUMN.count(old) >= 1
    return loaded(folder, {**BOTH, "rulebook/xx/02-column.md": COLUMN.replace(old, new, 1)})


def faults(library: Library) -> list[tuple[int, str, str]]:
    """Line, message and correction of each fault."""
    assert all(isinstance(each, Fault) for each in library.faults)
    return [(each.line, each.says, each.mend) for each in library.faults]


def entry(library: Library, name: str) -> Entry:
    """The only entry with this title."""
    (found,) = library.find(name)
    assert isinstance(found, Entry)
    return found


def test_ids_of_a_family(tmp_path: Path) -> None:
    """The first heading with a number has it as its id, later ones with their topic; other ids are unaffected."""
    library = with_column(tmp_path)
    assert faults(library) == []
    assert [each.id for each in library.modules[0].entries if "1-fire" not in each.file] == [
        "xx:column",
        "xx:column-2.1",
        "xx:column-2.1-movement",
        "xx:column-2.2",
        "xx:column-tec",
        "xx:column-7.5b-a",
        "xx:column-by-hand",
        "xx:square-2.1",
        "xx:square-2.4",
    ]


def test_sections_stay_as_printed(tmp_path: Path) -> None:
    """Sections show printed numbers, and names in brackets only without them."""
    library = with_column(tmp_path)
    assert entry(library, "column-2.1").numbers == ("2.1", "2.3")
    assert entry(library, "column-tec").number == "TEC"
    assert entry(library, "column-7.5b-a").number == "7.5b a"
    assert entry(library, "column-by-hand").number == ""


@pytest.mark.parametrize(
    ("name", "opens"),
    [
        ("xx:column-2.1", "xx:column-2.1"),
        ("xx:column-2.1-formation", "xx:column-2.1"),
        ("xx:column-2.1-movement", "xx:column-2.1-movement"),
        ("xx:column-2.2-disorder", "xx:column-2.2"),
        ("xx:column-2.2-facing", "xx:column-2.2"),
        ("xx:column-2.2-facing-and-disorder", "xx:column-2.2"),
        ("xx:column-2.3", "xx:column-2.1"),
        ("column-2.3-formation", "xx:column-2.1"),
        ("Square 2.1", "xx:square-2.1"),
        ("column 2.1, movement", "xx:column-2.1-movement"),
        ("xx:Square 2.4", "xx:square-2.4"),
    ],
)
def test_one_rule_is_opened(name: str, opens: str, tmp_path: Path) -> None:
    """A rule can be opened by its id, its further ids, and its citation."""
    assert entry(with_column(tmp_path), name).id == opens


def test_the_number_alone_opens_all(tmp_path: Path) -> None:
    """The rules come in the order of the book."""
    found = with_column(tmp_path).find("2.1", "xx")
    assert [each.id for each in found] == ["xx:column-2.1", "xx:column-2.1-movement", "xx:square-2.1"]


def test_links_lead_to_ids(tmp_path: Path) -> None:
    """The target of a link lists where it is cited, however the link is written."""
    library = with_column(tmp_path)
    assert entry(library, "xx:column").links == ("xx:column-2.1-movement", "xx:column-2.2", "xx:column-tec")
    assert entry(library, "column-2.2").links == ("xx:square-2.4",)
    data = entry_json(entry(library, "column-2.1"), library.modules[0])
    assert data["cited_by"] == ["xx:square-2.4"]
    assert data["same_number"] == ["xx:column-2.1-movement", "xx:square-2.1"]


def test_a_name_instead_of_a_number_is_not_a_shared_number(tmp_path: Path) -> None:
    """Charts are cited in many places."""
    library = with_column(tmp_path, "[7.5b a]", "[TEC]")
    assert same_number(entry(library, "column-tec"), library.modules[0]) == []


def test_an_ambiguous_link_lists_its_meanings(tmp_path: Path) -> None:
    """The fault lists the rules under both headings."""
    found = faults(with_column(tmp_path, "[[xx:2.4]]", "[[xx:2.1]]"))
    listed = "xx:column-2.1, xx:column-2.1-movement, xx:square-2.1"
    assert found == [(21, "link [[xx:2.1]] is ambiguous", f"use an id: {listed}")]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "## 2.1 Column, movement: straight",
            "## 2.1 Column, formation: straight",
            (
                15,
                "2.1 appears twice under Column with the same topic, first in line 11",
                "combine them under one heading",
            ),
        ),
        (
            "## 2.2 Column, facing and disorder: may wheel",
            "## 2.2 May wheel",
            (
                19,
                "heading 'May wheel' must begin with its family and topic",
                "write Column, topic: rule",
            ),
        ),
        (
            "## 2.2 Column, facing and disorder: may wheel",
            "## 2.2 Column: may wheel",
            (
                19,
                "heading 'Column: may wheel' must begin with its family and topic",
                "write Column, topic: rule",
            ),
        ),
        (
            "{battle=rossbach,torgau}",
            "{battle=rossbach,mollwitz}",
            (13, "unknown mark battle=mollwitz", "known: battle=rossbach, battle=torgau"),
        ),
        (
            "{.chart battle=torgau}",
            "{.chart war=torgau}",
            (17, "unknown mark war=torgau", "known: battle=rossbach, battle=torgau"),
        ),
        (
            "column-tec-stacking",
            "column-tec-movement",
            (
                9,
                "broken link [[xx:column-tec-movement]]",
                "nearest: xx:column-2.1-movement, xx:column-7.5b-a-movement",
            ),
        ),
    ],
)
def test_faults_of_families(old: str, new: str, fault: tuple[int, str, str], tmp_path: Path) -> None:
    """Each fault has its line, message and correction."""
    found = faults(with_column(tmp_path, old, new))
    assert fault in [(line, says, mend) for line, says, mend in found], found


def test_a_family_in_two_files_is_a_fault(tmp_path: Path) -> None:
    """The second file's fault names the first file."""
    again = SQUARE.replace("# 2.4 Square, movement", "# 2.5 Square, movement")
    found = loaded(tmp_path, {**BOTH, "rulebook/xx/04-square.md": again}).faults
    assert ["xx:square-2.1 appears twice" in each.says for each in found] == [True]


def test_a_number_outside_families_is_unique(tmp_path: Path) -> None:
    """Outside families a number must be unique, as before."""
    twice = FILES["rulebook/xx/01-fire.md"].replace("## Volleys", "## 1.2, 1.1 Volleys")
    found = loaded(tmp_path, {"rulebook/xx/01-fire.md": twice}).faults
    assert "number 1.1 appears twice" in [each.says for each in found]


def test_marks_are_shown_by_name(tmp_path: Path) -> None:
    """They are shown in text and JSON, together with the authority."""
    library = with_column(tmp_path)
    module = library.modules[0]
    lines = entry_lines(entry(library, "column-2.1"), module, 80)
    assert "- [Rossbach, Torgau Heights] A column is one hex wide." in lines
    lines = entry_lines(entry(library, "column-2.1-movement"), module, 80)
    assert "- [CHART, Torgau Heights] It moves straight ahead." in lines
    points = entry_json(entry(library, "column-2.1-movement"), module)["points"]
    assert (points[0]["only"], points[0]["authority"]) == ("Torgau Heights", "chart")
    points = entry_json(entry(library, "square-2.1"), module)["points"]
    assert points[0]["only"] is None


def test_a_players_own_rule_replaces_the_one_with_its_topic(tmp_path: Path) -> None:
    """The player's rule replaces it although it is the first with its number in the player's file."""
    own = """\
---
title: My column
family: Column
---

## 2.1 Column, movement: backwards

- It moves backwards.

## [TEC] Column, fire: none

- No fire.
"""
    places = places_of(tmp_path)
    write(places.bases[0], {**FILES, **BOTH})
    write(places.own, {"rulebook/xx/50-own.md": own})
    library = read_library(places)
    assert faults(library) == []
    assert entry(library, "column-2.1-movement").points[0].text == "It moves backwards."
    assert entry(library, "column-2.1-formation").points[0].text == "A column is one hex wide."
    assert entry(library, "column-tec-stacking").points[0].text == "Eight stack."
    assert entry(library, "column-tec-fire").overlay


def test_links_are_read_by_family_and_title(tmp_path: Path) -> None:
    """Links are shown by family and title, with the subject if two rules share their number, not by ids."""
    library = with_column(tmp_path)
    shown = "\n".join(entry_lines(entry(library, "xx:column"), library.modules[0], 200))
    assert "How columns move: Column 2.1 on movement, Column 2.2, Column TEC." in shown
    shown = "\n".join(entry_lines(entry(library, "square-2.4"), library.modules[0], 200))
    assert "see Column 2.1 on formation." in shown


def finder(folder: Path) -> Finder:
    """A finder over both families."""
    return Finder(build_index(with_column(folder), folder / "cache"))


def test_the_number_and_the_words_both_find_the_rule(tmp_path: Path) -> None:
    """The number alone finds all; with words, the rule that contains them comes first."""
    search = finder(tmp_path)
    found = [each.id for each in search.find("2.1", "xx").results]
    assert found[:3] == ["xx:column-2.1", "xx:column-2.1-movement", "xx:square-2.1"]
    assert search.find("2.1 square", "xx").results[0].id == "xx:square-2.1"
    assert search.find("2.1 column movement", "xx").results[0].id == "xx:column-2.1-movement"
    assert search.find("column straight movement", "xx").results[0].id == "xx:column-2.1-movement"
    assert search.find("torgau heights straight", "xx").results[0].id == "xx:column-2.1-movement"


def test_no_such_rule_is_refused(tmp_path: Path) -> None:
    """No other rule is opened instead."""
    library = with_column(tmp_path)
    assert library.find("Square 2.2") == []


def test_an_inventory_by_topic_names_the_rules(tmp_path: Path) -> None:
    """Each number under each topic is a separate item of the source."""
    sources = """\
sections:
  - document: book
    numbers: ["1.1"]
  - document: book
    family: Column
    topics:
      formation: ["2.1", "2.3"]
      disorder: ["2.2"]
      loot: ["2.9"]
"""
    module = loaded(tmp_path, {**BOTH, "tables/xx/sources.yaml": sources}).modules[0]
    items = {item.what: item.carried for item in coverage(module, Proofs({}, {}, {}, {}), {}, {})}
    held = {
        "1.1": ("xx:1.1",),
        "column-2.1-formation": ("xx:column-2.1",),
        "column-2.3-formation": ("xx:column-2.1",),
        "column-2.2-disorder": ("xx:column-2.2",),
        "column-2.9-loot": (),
    }
    assert {what: items[what] for what in held} == held


def test_several_rules_with_one_number_are_listed(tmp_path: Path) -> None:
    """Each rule has a line with the id to show it."""
    library = with_column(tmp_path)
    entries = [each for each in library.find("2.1") if isinstance(each, Entry)]
    assert several_lines("2.1", entries, 100) == [
        "2.1 is in 3 places. Show one of them:",
        "  xx:column-2.1  2.1, 2.3 Column, formation: one hex",
        "  xx:column-2.1-movement  2.1 Column, movement: straight ahead",
        "  xx:square-2.1  2.1 Square, formation: faces all ways",
    ]


def test_an_unnumbered_rule_is_cited_by_its_title(tmp_path: Path) -> None:
    """The citation is written as in `Column: by hand`."""
    library = with_column(tmp_path)
    assert entry(library, "xx:Column: by hand").id == "xx:column-by-hand"
    assert [each.id for each in library.find("column-by-hand", "xx")] == ["xx:column-by-hand"]
