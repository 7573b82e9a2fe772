"""The rules or charts next to a rule or a chart."""

from __future__ import annotations

import json

import pytest

from companion.cli import main
from companion.model import Library
from companion.render.neighbours import chapter_of, neighbour_lines, neighbours_of

pytestmark = pytest.mark.usefixtures("games_are_read_once")


def test_neighbours_of_a_part(library: Library) -> None:
    """The previous and the next rule in the book, the enclosing rule, and the position in the chapter."""
    module = library.module("lob")
    ids = [each.id for each in module.entries]
    place = ids.index("lob:3.5c")
    found = neighbours_of(module.entries[place], module)
    assert found.before is not None
    assert found.after is not None
    assert found.above is not None
    assert (found.before.id, found.after.id) == (ids[place - 1], ids[place + 1])
    assert found.above.id == "lob:3.5"
    assert found.chapter == "Movement"
    assert [each.id for each in chapter_of(module.entries[place], module)][found.number - 1] == "lob:3.5c"


@pytest.mark.parametrize("game", ["lob", "bp", "bar", "pub", "aor"])
def test_neighbours_lead_through_the_whole_book(library: Library, game: str) -> None:
    """Following `after` from the first rule visits every rule, and `before` goes back; the same for charts."""
    module = library.module(game)
    for every in (module.entries, module.charts):
        found = [neighbours_of(each, module) for each in every]
        assert [each.after.id for each in found if each.after] == [each.id for each in every[1:]]
        assert [each.before.id for each in found if each.before] == [each.id for each in every[:-1]]
        assert all(1 <= each.number <= each.of for each in found)


def test_the_rule_of_a_chart(library: Library) -> None:
    """A chart belongs to the rule with its number; if several rules have it, to none of them."""
    module = library.module("lob")
    above = neighbours_of(module.chart("closing-roll-table"), module).above
    assert above is not None
    assert above.id == "lob:3.5"
    for other in library.modules:
        for chart in other.charts:
            rules = [each for each in other.entries if chart.cite and chart.cite in each.cites]
            assert bool(neighbours_of(chart, other).above) == (len(rules) == 1)


def test_lines_fit(library: Library) -> None:
    """No line is wider than 40 columns."""
    for module in library.modules:
        for entry in module.entries:
            assert all(len(line) <= 40 for line in neighbour_lines(neighbours_of(entry, module), 40))


def test_show_around(capsys: pytest.CaptureFixture[str]) -> None:
    """`companion show ID --around` ends with its neighbours; JSON names them."""
    assert main(["show", "lob:3.5c", "--around"]) == 0
    output = capsys.readouterr().out
    assert "\nUp: lob:3.5  3.5 Closing rolls\n" in output
    assert output.rstrip().endswith("in Movement")
    assert main(["show", "lob:3.5c", "--around", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["around"]["above"] == "lob:3.5"
    assert main(["show", "lob:3.5c"]) == 0
    assert "Previous:" not in capsys.readouterr().out
