"""No internals on screen: no raw keys, no Markdown marks, and numbers agree with their nouns."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from companion.engine import Engine
from companion.engine.values import worded
from companion.model import Library
from companion.model.wording import singular
from companion.render.text import unlinked
from tests.answering import made
from tests.conftest import CASES, json_lines
from tests.shown import Shown, described, pages, questions, results, written

EXAMPLES = 12
"""Most worked examples of a calculator that are shown."""
MADE = 6
"""Random sets of answers for each calculator."""
GAMES = ("aor", "bar", "bp", "lob", "pub")

FAULTS = {
    "a raw key": r"(?<!-> )\b\w*[A-Za-z0-9]_\w+",
    "a raw id": r"(?<!-> )\b(?:aor|bar|bp|lob|pub):[a-z0-9]",
    "a formula": r"[=!<>]=|\bcounts dice with\b| in \[|'\w+' if | if \w+ else ",
    "a path": r"(?<![\w/.-])[a-z]\w*\.(?:\d+\.)?[a-z]{3}\w*",
    "a repeated label": r"(?i)^\W*([a-z][\w ]*): \1(?:$|:)",
    "a repeated noun": r"(?i)^\W*(?:[a-z ]* )?([a-z]\w*?)(?:e?s)?: (?:no|\d+) \1(?:e?s)?$",
    "a mark of Markdown": r"(?<![\w*])(\*{1,2})[A-Za-z][^*|]*\1(?![\w*])|\[\[|\]\]|\{\.|[`{}]|---|\]\(",
    "a value of Python": r"(?:[:=,(] )None\b(?! of)|\bTrue\b|\bFalse\b",
    "doubled punctuation": r",,|;;|(?<!\.)\.\.(?!\.)|[^.\w]\.[;:]|[,;:]\.(?!\d)| [,;](?:\s|$)|\?\?|!!",
}
SINGULARS = (
    "brigade|casualty|chit|column|day|die|division|gun|hex|hexside|hit|hour|inch|leader|leaf|level|loss|man|minute|"
    "modifier|move|MP|order|piece|point|regiment|round|row|SP|step|turn|unit|wagon"
)
MANY = re.compile(rf"(?<![\d.,:/+-])\b(?:0|[2-9]|\d\d+) (?:{SINGULARS})\b")
ONE = re.compile(r"(?<![\d.,:/+-])\b1 ([A-Za-z-]+)\b")
VERBS = frozenset({"always", "hits", "misses", "reads"})
"""Verbs that follow a die showing 1: `a natural 1 misses`, `column 1 reads`."""


def fault_of(text: str) -> str:
    """The first fault of a text, or empty."""
    for name, pattern in FAULTS.items():
        if found := re.search(pattern, text):
            return f"{name}: {found[0]}"
    for found in ONE.finditer(text):
        if singular(found[1]) != found[1] and found[1] not in VERBS:
            return f"a number that does not agree: {found[0]}"
    return "" if is_balanced(text) else "a bracket without its other half"


def disagrees(text: str) -> str:
    """A number above 1 followed by a singular, or empty."""
    found = MANY.search(text)
    return f"a number that does not agree: {found[0]}" if found else ""


def is_balanced(text: str) -> bool:
    """Whether brackets are balanced; the one in `2)` needs no partner."""
    waiting: list[str] = []
    for sign in re.findall(r"[()\[\]]", re.sub(r"\b\d+\)(?=\w)", "", text)):
        if sign in "([":
            waiting.append(sign)
        elif not waiting or waiting.pop() + sign not in ("()", "[]"):
            return False
    return not waiting


def faults_in(texts: Iterator[Shown], numbers: bool = True) -> list[str]:
    """The faults of texts, checking each text once. `numbers`: check numbers, except in copies of printed charts."""
    found = {}
    for where, text in texts:
        if text not in found:
            found[text] = fault_of(text) or (disagrees(text) if numbers else "")
            if found[text]:
                found[text] = f"{where}: {found[text]} in {text[:200]!r}"
    return [each for each in found.values() if each]


def examples_of(game: str) -> dict[str, list[tuple[dict[str, Any], Any]]]:
    """Answers and rolls of the worked examples of a game, by calculator."""
    found = defaultdict(list)
    for ending in ("calculations", "own"):
        for each in json_lines(f"{game}-{ending}.jsonl"):
            found[each["procedure"]].append((each.get("inputs") or {}, each.get("rolls") or []))
    return found


def test_every_file_of_examples_belongs_to_a_game() -> None:
    """No file of examples is overlooked."""
    assert {path.stem.partition("-")[0] for path in CASES.glob("*-own.jsonl")} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_texts_of_the_data(game: str, library: Library) -> None:
    """Labels, help texts, follow-ups, refusals, the turn, scenarios, conflicts, sources."""
    module = library.module(game)
    texts = list(written(module))
    assert faults_in(iter(texts)) == []
    assert [each for each in texts if re.search(r"\S  +\S", each.text)] == []


@pytest.mark.variants
@pytest.mark.parametrize("game", GAMES)
def test_rules_terms_and_charts(game: str, library: Library) -> None:
    """Rules, terms and charts have no faults as drawn by the screens and the command line."""
    assert faults_in(pages(library.module(game)), numbers=False) == []


@pytest.mark.variants
@pytest.mark.parametrize("game", GAMES)
def test_calculators(game: str, library: Library, engine: Engine) -> None:
    """Their questions, and their results for worked examples and random answers."""
    module, examples = library.module(game), examples_of(game)
    for procedure in module.procedures:
        chance = random.Random(procedure.id)
        varied = ((made(procedure, chance), None) for _ in range(MADE))
        sets = chain(examples[procedure.id][:EXAMPLES], varied)
        texts = chain(
            questions(procedure), described(procedure, module), results(engine, module, procedure, sets)
        )
        assert faults_in(texts, numbers=False) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Cause: line_against_ac", "a raw key"),
        ("See lob:3.5", "a raw id"),
        ("a pool; hits counts dice with face", "a formula"),
        ("asked when range != 0", "a formula"),
        ("target.weapon: 3 is outside", "a path"),
        ("firers.1.weapon", "a path"),
        ("about 3.5.", ""),
        ("=> Break test: break test", "a repeated label"),
        ("Break test: none", ""),
        ("Hits: 3 hits", "a repeated noun"),
        ("Change in percent: 0 percent", "a repeated noun"),
        ("Hits: 3", ""),
        ("* Morale check. -> lob:morale-check", ""),
        ("the phase *begins* with it", "a mark of Markdown"),
        ("shifts marked **", ""),
        ("Sh* DG* R*", ""),
        ("Result: None", "a value of Python"),
        ("None of its SPs can fire.", ""),
        ("It is True.", "a value of Python"),
        ("ends.. here", "doubled punctuation"),
        ("reads -.", ""),
        ("1 hexes", "a number that does not agree"),
        ("a natural 1 misses", ""),
        ("row 11, column 1 reads 4", ""),
        ("1 loss", ""),
        ("(one (two)", "a bracket"),
        ("Exception 2)d", ""),
        ("12:30 arrives", ""),
    ],
)
def test_faults_are_distinguished(text: str, fault: str) -> None:
    """Each fault, and a similar text without one."""
    found = fault_of(text)
    assert found.startswith(fault) if fault else not found


@pytest.mark.parametrize(("text", "is_fault"), [("2 hex", True), ("2 hexes", False), ("1 hex", False)])
def test_singulars(text: str, is_fault: bool) -> None:
    """Singulars are found after numbers above 1."""
    assert bool(disagrees(text)) is is_fault


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        *(("hexes", "hex"), ("losses", "loss"), ("SPs", "SP"), ("casualties", "casualty"), ("dice", "die")),
        *(("pieces", "piece"), ("inches", "inch"), ("loss", "loss"), ("has", "has"), ("of", "of")),
    ],
)
def test_plurals_become_singular_after_one(plural: str, one: str) -> None:
    """Nouns change in sentences with a number from a formula; words that are not plurals stay."""
    assert singular(plural) == one
    assert worded(f"at most {{n}} {plural}, not 2 {plural}", {"n": 1}) == f"at most 1 {one}, not 2 {plural}"
    assert worded(f"{{n}} {plural}", {"n": 2}) == f"2 {plural}"
    assert worded(f"{{n}} {plural}", {"n": True}) == f"yes {plural}"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("the phase *begins* with **two** units", "the phase begins with two units"),
        ("shifts marked * or **, and *", "shifts marked * or **, and *"),
        ("Sh*, DG* and R*", "Sh*, DG* and R*"),
        ("*Take [[lob:3.5]]*.", "Take 3.5."),
        ("_both_ but not a_b_c", "both but not a_b_c"),
    ],
)
def test_marks_of_emphasis(text: str, read: str) -> None:
    """They are for the author; signs printed on a chart stay."""
    assert unlinked(text) == read
