"""Faults of a game: all of them are collected, with file, line, key path and correction."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.load.content import MOST_BYTES, content_of, file_hash, files_in
from companion.load.faults import Faults
from companion.load.files import text_of
from companion.load.library import load_library, read_library
from companion.load.places import Places
from companion.load.records import to_record
from companion.model import Fault, GameModule, Library
from companion.search.index import build_index
from tests.planted import plant

GAME = """\
slug: xx
name: Own game
edition: "1"
credits: Nobody.
documents:
  - {id: book, title: The book, authority: rule}
"""
CHART = """\
id: table
title: Table
cite: "1.1"
page: Sheet
columns_title: Rating
grid: |
  Dice | A | B | C
  2-4  | - | - | m
  5-6  | - | m | 1*
  7+   | m | 1 | 2
footnotes:
  - {mark: "*", text: Starred.}
shades:
  - name: red
    means: trouble
    colour: red
    cells: {7+: [B, C]}
parts:
  - {name: losses, number: "yes", without: "0"}
"""
FIRE = """\
id: fire
title: Fire
cite: "1.1"
summary: Dice and modifiers against the table.
inputs:
  - name: rating
    label: Rating
    kind: choice
    choices: [{key: A}, {key: B}, {key: C}]
  - {name: range, label: Range, kind: number, least: 1, most: 9}
  - {name: shaken, label: Shaken, kind: yes-no}
  - name: firers
    label: Firers
    kind: rows
    fields:
      - {name: sps, label: SPs, kind: number, least: 1}
steps:
  - do: tally
    name: modifier
    modifiers:
      - {label: Close, add: +1, when: range <= 2}
      - label: Far
        add: -1
        when: range > 5
        bars:
          - {when: shaken, because: too shaken}
  - {do: roll, name: dice, dice: 1d6, label: Die}
  - {do: work-out, values: {total: "max(2, dice + modifier)"}}
  - do: look-up
    name: cell
    chart: table
    row: total
    column: rating
    take: {losses: losses, starred: marked *}
outcome:
  - {name: cell, label: Result, show: headline}
  - {name: losses, label: Losses}
next:
  - says: check it
    when: cell == 'm'
    procedure: check
    carry: {shaken: shaken}
"""
CHECK = """\
id: check
title: Check
cite: "1.1"
summary: One die.
inputs:
  - {name: shaken, label: Shaken, kind: yes-no}
steps:
  - {do: roll, name: dice, dice: 2d6, label: Dice}
  - {do: work-out, values: {holds: "dice >= (7 if shaken else 5)"}}
outcome:
  - {name: holds, label: Holds, show: headline}
"""
BOTH = """\
id: both
title: Both
cite: "1.1"
summary: A check, and then another.
inputs:
  - {name: shaken, label: Shaken, kind: yes-no}
steps:
  - do: use
    name: first
    procedure: check
    given: {shaken: shaken}
    take: {one: holds}
outcome:
  - {name: one, label: One, show: headline}
"""
GLOSSARY = """\
terms:
  - {term: Strength Point, means: Size of a unit., short: [SP]}
  - {term: Rating, means: A letter.}
synonyms:
  - {say: [shoot], means: [fire]}
slang_stop: [darn]
"""
SEQUENCE = """\
sides: [Blue, Red]
phases:
  - id: fire
    title: Fire Phase
    who: each side
    steps:
      - {title: Fire, procedure: fire}
"""
CONFLICTS = """\
conflicts:
  - id: far
    title: How far is far
    readings:
      - {says: Beyond 5., cite: "1.1", authority: rule}
      - {says: Beyond 6., cite: "1.1", authority: designer}
    taken: beyond 5
    why: It is printed.
    bites: ["xx:fire", "xx:1.1"]
"""
CHAPTER = """\
---
title: Fire
document: book
---

# 1.0 Firing

- How units fire [[xx:1.1]].

## 1.1 Fire

*Also asked:* how do I shoot

- Roll one die on the [[xx:table]]. {.erratum}
- Shaken units fire last. {.designer}

## Volleys

A paragraph about [[xx:1.0]].
"""
FILES = {
    "tables/xx/game.yaml": GAME,
    "tables/xx/glossary.yaml": GLOSSARY,
    "tables/xx/sequence.yaml": SEQUENCE,
    "tables/xx/conflicts.yaml": CONFLICTS,
    "tables/xx/charts/table.yaml": CHART,
    "tables/xx/procedures/fire.yaml": FIRE,
    "tables/xx/procedures/check.yaml": CHECK,
    "tables/xx/procedures/both.yaml": BOTH,
    "rulebook/xx/01-fire.md": CHAPTER,
}
SHORT = {
    "game": "tables/xx/game.yaml",
    "glossary": "tables/xx/glossary.yaml",
    "sequence": "tables/xx/sequence.yaml",
    "conflicts": "tables/xx/conflicts.yaml",
    "chart": "tables/xx/charts/table.yaml",
    "fire": "tables/xx/procedures/fire.yaml",
    "check": "tables/xx/procedures/check.yaml",
    "both": "tables/xx/procedures/both.yaml",
    "chapter": "rulebook/xx/01-fire.md",
}


def write(base: Path, files: dict[str, str]) -> None:
    """Write the files of a game to `base`."""
    for name, text in files.items():
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def places_of(folder: Path) -> Places:
    """Folders of the companion, inside `folder`."""
    return Places((folder / "base", folder / "own"), folder / "cache", folder / "data")


def loaded(folder: Path, files: dict[str, str] | None = None, own: dict[str, str] | None = None) -> Library:
    """The library of a valid game with some files changed, and with the player's own files."""
    places = places_of(folder)
    write(places.bases[0], {**FILES, **(files or {})})
    write(places.own, own or {})
    return read_library(places)


def changed(name: str, old: str, new: str) -> str:
    """The text of a file of the valid game with one change."""
    text = FILES[SHORT[name]]
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


def line_of(text: str, at: str) -> int:
    """The first line that contains `at`."""
    return text[: text.index(at)].count("\n") + 1


def faults_in(library: Library, name: str) -> list[Fault]:
    """The faults of a file, except the one that its game cannot be used without the file."""
    here = [fault for fault in library.faults if fault.file.endswith(SHORT[name])]
    return [fault for fault in here if "file not found: every game" not in fault.says]


def module_of(library: Library) -> GameModule:
    """The only game of a library."""
    return library.module("xx")


def test_the_valid_game_has_no_fault(tmp_path: Path) -> None:
    """Every other test makes one change to this game."""
    library = loaded(tmp_path)
    assert [str(fault) for fault in library.faults] == []
    module = module_of(library)
    assert {each.id for each in module.procedures} == {"xx:fire", "xx:check", "xx:both"}
    assert [entry.id for entry in module.entries] == ["xx:1.0", "xx:1.1", "xx:volleys"]
    assert [point.authority for point in module.entries[1].points] == ["erratum", "designer"]


SHAPE = [
    ("game", "edition:", "editoin:", "editoin", "unknown key editoin", "did you mean edition\\?"),
    ("game", "slug: xx", "slug: yy", "slug", "slug yy differs from folder xx", "use one name for both"),
    ("game", "authority: rule}", "authority: law}", "documents[0].authority", "unknown value 'law'", "rule"),
    ("game", "name: Own game", "name: [Own game]", "name", "expected text", "write plain text after"),
    ("glossary", "short: [SP]", "short: SP", "terms[0].short", "expected a list", "\\[\\.\\.\\]"),
    ("glossary", "means: A letter.", "meaning: A letter.", "terms[1].meaning", "unknown key", "means\\?"),
    ("glossary", "slang_stop:", "slang:", "slang", "unknown key slang", "did you mean slang_stop\\?"),
    ("sequence", "who: each side", "hwo: each side", "phases[0].hwo", "unknown key hwo", "who"),
    ("conflicts", "taken: beyond 5", "takn: beyond 5", "conflicts[0].takn", "unknown key takn", "taken\\?"),
    (
        "conflicts",
        "authority: designer",
        "authority: me",
        "conflicts[0].readings[1].authority",
        "unknown value 'me'",
        "rule",
    ),
    ("chart", "columns_title:", "column_title:", "column_title", "unknown key", "columns_title\\?"),
    ("chart", '{mark: "*", text', '{sign: "*", text', "footnotes[0].sign", "unknown key sign", "mark"),
    ("chart", 'number: "yes"', "number: maybe", "parts[0].number", "unknown value 'maybe'", "yes"),
    (
        "fire",
        "id: fire",
        "id: Open Fire",
        "id",
        "'Open Fire' is not a valid id",
        "lower-case letters, digits and -",
    ),
    ("fire", "summary:", "sumary:", "sumary", "unknown key sumary", "did you mean summary\\?"),
    ("fire", "kind: choice", "kind: chioce", "inputs[0].kind", "unknown value 'chioce'", "choice"),
    (
        "fire",
        "least: 1, most: 9",
        "least: one, most: 9",
        "inputs[1].least",
        "'one' is not a whole number",
        "",
    ),
    ("fire", "least: 1, most: 9", "least: −1, most: 9", "inputs[1].least", "typographic minus", "write -"),
    ("fire", "least: 1}", "lest: 1}", "inputs[3].fields[0].lest", "unknown key lest", "least\\?"),
    ("fire", "add: +1, when", "ad: +1, when", "steps[0].modifiers[0].ad", "unknown key ad", "add\\?"),
    (
        "fire",
        "because: too",
        "becuase: too",
        "steps[0].modifiers[1].bars[0].becuase",
        "unknown",
        "because\\?",
    ),
    ("fire", "do: roll", "do: rol", "steps[1].do", "unknown value 'rol'", "roll"),
    ("fire", "do: look-up", "do: lookup", "steps[3].do", "unknown value 'lookup'", "look-up"),
    ("fire", "values: {total", "vales: {total", "steps[2].vales", "unknown key vales", "values\\?"),
    ("fire", "show: headline", "show: headlin", "outcome[0].show", "unknown value 'headlin'", "headline"),
    ("fire", "carry: {shaken: shaken}", "cary: {shaken: shaken}", "next[0].cary", "unknown key", "carry\\?"),
]
"""File, its text, the replacement, key path, message, correction."""


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "says", "mend"),
    [pytest.param(*row, id=row[2]) for row in SHAPE],
)
def test_a_fault_of_shape(
    name: str, old: str, new: str, key: str, says: str, mend: str, tmp_path: Path
) -> None:
    """Unknown keys and words, wrong types: with file, line, key path and the nearest valid name."""
    text = changed(name, old, new)
    fault = next(each for each in faults_in(loaded(tmp_path, {SHORT[name]: text}), name) if each.key == key)
    assert fault.line == line_of(text, new)
    assert _matches(says, fault.says), fault
    assert _matches(mend, fault.mend), fault


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        ("band != nothing", "a shade is never nothing; write band != ''"),
        ("nothing == band", "a shade is never nothing; write band == ''"),
        ("band == 'yellow'", "unknown choice 'yellow'; yellow is the colour of shock"),
        ("band == 'green'", "unknown choice 'green'; known: shock, '' where unshaded"),
        ("band == 'shok'", "unknown choice 'shok'; did you mean shock?"),
        ("band == ''", ""),
        ("band == 'shock'", ""),
    ],
)
def test_a_shade_is_compared_with_its_name(condition: str, says: str, tmp_path: Path) -> None:
    """Formulas may also compare it with an empty text, but not with nothing or with its colour."""
    fire = changed("fire", "starred: marked *", "starred: marked *, band: shade")
    files = {
        SHORT["chart"]: CHART.replace("name: red", "name: shock").replace("colour: red", "colour: yellow"),
        SHORT["fire"]: fire.replace("when: cell == 'm'", f'when: "{condition}"'),
    }
    reported = [(each.key, each.says) for each in loaded(tmp_path, files).faults]
    assert reported == ([("next[0].when", f"{condition!r}: {says}")] if says else [])


def _matches(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None


@pytest.mark.parametrize(
    ("name", "old", "new", "faults"),
    [
        ("fire", "kind: choice", "kind: chioce", ["inputs[0].kind"]),
        ("fire", "do: roll", "do: rol", ["steps[1].do"]),
        ("game", "name: Own game", "name: [Own game]", ["name"]),
        ("fire", "summary:", "sumary:", ["sumary"]),
        ("fire", "least: 1, most: 9", "lest: 1, most: 9", ["inputs[1].lest"]),
    ],
)
def test_one_mistake_is_one_fault(name: str, old: str, new: str, faults: list[str], tmp_path: Path) -> None:
    """A misspelt required key is not also reported as missing."""
    text = changed(name, old, new)
    assert [each.key for each in faults_in(loaded(tmp_path, {SHORT[name]: text}), name)] == sorted(faults)


@pytest.mark.parametrize(
    ("name", "gone", "key", "field"),
    [
        ("game", 'edition: "1"\n', "", "edition"),
        ("game", ", authority: rule", "documents[0]", "authority"),
        ("glossary", ", means: A letter.", "terms[1]", "means"),
        ("sequence", "    who: each side\n", "phases[0]", "who"),
        ("sequence", "sides: [Blue, Red]\n", "", "sides"),
        ("conflicts", "    why: It is printed.\n", "conflicts[0]", "why"),
        ("chart", "page: Sheet\n", "", "page"),
        ("chart", "    means: trouble\n", "shades[0]", "means"),
        ("fire", 'cite: "1.1"\n', "", "cite"),
        ("fire", "    label: Rating\n", "inputs[0]", "label"),
        ("fire", ", label: Die", "steps[1]", "label"),
        ("fire", ", add: +1", "steps[0].modifiers[0]", "add"),
        ("fire", "    chart: table\n", "steps[3]", "chart"),
        ("fire", "do: roll, ", "steps[1]", "do"),
        ("check", ", label: Holds", "outcome[0]", "label"),
    ],
)
def test_a_missing_field(name: str, gone: str, key: str, field: str, tmp_path: Path) -> None:
    """The fault is reported at the record, with the key to add."""
    text = changed(name, gone, "")
    faults = faults_in(loaded(tmp_path, {SHORT[name]: text}), name)
    assert [(each.key, each.says, each.mend) for each in faults] == [
        (key, f"{field} is missing", f"add {field}: ...")
    ]
    assert faults[0].line > 0


@pytest.mark.parametrize(
    ("name", "gone", "fields"),
    [
        ("game", ['edition: "1"\n', "credits: Nobody.\n"], {"edition", "credits"}),
        ("fire", [", add: +1", "label: Close, "], {"add", "label"}),
        ("fire", ["    label: Rating\n", "    kind: choice\n"], {"label", "kind"}),
    ],
)
def test_every_missing_field_is_a_fault(name: str, gone: list[str], fields: set[str], tmp_path: Path) -> None:
    """Every missing field is listed, not only the first."""
    text = FILES[SHORT[name]]
    for each in gone:
        text = text.replace(each, "", 1)
    faults = faults_in(loaded(tmp_path, {SHORT[name]: text}), name)
    assert {each.says.removesuffix(" is missing") for each in faults} == fields


FORMULAS = [
    ("fire", "when: range <= 2", "when: rang <= 2", "steps[0].modifiers[0].when", "did you mean range\\?"),
    ("fire", "when: range <= 2", "when: rating == 'D'", "steps[0].modifiers[0].when", "unknown choice 'D'"),
    (
        "fire",
        "when: range <= 2",
        "when: range",
        "steps[0].modifiers[0].when",
        "number, but a yes/no value is needed",
    ),
    (
        "fire",
        "when: range <= 2",
        "when: range ** 2",
        "steps[0].modifiers[0].when",
        "not supported in formulas",
    ),
    ("fire", "when: range <= 2", "when: range is 2", "steps[0].modifiers[0].when", "write =="),
    ("fire", "when: range <= 2", "when: dice > 2", "steps[0].modifiers[0].when", "unknown name dice"),
    ("fire", "add: +1", "add: −1", "steps[0].modifiers[0].add", "typographic minus"),
    ("fire", "add: +1", "add: rating", "steps[0].modifiers[0].add", "is text, but a number is needed"),
    (
        "fire",
        "    modifiers:\n",
        "    factors: [{label: Half, when: shaken, times: rating}]\n    modifiers:\n",
        "steps[0].factors[0].times",
        "is text, but a number is needed",
    ),
    ("fire", "add: +1", "add: sum(firers.sp)", "steps[0].modifiers[0].add", "did you mean sps\\?"),
    (
        "fire",
        "{when: shaken,",
        "{when: shakn,",
        "steps[0].modifiers[1].bars[0].when",
        "did you mean shaken\\?",
    ),
    (
        "fire",
        "because: too shaken",
        'because: "at {rnge}"',
        "steps[0].modifiers[1].bars[0].because",
        "range\\?",
    ),
    (
        "fire",
        "name: dice, dice: 1d6",
        "name: dice, dice: 2x6",
        "steps[1].dice",
        "'2x6' is not valid dice notation",
    ),
    (
        "fire",
        "name: dice, dice: 1d6",
        "name: dice, dice: 0d6",
        "steps[1].dice",
        "'0d6' is not valid dice notation",
    ),
    ("fire", "name: dice, dice: 1d6", "name: dice, dice: 1d6+1", "steps[1].dice", "not valid dice notation"),
    ("fire", "name: dice, dice: 1d6", "name: range, dice: 1d6", "steps[1].name", "the name range is taken"),
    ("fire", "name: dice, dice: 1d6", "name: Dice, dice: 1d6", "steps[1].name", "'Dice' is not a valid name"),
    ("fire", "{name: shaken, label", "{name: rating, label", "inputs[2].name", "the name rating is taken"),
    ("fire", "{name: shaken", "{name: is-shaken", "inputs[2].name", "is not a valid name"),
    (
        "fire",
        "kind: yes-no}",
        "kind: yes-no, rule: maybe}",
        "inputs[2].rule",
        "'maybe' is not a valid answer",
    ),
    ("fire", "kind: yes-no}", "kind: choice}", "inputs[2]", "a choice without choices"),
    ("fire", "kind: yes-no}", "kind: group}", "inputs[2]", "has no fields"),
    ("fire", "kind: yes-no}", "kind: yes-no, when: firers}", "inputs[2].when", "unknown name firers"),
    ("fire", 'total: "max(2', 'total: "mx(2', "steps[2].values.total", "unknown function mx"),
    ("fire", "chart: table", "chart: tabel", "steps[3].chart", "unknown chart tabel"),
    ("fire", "row: total", "row: \"'99'\"", "steps[3].row", "the chart has no row 99"),
    ("fire", "column: rating", "column: \"'Z'\"", "steps[3].column", "the chart has no column Z"),
    ("fire", "row: total", "row: total\n    holding: total", "steps[3]", "either row or holding"),
    ("fire", "losses: losses", "losses: loses", "steps[3].take.losses", "has no part loses"),
    ("fire", "marked *", "marked +", "steps[3].take.starred", "has no part marked \\+"),
    ("fire", "{name: losses, label", "{name: lost, label", "outcome[1].name", "lost is not defined"),
    ("fire", "show: headline", 'show: "yes"', "outcome", "no result is the headline"),
    ("fire", "when: cell == 'm'", "when: cel == 'm'", "next[0].when", "did you mean cell\\?"),
    ("fire", "shaken: shaken}", "shaken: shakn}", "next[0].carry.shaken", "did you mean shaken\\?"),
    ("both", "procedure: check", "procedure: chek", "steps[0].procedure", "unknown procedure chek"),
    ("both", "given: {shaken:", "given: {shakn:", "steps[0].given.shakn", "check has no input shakn"),
    ("both", "take: {one: holds}", "take: {one: hold}", "steps[0].take.one", "check has no result hold"),
    ("chart", "7+: [B, C]", "7+: [B, Z]", "shades[0].cells.7+", "no column Z in the grid"),
    ("chart", "7+: [B, C]", "8+: [B, C]", "shades[0].cells.8+", "no row 8\\+ in the grid"),
]
"""File, its text, the replacement, key path, message."""


@pytest.mark.parametrize(("name", "old", "new", "key", "says"), FORMULAS, ids=[row[2] for row in FORMULAS])
def test_a_fault_of_meaning(name: str, old: str, new: str, key: str, says: str, tmp_path: Path) -> None:
    """Names, formulas and charts: reported at their line."""
    text = changed(name, old, new)
    faults = faults_in(loaded(tmp_path, {SHORT[name]: text}), name)
    fault = next((each for each in faults if each.key == key), None)
    assert fault is not None, [str(each) for each in faults]
    assert _matches(says, fault.says), fault
    assert abs(fault.line - line_of(text, new)) <= (5 if key.endswith("]") or key == "outcome" else 0)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("fire", "says: check it", 'says: "check {it}"'),
        (
            "fire",
            "  - {do: roll",
            "  - {do: require, that: not shaken, says: no, about: shakn}\n  - {do: roll",
        ),
        (
            "fire",
            "  - {do: roll",
            '  - {do: shift, name: col, chart: table, start: "\'Z\'", by: "1"}\n  - {do: roll',
        ),
        ("fire", "  - {name: shaken,", '  - {name: "no", label: No, kind: yes-no}\n  - {name: shaken,'),
        ("fire", "least: 1, most: 9", 'least: 1, most: 9, rule: "12"'),
        ("fire", "least: 1, most: 9", "least: 9, most: 1"),
        ("fire", "    choices: [{key: A}, ", "    choices: [{key: A}, {key: A}, "),
    ],
)
def test_data_that_can_never_work_is_a_fault(name: str, old: str, new: str, tmp_path: Path) -> None:
    """The fault is reported when the game is loaded, not when it is played."""
    assert faults_in(loaded(tmp_path, {SHORT[name]: changed(name, old, new)}), name)


GRIDS = [
    ("  5-6  | - | m | 1*", "  5-6  | - | m", "line 3 of the grid has 2 cells, not 3"),
    ("  5-6  | - | m | 1*", "  5-6  | - | m | 1 | 2", "line 3 of the grid has 4 cells, not 3"),
    ("  5-6  | - | m | 1*", "  4-6  | - | m | 1", "row bands overlap at 4"),
    ("  5-6  | - | m | 1*", "  2-4  | - | m | 1", "row 2-4 appears twice"),
    ("  5-6  | - | m | 1*", "  8    | - | m | 1", "row bands overlap at 8"),
    ("  5-6  | - | m | 1*", "  5–6  | - | m | 1", "line 3 of the grid has a typographic dash"),
    ("  5-6  | - | m | 1*", "  5-6  | – | m | 1", "line 3 of the grid has a typographic dash"),
    ("  5-6  | - | m | 1*", "  5-6  | −1 | m | 1", "line 3 of the grid has a typographic dash"),
    (
        "  5-6  | - | m | 1*",
        "  5-6  |   | m | 1",
        "line 3 of the grid has an empty cell (write - where the chart is blank)",
    ),
    (
        "  2-4  | - | - | m",
        "  2-4  | - | - | ",
        "line 2 of the grid has an empty cell (write - where the chart is blank)",
    ),
    (
        "  2-4  | - | - | m",
        "  | - | - | m",
        "line 2 of the grid has an empty cell (write - where the chart is blank)",
    ),
    ("| A | B | C", "| A | B | B", "column B appears twice"),
    ("| A | B | C", "| 1-3 | 3-5 | C", "column bands overlap at 3"),
    ("  Dice | A | B | C", "  Dice", "a grid needs a line of column keys"),
    ("| A | B | C", "| A | B |", "line 1 of the grid has an empty cell (give every column a key)"),
    ("| A | B | C", "| -3 to -5 | B | C", "column -3 to -5 has its higher number first"),
    ("| A | B | C", "| -5 to -3 | -1 | C", "no column covers -2"),
    ("| A | B | C", "| -9 to -8 | -1 | C", "no column covers -7 to -2"),
    ("| A | B | C", "| 1–2 | 3–5 | C", "typographic dash"),
]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [pytest.param(*row, id=row[1]) for row in GRIDS],
)
def test_a_fault_of_a_grid(old: str, new: str, says: str, tmp_path: Path) -> None:
    """The fault has its line; the chart and its calculators are left out."""
    text = changed("chart", old, new)
    library = loaded(tmp_path, {SHORT["chart"]: text})
    grid_faults = [each for each in faults_in(library, "chart") if each.key == "grid"]
    assert any(says in f"{each.says} ({each.mend})" for each in grid_faults), [*map(str, library.faults)]
    assert all(each.line == line_of(text, "grid:") for each in grid_faults)
    assert module_of(library).charts == ()
    assert "xx:fire" not in {each.id for each in module_of(library).procedures}
    assert any(each.says == "table has faults and is left out" for each in faults_in(library, "fire"))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("| m | 1 | 2\n", "| m | 1 | 2‡\n", 'grid row 7+, column C: "2‡": ‡ has no footnote'),
        ("| m | 1 | 2\n", "| m | 1 | 2 ‡\n", 'grid row 7+, column C: "2 ‡": ‡ has no footnote'),
        ("| m | 1 | 2\n", "| m | 1 | 2**\n", 'grid row 7+, column C: "2**": ** has no footnote'),
        ("| m | 1 | 2\n", "| m | 1 | 2#\n", 'grid row 7+, column C: "2#": # has no footnote'),
        ("| A | B | C", "| A | B | C†", 'grid column: "C†": † has no footnote'),
        ("| 1*", "| 1", "footnote mark * is not used"),
        ("text: Starred.}", 'text: S.}\n  - {mark: "‡", text: T.}', "footnote mark ‡ is not used"),
        ("text: Starred.}", "text: S.}\n  - {text: Of the whole.}", ""),
        ("Dice | A", "Dice* | A", ""),
        ("| m | 1 | 2\n", "| m | 1 | #\n", ""),
    ],
)
def test_a_mark_needs_a_footnote_and_a_footnote_its_mark(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    """A number with an unexplained mark would count as text."""
    text = changed("chart", old, new).replace("cells: {7+: [B, C]}", "cells: {7+: [B]}")
    messages = [each.says for each in faults_in(loaded(tmp_path, {SHORT["chart"]: text}), "chart")]
    assert messages == ([says] if says else [])


BLANK = "is text where table has a blank cell: give that chart parts: [{name: cell, without: 0}] and take the part"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("when: cell == 'm'", "when: cell > 0", f"'cell > 0': cell {BLANK}, or test cell == '-' first"),
        ("when: cell == 'm'", "when: 2 * cell == 2", f"'2 * cell == 2': cell {BLANK}"),
        ("when: cell == 'm'", "when: max(cell, 1) > 1", f"'max(cell, 1) > 1': cell {BLANK}"),
        (
            "outcome:",
            "  - {do: tally, name: more, modifiers: [{label: L, add: cell}]}\noutcome:",
            f"'cell': cell {BLANK}",
        ),
        ("when: cell == 'm'", "when: cell != '-' and cell > 0", ""),
        ("when: cell == 'm'", "when: number(cell) > 0", ""),
        ("when: cell == 'm'", "when: losses > 0", ""),
        (
            "outcome:",
            "  - {do: require, that: cell != '-', says: So}\n  - {do: work-out, values: {more: 2 * cell}}\noutcome:",
            "",
        ),
    ],
)
def test_a_blank_cell_in_a_sum(old: str, new: str, says: str, tmp_path: Path) -> None:
    """Without this check only an unlucky roll would reveal the mistake."""
    faults = faults_in(loaded(tmp_path, {SHORT["fire"]: changed("fire", old, new)}), "fire")
    assert [each.says.startswith(says) for each in faults] == ([True] if says else []), faults


def test_a_column_without_blank_cells(tmp_path: Path) -> None:
    """Only the columns that a look-up can use count; a sum over rows is checked too."""
    fire = changed("fire", "column: rating", "column: \"'C'\"").replace("cell == 'm'", "cell > 0")
    assert loaded(tmp_path / "one", {SHORT["fire"]: fire}).faults == ()
    each = "{do: look-up, name: each, chart: table, row: sps + 1, column: rating}"
    rows = f"  - {{do: repeat, rows: firers, steps: [{each}]}}\n"
    rows += "  - {do: work-out, values: {all_of: sum(firers.each)}}\n"
    reported = faults_in(
        loaded(tmp_path / "two", {SHORT["fire"]: changed("fire", "outcome:", f"{rows}outcome:")}), "fire"
    )
    assert ["sum(firers.each)': firers.each is text" in fault.says for fault in reported] == [True]


def test_of_two_footnote_marks_the_longer_is_read(tmp_path: Path) -> None:
    """A mark ** is not read as *, whichever footnote comes first."""
    text = changed("chart", "text: Starred.}", 'text: S.}\n  - {mark: "**", text: T.}')
    library = loaded(tmp_path, {SHORT["chart"]: text.replace("| m | 1 | 2\n", "| m | 1 | 2**\n")})
    assert library.faults == ()
    chart = module_of(library).chart("table")
    assert (chart.cell("7+", "C"), chart.marks("7+", "C")) == (2, ("**",))
    assert (chart.cell("5-6", "C"), chart.marks("5-6", "C")) == (1, ("*",))


def test_an_empty_line_in_a_grid_is_not_a_row(tmp_path: Path) -> None:
    """An empty line in a grid is not a row; it may separate rows."""
    assert loaded(tmp_path, {SHORT["chart"]: changed("chart", "  5-6 ", "\n  5-6 ")}).faults == ()


@pytest.mark.parametrize(
    "grid", ["grid: none\n", "grid: |\n  Dice | A\n", "grid: |\n  Dice\n  2\n", 'grid: ""\n']
)
def test_an_incomplete_grid_is_a_fault(grid: str, tmp_path: Path) -> None:
    """A grid needs column keys and at least one row."""
    text = f'id: table\ntitle: T\ncite: "1.1"\npage: p\n{grid}'
    (fault,) = faults_in(loaded(tmp_path, {SHORT["chart"]: text}), "chart")
    assert (fault.line, fault.key, fault.mend) == (5, "grid", "separate cells with |")


@pytest.mark.parametrize(("one", "other"), [("7", "7+"), ("5-6", "5+")])
def test_an_open_band_that_overlaps_another_is_a_fault(one: str, other: str, tmp_path: Path) -> None:
    """An open range may overlap no other, like any range."""
    text = (
        CHART.replace("  5-6  |", f"  {one} |")
        .replace("  7+   |", f"  {other} |")
        .replace("7+:", f"{other}:")
    )
    library = loaded(tmp_path, {SHORT["chart"]: text})
    assert any("overlap" in each.says for each in faults_in(library, "chart"))


@pytest.mark.parametrize(
    ("old", "new", "line", "says", "mend"),
    [
        ("---\ntitle: Fire\ndocument: book\n---\n", "", 1, "front matter is missing", "begin with ---"),
        ("[[xx:1.1]]", "[[xx:1.11]]", 8, "broken link \\[\\[xx:1.11\\]\\]", "nearest: .*xx:1.1"),
        ("[[xx:1.1]]", "[[1.1]]", 8, "broken link \\[\\[1.1\\]\\]", ""),
        ("[[xx:table]]", "[[xx:tabel]]", 14, "broken link", "xx:table"),
        ("{.erratum}", "{.eratum}", 14, "unknown mark {.eratum}", "known: rule, erratum, chart"),
        ("A paragraph about [[xx:1.0]].\n", "", 17, "heading 'Volleys' has no text", "add a point under it"),
        ("# 1.0 Firing\n", "Text.\n\n# 1.0 Firing\n", 6, "text before the first heading", "under a heading"),
        ("A paragraph about", "```\ncode\n```\n\nA paragraph about", 19, "only headings, points", ""),
        ("A paragraph about", "<b>\n\nA paragraph about", 19, "only headings, points", ""),
        ("## Volleys", "## 2.0, 1.1 Volleys", 10, "number 1.1 appears twice", "add an erratum under it"),
    ],
)
def test_a_fault_of_a_chapter(old: str, new: str, line: int, says: str, mend: str, tmp_path: Path) -> None:
    """Front matter, links, marks and headings: reported at their line."""
    text = changed("chapter", old, new)
    faults = faults_in(loaded(tmp_path, {SHORT["chapter"]: text}), "chapter")
    matching = [each for each in faults if _matches(says, each.says)]
    assert matching, [str(each) for each in faults]
    assert _matches(mend, matching[0].mend)
    if "appears twice" not in says:
        assert matching[0].line == line


def test_a_nearest_name_is_looked_for_only_for_the_first_broken_links(tmp_path: Path) -> None:
    """After 50 broken links of a file, a comparison with every name would take too long."""
    links = "".join(f"- See [[xx:1.1{number:02}]].\n" for number in range(60))
    text = changed("chapter", "A paragraph about [[xx:1.0]].\n", links)
    mends = [each.mend for each in faults_in(loaded(tmp_path, {SHORT["chapter"]: text}), "chapter")]
    assert [bool(mend) for mend in mends] == [True] * 50 + [False] * 10


MARKS = [
    ("- Shaken {.designer} units fire last.", 0, "{.designer} is not at the end of its point"),
    ("- Shaken units\n  fire {.notes}\n  last.", 1, "{.notes} is not at the end of its point"),
    ("- Shaken units. {.notes}\nThey fire last. {.chart}", 0, "{.notes} is not at the end"),
    ("- Shaken units fire {notes} last.", 0, "{notes} is not at the end of its point"),
    ("- Shaken units {battle=mill} fire last.", 0, "{battle=mill} is not at the end of its point"),
    ("- Shaken units fire last. {.Notes}", 0, "{.Notes} is not recognized"),
    ("- Shaken units fire last. {.notes} {.chart}", 0, "{.notes} is not recognized"),
    ("| A | B |\n|---|---|\n| 1 | 2 {.notes} |", 2, "{.notes} is not allowed in a table"),
    ("*Also asked:* who is last {.notes}\n\n- They.", 0, "{.notes} is not allowed in a line of questions"),
    ("## Shaken {.notes}\n\n- They fire last.", 0, "{.notes} is not allowed in a heading"),
    ("- Shaken units fire {so}\n  last. {.notes}", 0, ""),
    ("- Shaken units: {.notes}\n  - They fire last. {.chart}", 0, ""),
]
"""A point, the line of the fault relative to the first line, and the message; empty for no fault."""


@pytest.mark.parametrize(("point", "below", "says"), MARKS, ids=[row[0] for row in MARKS])
def test_a_mark_in_a_wrong_place(point: str, below: int, says: str, tmp_path: Path) -> None:
    """The mark would be shown as text, and the point would have the authority of its chapter."""
    text = changed("chapter", "- Shaken units fire last. {.designer}", f"\n{point}")
    reported = [(each.line, each.says) for each in loaded(tmp_path, {SHORT["chapter"]: text}).faults]
    if not says:
        assert reported == []
        return
    assert [line for line, _ in reported] == [line_of(text, point) + below]
    assert says in reported[0][1]


HEADINGS = [
    ("##1.1 Fire", "'##1.1 Fire' is not a heading", "write ## 1.1 Fire"),
    (
        "## Rule 1.1 Fire",
        "heading 'Rule 1.1 Fire': the number is not recognized",
        "begin with the number: 1.1 Fire",
    ),
    (
        "## Rule 1.1: Fire",
        "heading 'Rule 1.1: Fire': the number is not recognized",
        "begin with the number: 1.1 Fire",
    ),
    ("## 1.1", "heading '1.1' has no title", "1.1 and the printed title"),
    ("## 1.1, 1.2", "heading '1.1, 1.2' has no title", "and the printed title"),
    ("##", "a heading without a title", "write ## 3.1 Title"),
]


@pytest.mark.parametrize(("heading", "says", "mend"), HEADINGS, ids=[row[0] for row in HEADINGS])
def test_a_malformed_heading_is_a_fault(heading: str, says: str, mend: str, tmp_path: Path) -> None:
    """The fault is reported at its line, not where the heading is cited."""
    text = changed("chapter", "## 1.1 Fire", heading)
    faults = faults_in(loaded(tmp_path, {SHORT["chapter"]: text}), "chapter")
    matching = [each for each in faults if says in each.says and mend in each.mend]
    assert [each.line for each in matching] == [10], [str(each) for each in faults]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- Modifiers\n| Row | Add |\n| --- | --- |\n| Wet | -1 |\n", 8),
        ("Modifiers\n| Row | Add |\n", 8),
        ("| Row | Add |\n| Wet | -1 |\n", 7),
        ("- Modifiers\n\n| Row | Add |\n| --- | --- |\n| Wet | -1 |\n", 0),
        ("- Write | or so.\n", 0),
    ],
)
def test_a_row_outside_a_table_is_a_fault(text: str, line: int, tmp_path: Path) -> None:
    """Without an empty line above it, or the line below its headings, it would be shown as text."""
    chapter = f"---\ntitle: More\n---\n\n## 1.3 Rout\n\n{text}"
    reported = loaded(tmp_path, {"rulebook/xx/02-more.md": chapter}).faults
    found = [each.line for each in reported if each.says == "a row of a table is read as text"]
    assert found == ([line] if line else []), [*map(str, reported)]


@pytest.mark.parametrize("before", ["", "\n", "## 1.2 Melee\n\n- So.\n\n"])
def test_a_heading_without_its_space_is_a_fault_in_any_line(before: str, tmp_path: Path) -> None:
    """A heading without its space is a fault in any line; in the front matter, it is a comment."""
    front = f"---\ntitle: More\n##a comment\n---\n{before}"
    reported = loaded(tmp_path, {"rulebook/xx/02-more.md": f"{front}##1.3 Rout"}).faults
    glued = [each.line for each in reported if "a space is missing after ##" in each.says]
    assert glued == [front.count("\n") + 1], [*map(str, reported)]


@pytest.mark.parametrize(
    ("headings", "count"),
    [
        (["Version 2.1 of the rules"], 0),
        (["Section 2.1 Fire", "Section 2.2 Melee"], 2),
        (["1.2 Fire", "Changes of version 2.1"], 0),
        (["1.2 Fire", "Table 2"], 0),
    ],
)
def test_a_number_after_a_word_in_a_heading(headings: list[str], count: int, tmp_path: Path) -> None:
    """A single such heading is allowed in a chapter without numbers."""
    text = "---\ntitle: More\n---\n" + "".join(f"\n## {each}\n\n- So.\n" for each in headings)
    reported = loaded(tmp_path, {"rulebook/xx/02-more.md": text}).faults
    assert ["is not recognized" in each.says for each in reported] == [True] * count


def test_a_fault_of_the_front_matter_has_its_line(tmp_path: Path) -> None:
    """The line is counted from the top of the file."""
    text = changed("chapter", "document: book", "documnt: book")
    (fault,) = faults_in(loaded(tmp_path, {SHORT["chapter"]: text}), "chapter")
    assert (fault.line, fault.key, fault.mend) == (3, "documnt", "did you mean document?")


def test_a_broken_link_has_its_line(tmp_path: Path) -> None:
    """The fault has the line of the link."""
    text = changed("chapter", "[[xx:table]]", "[[xx:tabel]]")
    (fault,) = faults_in(loaded(tmp_path, {SHORT["chapter"]: text}), "chapter")
    assert fault.line == line_of(text, "[[xx:tabel]]")


def test_an_id_that_is_both_chart_and_entry_is_ambiguous(tmp_path: Path) -> None:
    """An id of both a chart and an entry is a fault of the link and of the chart."""
    library = loaded(tmp_path, {SHORT["chapter"]: CHAPTER + "\n## Table\n\n- A point.\n"})
    says = {each.says for each in library.faults}
    assert says == {"link [[xx:table]] is ambiguous", "xx:table is also the id of a rule"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rulebook/xx/02-more.md", "---\ntitle: More\n---\n\n# 1.1 Other fire\n\n- Something else.\n"),
        ("rulebook/xx/02-more.md", "---\ntitle: More\n---\n\n# Volleys\n\n- Something else.\n"),
        ("tables/xx/charts/zz.yaml", CHART.replace("title: Table", "title: Other")),
        ("tables/xx/procedures/zz.yaml", CHECK.replace("title: Check", "title: Other")),
    ],
)
def test_a_duplicate_id_is_a_fault(name: str, text: str, tmp_path: Path) -> None:
    """Only a record in another folder may replace a record."""
    assert loaded(tmp_path, {name: text}).faults


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (
            "conflicts",
            "conflicts:\n",
            "conflicts:\n  - {id: far, title: T, readings: [], taken: x, why: y}\n",
        ),
        ("glossary", "term: Rating", "term: strength point"),
    ],
)
def test_a_duplicate_name_in_a_file_is_a_fault(name: str, old: str, new: str, tmp_path: Path) -> None:
    """Without this check one of the records would be lost."""
    assert loaded(tmp_path, {SHORT[name]: changed(name, old, new)}).faults


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "says"),
    [
        ("conflicts", "xx:fire", "xx:fier", "conflicts[0].bites[0]", "unknown id xx:fier"),
        (
            "sequence",
            "procedure: fire",
            "procedure: fier",
            "phases[0].steps[0].procedure",
            "unknown procedure fier",
        ),
        ("fire", "procedure: check", "procedure: chek", "next[0].procedure", "unknown procedure chek"),
        ("fire", "carry: {shaken:", "carry: {shakn:", "next[0].carry.shakn", "check has no input shakn"),
        (
            "fire",
            "carry: {shaken: shaken}",
            "earlier: {shakn: check.shaken}",
            "next[0].earlier.shakn",
            "check has no input shakn",
        ),
        (
            "fire",
            "carry: {shaken: shaken}",
            "earlier: {shaken: check.shakn}",
            "next[0].earlier.shaken",
            "check has no input shakn",
        ),
        (
            "fire",
            "carry: {shaken: shaken}",
            "earlier: {shaken: chek.shaken}",
            "next[0].earlier.shaken",
            "unknown procedure chek",
        ),
    ],
)
def test_a_fault_between_files(name: str, old: str, new: str, key: str, says: str, tmp_path: Path) -> None:
    """A file refers to a record of another file that does not exist."""
    (fault,) = loaded(tmp_path, {SHORT[name]: changed(name, old, new)}).faults
    assert (fault.key, fault.says) == (key, says)
    assert "tables/xx/" in fault.file


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("conflicts", "xx:fire", "xx:fier"),
        ("sequence", "procedure: fire", "procedure: fier"),
        ("fire", "procedure: check", "procedure: chek"),
        ("fire", "carry: {shaken:", "carry: {shakn:"),
    ],
)
def test_a_fault_between_files_has_its_line(name: str, old: str, new: str, tmp_path: Path) -> None:
    """A fault between files has its file and line, like any other fault."""
    text = changed(name, old, new)
    (fault,) = faults_in(loaded(tmp_path, {SHORT[name]: text}), name)
    assert fault.line == line_of(text, new)


def test_a_procedure_that_uses_itself_through_another(tmp_path: Path) -> None:
    """Two procedures that use each other are both faults, and both are left out."""
    round_trip = CHECK.replace(
        "steps:\n", "steps:\n  - {do: use, name: u, procedure: both, given: {}, take: {again: one}}\n"
    )
    library = loaded(tmp_path, {SHORT["check"]: round_trip})
    assert [each.says for each in faults_in(library, "check")] == ["circular use: both uses this procedure"]
    assert [each.says for each in faults_in(library, "both")] == ["circular use: check uses this procedure"]
    assert faults_in(library, "both")[0].line == line_of(BOTH, "procedure: check")


def test_a_procedure_that_uses_itself(tmp_path: Path) -> None:
    """Using itself directly is a fault, too."""
    library = loaded(tmp_path, {SHORT["both"]: changed("both", "procedure: check", "procedure: both")})
    assert any(each.says == "circular use: both uses this procedure" for each in faults_in(library, "both"))


def test_a_procedure_that_uses_a_faulty_one_is_left_out(tmp_path: Path) -> None:
    """Both procedures are left out."""
    library = loaded(tmp_path, {SHORT["check"]: changed("check", "dice >= (7", "dise >= (7")})
    assert {each.id for each in module_of(library).procedures} & {"xx:check", "xx:both"} == set()


def test_all_faults_of_meaning_of_a_file_are_reported(tmp_path: Path) -> None:
    """Faults are listed in the order of the file, each with its line."""
    text = (
        FIRE.replace("when: range <= 2", "when: rang <= 2")
        .replace("when: shaken,", "when: shakn,")
        .replace("dice: 1d6", "dice: 2x6")
        .replace("chart: table", "chart: tabel")
        .replace("{name: losses, label", "{name: lost, label")
        .replace("when: cell ==", "when: cel ==")
    )
    faults = faults_in(loaded(tmp_path, {SHORT["fire"]: text}), "fire")
    wrong = ["rang <=", "shakn", "2x6", "tabel", "{name: lost", "cel =="]
    lines = [each.line for each in faults]
    assert lines == sorted(lines)
    assert {line_of(text, each) for each in wrong} <= set(lines)


def test_all_unknown_keys_of_a_file_are_reported(tmp_path: Path) -> None:
    """Any number of keys is listed, each with its line."""
    text = (
        FIRE.replace("least: 1, most: 9", "lest: 1, mots: 9")
        .replace("    take: {", "    tke: {")
        .replace("when: cell", "wen: cell")
        .replace("label: Shaken,", "label: Shaken, hlep: x,")
    )
    faults = faults_in(loaded(tmp_path, {SHORT["fire"]: text}), "fire")
    found = {(each.key, each.line) for each in faults}
    assert found == {
        ("inputs[1].lest", line_of(text, "lest")),
        ("inputs[1].mots", line_of(text, "mots")),
        ("inputs[2].hlep", line_of(text, "hlep")),
        ("steps[3].tke", line_of(text, "tke")),
        ("next[0].wen", line_of(text, "wen")),
    }


def test_faults_after_an_item_with_a_missing_field_have_their_line(tmp_path: Path) -> None:
    """Earlier faults do not change the line."""
    text = FIRE.replace("    label: Rating\n", "").replace("label: Shaken,", "label: Shaken, hlep: x,")
    faults = faults_in(loaded(tmp_path, {SHORT["fire"]: text}), "fire")
    assert ("inputs[2].hlep", line_of(text, "hlep")) in {(each.key, each.line) for each in faults}


def test_faults_of_shape_do_not_hide_faults_of_meaning(tmp_path: Path) -> None:
    """Every fault of a file is reported at once."""
    text = FIRE.replace("summary: Dice", "sumary: x\nsummary: Dice").replace(
        "when: range <= 2", "when: rang <= 2"
    )
    faults = faults_in(loaded(tmp_path, {SHORT["fire"]: text}), "fire")
    assert {each.key for each in faults} == {"sumary", "steps[0].modifiers[0].when"}


def test_faults_of_all_files_are_reported(tmp_path: Path) -> None:
    """A broken file hides no fault of another, and valid records are loaded."""
    files = {
        SHORT["glossary"]: changed("glossary", "slang_stop", "slang"),
        SHORT["sequence"]: "a: [",
        SHORT["conflicts"]: "a: 1\na: 2\n",
        SHORT["check"]: "- x\n",
        SHORT["chart"]: changed("chart", "7+   |", "7+   | |"),
        SHORT["chapter"]: changed("chapter", "{.designer}", "{.desinger}"),
    }
    library = loaded(tmp_path, files)
    for name in ("glossary", "sequence", "conflicts", "check", "chart", "chapter"):
        assert faults_in(library, name), name
    assert list(library.faults) == sorted(library.faults)
    assert len(module_of(library).entries) == 3


@pytest.mark.parametrize("raw", [b"id: \xff\n", b"\xff\xfei\x00d\x00", "id: café".encode("latin-1")])
@pytest.mark.parametrize("name", ["game", "chart", "fire", "chapter"])
def test_a_file_that_is_not_utf8(name: str, raw: bytes, tmp_path: Path) -> None:
    """The fault has the byte and a correction."""
    places = places_of(tmp_path)
    write(places.bases[0], FILES)
    (places.bases[0] / SHORT[name]).write_bytes(raw)
    (fault,) = faults_in(read_library(places), name)
    assert fault.says.startswith("is not UTF-8 text (byte ")
    assert fault.mend == "save the file as UTF-8"


def test_a_byte_order_mark_is_not_a_fault(tmp_path: Path) -> None:
    """Editors that write a byte order mark cause no fault."""
    assert loaded(tmp_path, {name: f"\ufeff{text}" for name, text in FILES.items()}).faults == ()


def test_windows_line_endings_are_not_a_fault(tmp_path: Path) -> None:
    """Lines are counted as with other line ends."""
    text = changed("fire", "when: range <= 2", "when: rang <= 2")
    files = {**FILES, SHORT["fire"]: text}
    library = loaded(tmp_path, {name: each.replace("\n", "\r\n") for name, each in files.items()})
    (fault,) = faults_in(library, "fire")
    assert fault.line == line_of(text, "rang <=")


@pytest.mark.parametrize(
    "name",
    [
        "tables/xx/chart.yaml",
        "tables/xx/chart/table.yaml",
        "tables/xx/charts/old/table.yaml",
        "tables/xx/a.yml",
    ],
)
def test_a_file_that_is_not_read_is_a_fault(name: str, tmp_path: Path) -> None:
    """The message lists the files that are read."""
    (fault,) = loaded(tmp_path, {name: CHART}).faults
    assert (fault.file.endswith(name), fault.says) == (True, "the companion does not read this file")
    assert "charts/*.yaml" in fault.mend


def test_hidden_files_are_not_read(tmp_path: Path) -> None:
    """macOS writes a ._ file beside each file on a stick or a share."""
    hidden = {"rulebook/xx/._01-fire.md": "\0\5\26\7", "tables/xx/charts/.#table.yaml": "["}
    assert loaded(tmp_path, hidden).faults == ()


def test_a_rulebook_without_a_game_is_a_fault(tmp_path: Path) -> None:
    """A misspelt folder is not silently ignored."""
    assert loaded(tmp_path, {"rulebook/xy/01-fire.md": CHAPTER}).faults


def test_a_game_without_game_yaml_is_a_fault(tmp_path: Path) -> None:
    """The game cannot be used; the others can."""
    library = loaded(tmp_path, {"tables/yy/charts/table.yaml": CHART})
    (fault,) = library.faults
    assert (fault.file, fault.mend) == ("tables/yy/game.yaml", "add it")
    assert [module.game.slug for module in library.modules] == ["xx"]


def test_a_file_name_that_is_not_text(tmp_path: Path) -> None:
    """The file is reported or ignored, and never crashes the companion."""
    places = places_of(tmp_path)
    write(places.bases[0], FILES)
    folder = os.fsencode(places.bases[0] / "tables/xx/charts")
    Path(os.fsdecode(folder + b"/\xff.yaml")).write_text(CHART)
    load_library(places)


# ---- the player's own folder


def test_a_replaced_procedure_is_marked(tmp_path: Path) -> None:
    """Replaced procedures are marked one by one, whatever their file is called; others stay as shipped."""
    own = {"tables/xx/procedures/mine.yaml": CHECK.replace("title: Check", "title: Our check")}
    library = loaded(tmp_path, own=own)
    assert library.faults == ()
    procedures = {each.id: each for each in module_of(library).procedures}
    assert (procedures["xx:check"].title, procedures["xx:check"].overlay) == ("Our check", "yes")
    assert procedures["xx:fire"].overlay == "no"


def test_a_replaced_chart_is_marked(tmp_path: Path) -> None:
    """Calculators read the player's chart."""
    own = {"tables/xx/charts/table.yaml": CHART.replace("| 2\n", "| 9\n")}
    library = loaded(tmp_path, own=own)
    assert library.faults == ()
    (chart,) = module_of(library).charts
    assert (chart.cell("7+", "C"), chart.overlay) == (9, True)


def test_a_chart_that_no_longer_fits_its_calculator_is_a_fault(tmp_path: Path) -> None:
    """The fault is reported at the calculator."""
    own = {
        "tables/xx/charts/table.yaml": CHART.replace("| A | B | C", "| A | B | D").replace("[B, C]", "[B]")
    }
    (fault,) = faults_in(loaded(tmp_path, own=own), "fire")
    assert (fault.key, fault.says) == ("steps[3].column", "the chart has no column C")


def test_entries_are_replaced_and_added(tmp_path: Path) -> None:
    """Each entry is replaced separately, in the position of the shipped one."""
    own = {
        "rulebook/xx/99-house.md": "---\ntitle: House rules\nauthority: ruling\n---\n\n"
        "# 1.1 Fire\n\n- At our table.\n\n# Beer\n\n- After each turn.\n"
    }
    library = loaded(tmp_path, own=own)
    assert library.faults == ()
    entries = module_of(library).entries
    assert [entry.id for entry in entries] == ["xx:1.0", "xx:1.1", "xx:volleys", "xx:beer"]
    assert [entry.overlay for entry in entries] == [False, True, False, True]
    assert entries[1].points[0].authority == "ruling"


def test_terms_and_conflicts_are_replaced_and_added(tmp_path: Path) -> None:
    """Terms are matched by term, conflicts by id; both lists are used together."""
    own = {
        SHORT["glossary"]: "terms:\n  - {term: rating, means: Ours.}\n  - {term: Beer, means: Drink.}\n"
        "slang_stop: [darn, heck]\n",
        SHORT["conflicts"]: CONFLICTS.replace("taken: beyond 5", "taken: beyond 6"),
    }
    module = module_of(loaded(tmp_path, own=own))
    assert {term.term: term.means for term in module.terms} == {
        "Strength Point": "Size of a unit.",
        "rating": "Ours.",
        "Beer": "Drink.",
    }
    assert module.slang_stop == ("darn", "heck")
    assert [conflict.taken for conflict in module.conflicts] == ["beyond 6"]


def test_single_files_are_replaced_completely(tmp_path: Path) -> None:
    """This applies to game.yaml and sequence.yaml."""
    own = {
        SHORT["game"]: GAME.replace("Own game", "Our game"),
        SHORT["sequence"]: "sides: [Green]\nphases: []\n",
    }
    module = module_of(loaded(tmp_path, own=own))
    assert module.game.name == "Our game"
    assert module.sequence is not None
    assert module.sequence.sides == ("Green",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("game", "slug: xx\n"),
        ("game", GAME.replace("slug: xx", "slug: yy")),
        ("sequence", "sides: x\n"),
        ("glossary", "terms: x\n"),
        ("conflicts", "conflicts: x\n"),
        ("chart", "id: table\n"),
        ("chart", CHART.replace("  7+   | m | 1 | 2\n", "  7+   | m | 1\n")),
        ("check", "id: check\n"),
        ("check", "not yaml: ["),
        ("chapter", "# 1.1 Fire\n\n- No front matter.\n"),
        ("check", CHECK.replace("shaken else", "shakn else")),
        ("check", CHECK.replace("2d6", "2x6")),
    ],
)
def test_a_broken_file_leaves_the_shipped_record(name: str, text: str, tmp_path: Path) -> None:
    """The fault is reported, and the shipped record is used."""
    shipped = module_of(loaded(tmp_path / "shipped"))
    library = loaded(tmp_path / "both", own={SHORT[name]: text})
    assert library.faults
    assert all("/own/" in fault.file for fault in library.faults)
    module = module_of(library)
    assert (module.game, module.charts, module.procedures) == (
        shipped.game,
        shipped.charts,
        shipped.procedures,
    )
    assert (module.terms, module.sequence, module.conflicts) == (
        shipped.terms,
        shipped.sequence,
        shipped.conflicts,
    )
    assert [entry.points for entry in module.entries] == [entry.points for entry in shipped.entries]


def test_a_whole_new_game(tmp_path: Path) -> None:
    """A game needs nothing but text files."""
    new = {name.replace("/xx/", "/yy/"): text.replace("xx", "yy") for name, text in FILES.items()}
    library = loaded(tmp_path, own=new)
    assert library.faults == ()
    assert {module.game.slug for module in library.modules} == {"xx", "yy"}
    assert library.procedure("yy:fire").overlay == "yes"
    assert library.procedure("xx:fire").overlay == "no"


def test_without_an_own_folder(tmp_path: Path) -> None:
    """No fault if the player has none, or if there is a file in its place."""
    places = places_of(tmp_path)
    write(places.bases[0], FILES)
    assert read_library(places).faults == ()
    places.own.write_text("not a folder")
    assert read_library(places).faults == ()
    assert content_of(places).whole


# ---- the cache


def cached(folder: Path) -> tuple[Places, Library, Path]:
    """A library that has been read once, and its cache file."""
    places = places_of(folder)
    write(places.bases[0], FILES)
    library = load_library(places)
    (file,) = places.cache.glob("tables-*")
    return places, library, file


def test_shaded_cells_keep_the_order_of_the_file(tmp_path: Path) -> None:
    """A set would have another order in another process, and the cache other bytes."""
    _, library, _ = cached(tmp_path)
    (shade,) = library.modules[0].charts[0].shades
    assert shade.cells == (("7+", "B"), ("7+", "C"))


def test_the_cache_returns_the_same_library(tmp_path: Path) -> None:
    """Records and faults are equal, and the cache is used."""
    places, library, file = cached(tmp_path)
    assert library == read_library(places, library.content)
    (module,) = library.modules
    other = msgspec.structs.replace(module, game=msgspec.structs.replace(module.game, name="From the cache"))
    plant(places, Library((other,)))
    assert load_library(places).modules[0].game.name == "From the cache"
    assert file.exists()


@pytest.mark.parametrize("kept", [0, 1, 10, 32, 33, 34, 50, 500, -1])
def test_a_truncated_cache_is_ignored(kept: int, tmp_path: Path) -> None:
    """A cache that was truncated at any position is ignored and written again."""
    places, library, file = cached(tmp_path)
    raw = file.read_bytes()
    file.write_bytes(raw[:kept])
    assert load_library(places) == library
    assert file.read_bytes() == raw


@pytest.mark.parametrize(
    "damage", [b"", b"\x00" * 500, b"\xff" * 500, b"\x91" * 100_000, b"{}", b"\x93\x90\x90"]
)
def test_a_damaged_cache_is_ignored(damage: bytes, tmp_path: Path) -> None:
    """Damaged contents are noticed even if the checksum is correct; the cache is written again."""
    places, library, file = cached(tmp_path)
    raw = file.read_bytes()
    file.write_bytes(hashlib.blake2b(damage, digest_size=16).hexdigest().encode() + b"\n" + damage)
    assert load_library(places) == library
    assert file.read_bytes() == raw


def test_a_cache_with_a_changed_byte_is_ignored(tmp_path: Path) -> None:
    """No number on screen comes from a damaged file."""
    places, library, file = cached(tmp_path)
    raw = file.read_bytes()
    assert b"range > 5" in raw
    file.write_bytes(raw.replace(b"range > 5", b"range > 6"))
    assert load_library(places) == library


@pytest.mark.parametrize("name", [SHORT["fire"], SHORT["chapter"], SHORT["chart"]])
def test_an_outdated_cache_is_ignored(name: str, tmp_path: Path) -> None:
    """Any change of a file is noticed, and so is changing it back."""
    places, library, _ = cached(tmp_path)
    path = places.bases[0] / name
    text = path.read_text()
    path.write_text(text + "\n")
    changed_library = load_library(places)
    assert changed_library.content != library.content
    path.write_text(text)
    assert load_library(places) == library


def test_a_new_or_renamed_or_missing_file_is_noticed(tmp_path: Path) -> None:
    """Names count as much as contents, in both folders."""
    places, library, _ = cached(tmp_path)
    hashes = {library.content}
    write(places.own, {"tables/xx/glossary.yaml": "terms: []\n"})
    hashes.add(content_of(places).whole)
    (places.own / "tables/xx/glossary.yaml").rename(places.own / "tables/xx/glossary.yml")
    hashes.add(content_of(places).whole)
    (places.bases[0] / SHORT["both"]).unlink()
    hashes.add(content_of(places).whole)
    assert len(hashes) == 4


@pytest.mark.parametrize("place", ["file", "below a file", "null device"])
def test_a_folder_that_cannot_be_written(place: str, tmp_path: Path) -> None:
    """Nothing is cached, but everything works."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    folder = {"file": blocked, "below a file": blocked / "cache", "null device": Path(os.devnull) / "cache"}[
        place
    ]
    places = places_of(tmp_path)._replace(cache=folder)
    write(places.bases[0], FILES)
    assert load_library(places) == load_library(places) == read_library(places, content_of(places).whole)
    assert blocked.read_text() == ""


def test_a_cache_in_folders_that_do_not_exist_yet(tmp_path: Path) -> None:
    """A cache in folders that do not exist yet creates the folders."""
    places = places_of(tmp_path)._replace(cache=tmp_path / "new" / "cache")
    write(places.bases[0], FILES)
    load_library(places)
    assert list(places.cache.glob("tables-*"))


def test_a_folder_in_place_of_the_cache_file(tmp_path: Path) -> None:
    """The companion works as without a cache."""
    places, library, file = cached(tmp_path)
    file.unlink()
    file.mkdir()
    (file / "x").write_text("")
    assert load_library(places) == library


def test_a_failed_write_leaves_no_files(tmp_path: Path) -> None:
    """Repeated failures leave no files."""
    places, _, file = cached(tmp_path)
    file.unlink()
    file.mkdir()
    (file / "x").write_text("")
    before = sorted(places.cache.iterdir())
    load_library(places)
    assert sorted(places.cache.iterdir()) == before


def test_a_chapter_that_is_too_long_is_one_fault(tmp_path: Path) -> None:
    """The fault has no line."""
    text = f"{CHAPTER}\n- {'word ' * 50_000}\n"
    (fault,) = faults_in(loaded(tmp_path, {SHORT["chapter"]: text}), "chapter")
    assert (fault.line, fault.says) == (0, "longer than 250,000 characters")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """The fault gives the reason, and has no line; its hash says that it is not the file as it was."""
    faults = Faults("tables/xx/game.yaml")
    assert text_of(tmp_path, faults) is None
    (fault,) = faults.noted
    assert (fault.line, fault.says) == (0, "cannot be read: Is a directory")
    assert file_hash(tmp_path).isdigit()
    assert not file_hash(Path(__file__)).isdigit()


def test_a_file_that_is_too_large_is_one_fault(tmp_path: Path) -> None:
    """A file that is too large is one fault, and its hash ignores everything beyond the limit."""
    path = places_of(tmp_path).bases[0] / "tables/xx/charts/large.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes(b" " * (MOST_BYTES + 1))
    before = file_hash(path)
    path.write_bytes(b" " * MOST_BYTES)
    assert file_hash(path) != before
    path.write_bytes(b" " * (MOST_BYTES + 1) + b"x")
    assert file_hash(path) == before
    (fault,) = [each for each in loaded(tmp_path).faults if each.file.endswith("large.yaml")]
    assert (fault.line, fault.says) == (0, f"larger than {MOST_BYTES // 1_000_000} MB")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("kind", ["tables", "rulebook"])
def test_a_folder_whose_name_is_no_text_is_no_game(kind: str, tmp_path: Path) -> None:
    """A folder whose name is no valid text is reported as a fault, and the other games can be searched."""
    places = places_of(tmp_path)
    write(places.bases[0], FILES)
    folder = Path(os.fsdecode(bytes(places.bases[0] / kind) + b"/a\xff"))
    folder.mkdir()
    (folder / "game.yaml").write_text("name: X\n")
    library = load_library(places)
    (fault,) = [each for each in library.faults if "valid text" in each.says]
    assert fault.file == f"{kind}/a\ufffd"
    assert build_index(library, places.cache, content_of(places).games).lexicon.size


class Pair(msgspec.Struct):
    """A record whose shape no included record has."""

    names: tuple[str, str]


def test_a_mistake_that_has_no_message_of_its_own_is_a_fault() -> None:
    """The record is not used, and the fault says what the reader found."""
    faults = Faults("tables/xx/game.yaml")
    assert to_record({"names": ["Blue", "Red"]}, Pair, faults) == Pair(("Blue", "Red"))
    assert faults.noted == []
    assert to_record({"names": ["Blue"]}, Pair, faults) is None
    (fault,) = faults.noted
    assert "length 2" in fault.says


def test_a_folder_that_cannot_be_listed_has_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stick that was pulled out takes the player's own files with it, and nothing else."""
    write(tmp_path, FILES)
    assert len(files_in(tmp_path / "tables", ".yaml")) == len(FILES) - 1

    def gone(_: Path, __: str) -> Iterator[Path]:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "rglob", gone)
    assert files_in(tmp_path / "tables", ".yaml") == []
