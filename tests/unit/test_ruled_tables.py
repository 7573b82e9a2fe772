"""Tables of PDFs with printed lines: each text is in the cell between its lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.importing.grids import grids
from companion.importing.sections import Sectioned
from companion.importing.strokes import Stroke
from tests.small_documents import Drawn, Text, column, pdf
from tests.unit.test_importing import doubts, made, outline

LEFT, TOP, WIDTH, HEIGHT = 60, 680, 130, 20
"""Left and upper edge of a table; width and height of its cells."""


def lines(
    rows: int, columns: int, left: float = LEFT, top: float = TOP, without: Sequence[int] = ()
) -> list[Drawn]:
    """Return the lines of a table; those with a place in `without`, counted from the top, are left out."""
    right, bottom = left + WIDTH * columns, top - HEIGHT * rows
    levels = [(place, top - HEIGHT * place) for place in range(rows + 1)]
    return [
        *(Drawn(left, y, right, y) for place, y in levels if place not in without),
        *(Drawn(left + WIDTH * place, bottom, left + WIDTH * place, top) for place in range(columns + 1)),
    ]


def texts(rows: Sequence[Sequence[str]], left: float = LEFT, top: float = TOP, down: int = 13) -> list[Text]:
    """Return the texts of cells; those of a cell with several lines are divided by a slash."""
    return [
        Text(
            left + 4 + WIDTH * at,
            top - HEIGHT * row - down + (8 if len(parts) > 1 else 0) - 9 * line,
            part,
            8,
        )
        for row, cells in enumerate(rows)
        for at, cell in enumerate(cells)
        for parts in [cell.split("/")]
        for line, part in enumerate(parts)
        if part
    ]


def read(tmp_path: Path, *page: Text | Drawn) -> Sectioned:
    """Return the sections of a page with the rule 5.4 at its top."""
    head = [Text(50, 740, "5.4 Modifiers", 14, True), *column(50, 722, ["Add up all of those which apply."])]
    return made(tmp_path, pdf([[*head, *page]]), "rules.pdf")


def rows(found: Sectioned) -> list[list[str]]:
    """Return the cells of all rows."""
    return [list(each.cells) for section in found.sections for each in section.paragraphs if each.row]


def test_empty_and_wrapped_cells(tmp_path: Path) -> None:
    """An empty cell stays empty, and a cell of two lines is one text, wherever the others are printed."""
    cells = [
        ["", "Foot", "Horse"],
        ["In the flank or/in the rear", "+2", "+1"],
        ["Behind a wall", "", "-1"],
        ["Seen", "+1", ""],
    ]
    found = read(tmp_path, *lines(4, 3), *texts(cells))
    assert rows(found) == [[cell.replace("/", " ") for cell in row] for row in cells]


def test_a_text_close_to_the_next_column(tmp_path: Path) -> None:
    """Words on both sides of a line are two cells even if the gap between them is that of two words."""
    page: list[Text | Drawn] = [*lines(2, 2), *texts([["Case", "Foot"], ["", "+1"]])]
    page += [Text(LEFT + 4, TOP - HEIGHT - 13, "Formed friends within four inc", 8), Text(195, 400, "x", 8)]
    assert rows(read(tmp_path, *page))[1] == ["Formed friends within four inc", "+1"]


def test_cells_over_several_rows_and_columns(tmp_path: Path) -> None:
    """A text over several rows is repeated; one over several columns is in the first."""
    right, bottom = LEFT + 3 * WIDTH, TOP - 3 * HEIGHT
    drawn = [
        Drawn(LEFT, bottom, right, TOP),
        Drawn(LEFT + WIDTH, TOP - HEIGHT, right, TOP - HEIGHT),
        Drawn(LEFT + WIDTH, TOP - 2 * HEIGHT, right, TOP - 2 * HEIGHT),
        Drawn(LEFT + WIDTH, bottom, LEFT + WIDTH, TOP),
        Drawn(LEFT + 2 * WIDTH, bottom, LEFT + 2 * WIDTH, TOP - HEIGHT),
    ]
    found = read(tmp_path, *drawn, *texts([["", "Range"], ["Musket", "Close", "Long"], ["", "4", "5"]]))
    assert rows(found) == [["Musket", "Range", ""], ["Musket", "Close", "Long"], ["Musket", "4", "5"]]


def test_titles_and_notes_inside_the_lines(tmp_path: Path) -> None:
    """A row that is one cell is a caption at the top, and otherwise a text."""
    right, bottom = LEFT + 2 * WIDTH, TOP - 4 * HEIGHT
    drawn = [*(Drawn(LEFT, TOP - HEIGHT * row, right, TOP - HEIGHT * row) for row in range(5))]
    drawn += [Drawn(LEFT + WIDTH * 2 * at, bottom, LEFT + WIDTH * 2 * at, TOP) for at in range(2)]
    drawn += [Drawn(LEFT + WIDTH, bottom + HEIGHT, LEFT + WIDTH, TOP - HEIGHT)]
    page: list[Text | Drawn] = [Text(LEFT + 40, TOP - 13, "Fire chart", 8, True), *drawn]
    page += texts([[], ["1-2", "Miss"], ["3-6", "Hit"], ["Guns need a 4."]])
    found = read(tmp_path, *page)
    assert rows(found) == [["1-2", "Miss"], ["3-6", "Hit"]]
    assert outline(found)[0][2].startswith("Add up all of those which apply. / Fire chart / 1-2 | Miss")
    assert outline(found)[0][2].endswith("Guns need a 4.")
    assert not doubts(found)


def test_rows_without_lines_between_them(tmp_path: Path) -> None:
    """Below a head, lines of cells side by side that do not continue are rows."""
    found = read(
        tmp_path,
        *lines(4, 2, without=(2, 3)),
        *texts([["Case", "Die"], ["Up", "1"], ["In", "2"], ["By", "3"]]),
    )
    assert rows(found) == [["Case", "Die"], ["Up", "1"], ["In", "2"], ["By", "3"]]


def test_frames_and_missing_lines_are_no_tables(tmp_path: Path) -> None:
    """A box around text, and texts side by side in one cell, are read as before."""
    page = column(60, 660, ["A battalion fires at a wall,", "and hits it twice; it holds."])
    page += [
        Text(64 + 70 * at, 562 - HEIGHT * row, text, 8) for row in range(3) for at, text in enumerate("abc")
    ]
    frame = [Drawn(50, 630, 400, 680), *lines(3, 2, top=575)]
    found = read(tmp_path, *page, *frame)
    assert "A battalion fires at a wall, and hits it twice; it holds." in outline(found)[0][2]
    assert rows(found) == [["a", "b", "c"]] * 3


def test_a_frame_around_rows_with_a_title(tmp_path: Path) -> None:
    """Without lines between rows, a title above the names does not join the names of all rows."""
    drawn = lines(2, 2, without=(1,))
    page = [
        Text(LEFT + 4, TOP - 12 - 10 * at, text, 8) for at, text in enumerate(("Water level", "Dam", "Ford"))
    ]
    page += [Text(LEFT + WIDTH + 4, TOP - 22 - 10 * at, text, 8) for at, text in enumerate(("947", "896"))]
    assert rows(read(tmp_path, *page, *drawn))[-2:] == [["Dam", "947"], ["Ford", "896"]]


def test_a_table_across_the_page_belongs_to_the_rule_that_names_it(tmp_path: Path) -> None:
    """A table at the foot of the page follows the rule with its number; one without a mention stays."""
    long = "words that fill the whole line of the column here"
    left = [
        Text(50, 760, "5.4 Modifiers", 11, True),
        *column(50, 745, [f"See Table 5.4 for {long[:30]}", *[long] * 9]),
    ]
    right = [Text(310, 760, "5.5 Limits", 11, True), *column(310, 745, [long] * 10)]
    cells = [["Case", "Die", "Note"], ["Up", "1", "a"], ["In", "2", "b"]]
    for caption, owner in (("Table 5.4 - Cases", 0), ("Table 5.7 - Cases", 1)):
        table: list[Text | Drawn] = [
            Text(60, TOP - 195, caption, 9, True),
            *lines(3, 3, top=TOP - 200),
            *texts(cells, top=TOP - 200),
        ]
        found = made(tmp_path, pdf([[*left, *right, *table]]), "rules.pdf")
        assert [each.number for each in found.sections] == ["5.4", "5.5"]
        held = found.sections[owner].paragraphs[-4:]
        assert [each.text for each in held] == [caption, *(" | ".join(row) for row in cells)]
        assert not any(each.row for each in found.sections[1 - owner].paragraphs)
        assert not doubts(found)


def test_a_picture_of_lines_is_no_table() -> None:
    """Lines of squared paper have too many cells, and those of a map are too many."""
    across = [Drawn(50, 20 + 4 * place, 450, 20 + 4 * place) for place in range(100)]
    up = [Drawn(50 + 4 * place, 20, 50 + 4 * place, 416) for place in range(100)]
    assert not grids([Stroke(*line) for line in (*across, *up)])
    assert len(grids([Stroke(*line) for line in (*across[:3], *up[:3])])) == 1
    assert not grids([Stroke(*line) for line in (*across[:3], *up[:3]) for _ in range(200)])
