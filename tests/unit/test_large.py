"""Large text to be read across the table: its content, and that it fits."""

from __future__ import annotations

import pytest

from companion.engine import Engine
from companion.model import Library
from companion.render.large import (
    BLOCK,
    HEIGHT,
    LETTERS,
    Large,
    large_lines,
    of_cell,
    of_entry,
    of_resolution,
)

CLOSING = {"rating": "C", "leader_morale": 2, "shaken": True}


def test_every_letter_is_complete_and_distinct() -> None:
    """Five rows of equal width for each; no two look alike; all digits and capitals exist."""
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +-.,:/()%=") <= set(LETTERS)
    for letter, rows in LETTERS.items():
        assert len(rows) == HEIGHT, letter
        assert len({len(row) for row in rows}) == 1, letter
        assert set("".join(rows)) <= {"#", " "}, letter
    assert len(set(LETTERS.values())) == len(LETTERS)


def test_text_fills_the_screen() -> None:
    """A digit grows with the screen, with square dots."""
    small, large = (large_lines(Large(("7",), ""), *size) for size in ((10, 8), (40, 22)))
    assert small[:HEIGHT] == ["████", "   █", "  █", " █", " █"]
    assert large[:4] == [BLOCK * 16] * 4
    assert large[16:20] == [" " * 4 + BLOCK * 4] * 4


def test_text_that_does_not_fit_in_blocks_is_spaced() -> None:
    """Without room for blocks: capitals with spaces between letters; a word too long for that stays as it is."""
    assert large_lines(Large(("does not close",), "3.5"), 20, 4) == [
        "D O E S   N O T",
        "C L O S E",
        "",
        "3.5",
    ]
    assert large_lines(Large(("unbelievable",), ""), 20, 4)[0] == "UNBELIEVABLE"


def test_the_first_line_is_never_smaller_than_the_rest() -> None:
    """If the second line does not fit in blocks, no later line is in blocks."""
    lines = large_lines(Large(("no", "Needed after modifiers: 5", "Total: 1"), "x"), 60, 20)
    assert BLOCK in lines[0]
    after = lines.index("N E E D E D   A F T E R   M O D I F I E R S :   5")
    assert not any(BLOCK in line for line in lines[after:])


def test_letters_without_a_shape() -> None:
    """Accents are dropped; other characters are kept with spaces; escape sequences are printed visibly."""
    assert large_lines(Large(("é",), ""), 6, 6) == large_lines(Large(("e",), ""), 6, 6)
    assert large_lines(Large(("2 → 3",), ""), 40, 10)[0] == "2   →   3"
    lines = large_lines(Large(("\x1b[2J",), "\x07", ("\x1b",)), 40, 10)
    assert not any("\x1b" in line or "\x07" in line for line in lines)


@pytest.mark.variants
@pytest.mark.parametrize("size", [(20, 6), (38, 18), (78, 22), (158, 43)])
def test_nothing_is_wider_than_the_screen(library: Library, size: tuple[int, int]) -> None:
    """Every rule and every cell of every chart fits at each size without losing a word."""
    for module in library.modules:
        larges = [of_entry(each, module) for each in module.entries]
        for chart in module.charts:
            larges += [of_cell(chart, row, column) for row in chart.rows for column in chart.columns]
        for large in larges:
            lines = large_lines(large, *size)
            assert all(len(line) <= size[0] for line in lines), large.head
            text = "".join("".join(lines).split())
            assert all("".join(each.split()) in text for each in (large.foot, *large.text)), large.head


def test_a_result(library: Library, engine: Engine) -> None:
    """Outcome, dice, number needed and total, followed by calculator, rule and the cell read."""
    procedure = library.procedure("lob:closing-roll")
    large = of_resolution(engine.resolve(procedure.id, CLOSING, [4]), procedure)
    assert large.head == ("closes", "Rolled 4", "Needed after modifiers: 4", "Modifier: 0")
    assert large.foot == "Closing roll 3.5. Closing Roll Table (3.5) reads 4+"


def test_before_the_dice(library: Library, engine: Engine) -> None:
    """Number needed and odds; without answers, the missing ones and no outcome."""
    procedure = library.procedure("lob:closing-roll")
    large = of_resolution(engine.resolve(procedure.id, CLOSING, []), procedure)
    assert large.head == ("Needed after modifiers: 4", "Modifier: 0", "does not close 50%, closes 50%")
    large = of_resolution(engine.resolve(procedure.id, {}, []), procedure)
    assert large.head[-1].startswith("Still to answer: Morale rating")


def test_a_rule_shows_its_authorities(library: Library) -> None:
    """Points have marks, which are explained at the end."""
    module = library.module("lob")
    entry = next(each for each in module.entries if each.id == "lob:3.5")
    large = of_entry(entry, module)
    assert large.head == ("3.5 Closing rolls",)
    assert any(each.startswith("[ERRATUM] ") for each in large.text)
    assert "[ERRATUM] official erratum" in large.foot


def test_a_cell(library: Library) -> None:
    """The printed text comes first, then its place."""
    chart = library.module("lob").chart("closing-roll-table")
    large = of_cell(chart, chart.rows[2], chart.columns[0])
    assert large.head == ("4+",)
    assert large.foot.startswith("Morale C, ")
    assert "Closing Roll Table (3.5)" in large.foot


def test_a_ruling_comes_first(library: Library) -> None:
    """The ruling is marked and apart from the points of the book."""
    module = library.module("lob")
    entry = next(each for each in module.entries if each.id == "lob:3.5")
    large = of_entry(entry, module, ["every stack rolls"])
    assert large.text[0] == "[TABLE] every stack rolls (how we play it here)"
    assert large.text[1:] == of_entry(entry, module).text


def test_a_number_is_shown_once_but_every_roll_is_shown(library: Library) -> None:
    """Number needed and total are the same here; two equal rolls are both shown."""
    engine = Engine(library)
    rating = {"staff_rating": 8, "formation": "other", "modifier": 0}
    order = of_resolution(
        engine.resolve("bp:command-roll", rating, [7]), library.procedure("bp:command-roll")
    )
    assert order.head.count("Roll this or less: 8") == 1
    charge = {"rating": "B", "attacker_sps": 8, "defender_rating": "B", "defender_sps": 6}
    begun = of_resolution(engine.resolve("lob:charge", charge, [3, 3]), library.procedure("lob:charge"))
    assert begun.head.count("Rolled 3") == 2


@pytest.mark.variants
@pytest.mark.parametrize("size", [(38, 18), (78, 22), (118, 38)])
def test_no_word_is_split(library: Library, size: tuple[int, int]) -> None:
    """In sentences, results and cells, at three sizes, each word of a line is a word of the text."""
    module = library.module("lob")
    larges = [Large((point,), "") for entry in module.entries for point in of_entry(entry, module).text]
    larges += [of_entry(entry, module) for entry in module.entries]
    larges += [
        of_cell(chart, row, column)
        for chart in module.charts
        for row in chart.rows
        for column in chart.columns
    ]
    for large in larges:
        words = {word for text in (*large.head, large.foot, *large.text) for word in text.split()}
        words |= {word.upper() for word in words}
        for line in large_lines(large, *size):
            if BLOCK not in line:
                spaced = set(line[1::2]) <= {" "}
                assert set((line[::2] if spaced else line).split()) <= words, (line, large.head)


def test_the_title_of_a_rule_leaves_room_for_its_sentences(library: Library) -> None:
    """The title has spaced letters; a sentence alone may be in block letters."""
    module = library.module("lob")
    rule = of_entry(next(each for each in module.entries if each.id == "lob:3.5"), module)
    assert BLOCK not in "".join(large_lines(rule, 78, 22))
    assert BLOCK in "".join(large_lines(Large(("One die",), ""), 78, 22))
