"""Two small games, Red and Blue, with known words, for tests of the search."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model import Chart, Entry, Game, GameModule, Library, Point, Synonym, Term
from companion.model.chart import Footnote, Shade
from companion.model.record import Authority
from companion.search.finder import Answer

LONG = "halberdier " + "advance " * 23 + "eagle"
"""A line of exactly 200 characters."""
LENGTHS = (
    LONG,
    LONG.replace("halberdier", "carabineer").replace("eagle", "eagles"),
    "Short pennant.",
    "Sacks of flour hang under a net of ropes.",
)
TORPEDOES = tuple(f"70.{place}" for place in range(1, 14))
BATTLES = {"battle": {"alma": "Alma", "balaklava": "Balaklava Plain", "inkerman": "Inkerman"}}


def entry(game: str, number: str, title: str, *lines: str, **other: Any) -> Entry:
    """A rule with this number, this title and these lines."""
    points = tuple(Point(line, "rule") for line in lines)
    head = (f"{game}:{number}", game, number, title, 1)
    chapter = other.pop("chapter", "Rules")
    return Entry(*head, chapter, points, "a.md", 1, numbers=(number,), **other)


def with_point(rule: Entry, text: str, authority: Authority = "rule", mark: str = "") -> Entry:
    """A copy of the rule with another point."""
    return msgspec.structs.replace(rule, points=(*rule.points, Point(text, authority, mark=mark)))


RED = GameModule(
    Game("red", "Red Coats", "2nd", "Nobody.", (), also=("coats of red",), limits=BATTLES),
    (
        entry("red", "1", "Opening volley", "Units fire when enemies charge."),
        entry("red", "2", "Markers", "An OV marker stays."),
        entry("red", "3", "Heavy cavalry", "Sabres.", "No lances."),
        entry("red", "4", "Cavalry that is heavy", "Cuirasses."),
        entry("red", "5", "Heavy artillery", "Guns beside cavalry."),
        entry("red", "6", "Crossroads", "Cover."),
        entry("red", "7", "Cross", "Bridges."),
        entry("red", "8", "Roads", "Dust."),
        entry("red", "9", "Lengths", *LENGTHS),
        entry("red", "10", "Bombardment", "Howitzers."),
        entry("red", "11", "Retreat", "Backwards.", asked=("running away",)),
        entry("red", "12", "Grapeshot", "Close range."),
        entry("red", "13", "Skedaddle", "Radius."),
        entry("red", "14", "Ration carts (optional)", "Supply.", optional=True),
        with_point(entry("red", "15", "Kettledrums", "Beaten."), "Timbrels are not covered.", "companion"),
        with_point(entry("red", "16", "Fifes"), "Ocarinas are not covered.", "companion"),
        with_point(entry("red", "17", "Siege", "Ladders."), "Ladders break.", "erratum"),
        with_point(entry("red", "18", "Ladder racks", "Ladders."), "Ladders are long.", "ruling"),
        with_point(entry("red", "19", "Vineyards", "Slow."), "Vineyards are safe.", mark="Alma"),
        with_point(entry("red", "20", "Redoubts", "Safe."), "Four redoubts.", mark="Balaklava Plain"),
        entry("red", "21", "Fog", "Fog is dense.", chapter="Optional weather", optional=True),
        entry("red", "22", "Ladder drill", "Practice.", parent="red:17"),
        entry("red", "23", "Horse", "Fodder."),
        entry("red", "24", "Cavalry", "It eats fodder, in camp and on the march."),
    ),
    terms=(
        Term("Opening volley", "The first shot.", short=("OV",), also=("first blast",)),
        Term("Sutler", "Who sells.", cite="14"),
        Term("Picket", "Who watches.", cite="13"),
    ),
    charts=(
        Chart(
            "red:losses",
            "Losses",
            "12",
            "Sheet",
            columns_title="Range",
            footnotes=(Footnote("Never of sappers.", "*"), Footnote("Roll twice.")),
            asked=("how many fall",),
            game="red",
            rows_title="Strength",
            rows=("weak", "strong"),
            columns=("near", "distant"),
            cells=(("1", "none*"), ("3", "1")),
            shades=(Shade("grey", "No pursuit.", "grey", ()),),
        ),
    ),
    synonyms=(Synonym(("boom",), ("Bombardment", "Grapeshot", "bombardment", "Retreat", "Markers")),),
    slang_stop=("sirrah", "gunz", "fodder"),
)
BLUE = GameModule(
    Game("blue", "Blue Coats", "1st", "Nobody.", ()),
    (
        entry("blue", "1", "Heavy cavalry", "Helmets."),
        entry("blue", "2", "Balloons", "They watch."),
        *(entry("blue", number, f"Torpedo net {number}", "Sinks.") for number in TORPEDOES),
    ),
    synonyms=(Synonym(("whoosh",), ("Balloons",)),),
)
GAMES = Library((RED, BLUE))


def ids(answer: Answer) -> list[str]:
    """Ids of the results, best first."""
    return [result.id for result in answer.results]
