"""The player's own scenarios: turns and arrivals as they are typed, the file that is changed, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import CompanionError, Refused
from companion.load.library import read_library
from companion.load.own_scenarios import OwnScenarios, Parts, read_own
from companion.load.places import Places
from companion.load.text_yaml import read_yaml
from companion.model import Clock, Scenarios
from companion.model.event import ClockSetting, Light
from companion.model.sequence import TurnLength
from companion.render.outcome import condition_words
from companion.workspace.arrival_lines import ArrivalLine, pasted_arrivals, read_line
from companion.workspace.context import AppContext
from companion.workspace.own_scenarios import OwnScenario, own_ids, remove_scenario
from companion.workspace.scenario_turns import ScenarioTurns, first_turn, lights_words, typed_lights
from companion.workspace.victory_lines import VictoryLine, pasted_conditions

pytestmark = pytest.mark.variants

BY_LIGHT = Clock(lengths=(TurnLength("day", 15), TurnLength("twilight", 15), TurnLength("night", 30)))
PRINTED = Clock(times=("06:00", "12:00", "20:00", "02:00"), night_times=("20:00", "02:00"))
NIGHT = (Light(6 * 60, "day"), Light(20 * 60, "night"))
DAYS = ("July 1", "July 2")


def turns(clock: Clock, minute: int, days: tuple[str, ...] = DAYS, last: int | None = None) -> ScenarioTurns:
    """Return the turns of a scenario that begins on day 1."""
    return ScenarioTurns(clock, ClockSetting(1, minute, NIGHT if clock.lengths else (), days, last))


@pytest.mark.parametrize(
    ("given", "typed", "number", "when"),
    [
        (turns(BY_LIGHT, 600), "1", 1, (1, "10:00")),
        (turns(BY_LIGHT, 600), " 3 ", 3, (1, "10:30")),
        (turns(BY_LIGHT, 600, ("July 1",)), "10:30", 3, (1, "10:30")),
        (turns(BY_LIGHT, 600, ("July 1",)), "21:00", 43, (1, "21:00")),
        (turns(BY_LIGHT, 1200, ("July 1",)), "02:30", 14, (2, "02:30")),
        (turns(BY_LIGHT, 1200, ()), "02:30", 14, (2, "02:30")),
        (turns(BY_LIGHT, 600), "july 2 10:00", 77, (2, "10:00")),
        (turns(BY_LIGHT, 600), "July 2, 10:00", 77, (2, "10:00")),
        (turns(BY_LIGHT, 600), "day 2 10:00", 77, (2, "10:00")),
        (turns(BY_LIGHT, 600), "2 10:00", 77, (2, "10:00")),
        (turns(BY_LIGHT, 600, last=10), "10:45", 4, (1, "10:45")),
        (turns(PRINTED, 720), "02:00", 3, (1, "02:00")),
        (turns(PRINTED, 720), "July 2 02:00", 7, (2, "02:00")),
        (turns(PRINTED, 720, last=3), "02:00", 3, (1, "02:00")),
    ],
)
def test_a_turn_is_its_number_or_its_time(
    given: ScenarioTurns, typed: str, number: int, when: tuple[int, str]
) -> None:
    """A time without a day means the only turn with it; a turn after midnight follows the game's clock."""
    if given.clock.times and typed == "02:00" and given.setting.last_turn is None:
        with pytest.raises(Refused, match="02:00 occurs 2 times"):
            given.number(typed)
        return
    assert given.number(typed) == number
    assert given.at(number)[:2] == (when[0], int(when[1][:2]) * 60 + int(when[1][3:]))


@pytest.mark.parametrize(
    ("given", "typed", "told"),
    [
        (turns(BY_LIGHT, 600), "0", "turn 0 is outside 1 to 999"),
        (turns(BY_LIGHT, 600, last=10), "11", "turn 11 is outside 1 to 10"),
        (
            turns(BY_LIGHT, 600),
            "10:07",
            "no turn begins at 10:07; nearest turns: July 1 10:00 and July 1 10:15",
        ),
        (turns(BY_LIGHT, 600), "July 1 21:10", "nearest turns: July 1 21:00 and July 1 21:30"),
        (
            turns(BY_LIGHT, 600),
            "19:00",
            "19:00 occurs 2 times: write July 1 19:00, July 2 19:00 or the number",
        ),
        (
            turns(BY_LIGHT, 600, last=10),
            "09:00",
            "09:00 is not in the scenario: its first turn begins at July 1 10:00",
        ),
        (turns(BY_LIGHT, 600, ("July 1",), 10), "12:30", "begins at 10:00, and the last at 12:15"),
        (
            turns(BY_LIGHT, 600),
            "July 3 10:00",
            "'July 3' is not a day; known: July 1, July 2, day 1, day 2 and so on",
        ),
        (turns(BY_LIGHT, 600), "day 0 10:00", "'day 0' is not a day"),
        (turns(BY_LIGHT, 600), "25:00", "'25:00' is not a time of day (00:00 to 23:59)"),
        (turns(BY_LIGHT, 600), "noon", "'noon' is not a time of day"),
        (turns(BY_LIGHT, 600), "", "type the time of the turn"),
        (turns(BY_LIGHT, 600), "9" * 10_000, "is outside 1 to 999"),
        (turns(PRINTED, 720), "13:00", "no turn begins at 13:00; turns begin at 06:00, 12:00, 20:00, 02:00"),
    ],
)
def test_a_turn_that_does_not_exist_is_refused(given: ScenarioTurns, typed: str, told: str) -> None:
    """The message names the nearest turns, the first and last one, or the days."""
    with pytest.raises(Refused) as error:
        given.number(typed)
    assert told in str(error.value)


def test_the_first_turn_is_one_of_the_printed_turns() -> None:
    """Without a day it is on the first one; the message lists the turns of the game."""
    assert first_turn(PRINTED, "12:00", DAYS) == (1, 720)
    assert first_turn(BY_LIGHT, "July 2 09:05", DAYS) == (2, 545)
    with pytest.raises(Refused, match="no turn begins at 12:01; turns begin at 06:00, 12:00, 20:00, 02:00"):
        first_turn(PRINTED, "12:01", DAYS)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("06:00", "light: '06:00' must be a time and day, twilight or night"),
        ("06:00 dawn", "light: 'dawn' is not one of day, twilight, night"),
        ("6 day", "'6' is not a time of day"),
    ],
)
def test_light_that_cannot_be_read_is_refused(typed: str, told: str) -> None:
    """The message names the legal words."""
    with pytest.raises(Refused, match=told):
        typed_lights(typed)


@pytest.mark.parametrize("text", ["", "05:30 twilight", "00:00 night, 05:30 twilight, 23:59 day"])
def test_light_is_shown_as_it_is_typed(text: str) -> None:
    """Light is shown as typed, without extra spaces and commas."""
    assert lights_words(typed_lights(text)) == text
    assert lights_words(typed_lights(f" ,{text.replace(', ', ',')} , ".replace(" d", "  d"))) == text


SIDES = [("First player", "French"), ("Second player", "Allies")]
NEY = ArrivalLine("3", "First player", "Ney, Drouet", "the ford")


@pytest.mark.parametrize(
    "text",
    [
        "3; French; Ney, Drouet; the ford",
        "3\tfrench\tNey, Drouet\tthe ford\t\n\n",
        '3,Fr,"Ney, Drouet",the ford\r\n',
        "3;First player;Ney,  Drouet;the ford",
        "Place;Units;Side;Turn\nthe ford;Ney, Drouet;French;3",
        'time,who,side,where\n3,\'Ney,French,x\n3,"Ney, Drouet",French,the ford',
    ],
)
def test_arrivals_are_pasted_in_any_usual_form(text: str) -> None:
    """Semicolons, tabs or commas; quotes; columns named in another order; sides by either name."""
    assert pasted_arrivals(text, SIDES, str)[-1] == NEY


@pytest.mark.parametrize(
    "arrival",
    [
        NEY,
        ArrivalLine("July 2 10:00", "First player", 'a "b" c; d', ""),
        ArrivalLine("1", "Second player", '"; ;"', "; x"),
    ],
)
def test_a_line_of_an_arrival_reads_back(arrival: ArrivalLine) -> None:
    """A written arrival is read back unchanged, including semicolons and quotes."""
    assert read_line(arrival.text()) == arrival


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (" \n", "the list is empty; write one arrival on each line: turn; side; units; place"),
        ("1,French,Ney,ford,x", "line 1: it has 5 columns separated by commas instead of 4"),
        ("1;French;Ney\n2;Dutch;Bylandt", "line 2: side: 'Dutch' is not one of French, Allies"),
        ("1;French\n" * 7, "; and 2 more"),
        ("1;French;Ney\n" * 1_002, "the list has 1,002 lines; at most 1,000 arrivals are read at once"),
        (f"1;French;{'x' * 140_000}", "line 1: the line is not CSV"),
    ],
)
def test_bad_lines_are_named(text: str, told: str) -> None:
    """The message names the line and what is legal."""
    with pytest.raises(Refused) as error:
        pasted_arrivals(text, SIDES, str)
    assert told in str(error.value)


MINE = """\
# mine
scenarios:
  # first
  - id: a
    title: A
    # inside
    notes: [x]

  # second
  - {id: b, title: B}   # eol
# tail
arrivals:
- {side: Blue, time: "10:00", says: S}
- {side: Blue, time: "10:00", says: S, scenario: a}
commands:
  - {name: X, side: Blue}
"""
NEW = {"id": "a", "title": "A: 'q'", "notes": ["One", "two # three"], "days": [], "cite": ""}
NEW_LINES = """\
  - id: a
    title: "A: 'q'"
    notes:
      - One
      - "two # three"
"""
ARRIVAL = {"side": "Blue", "time": "11:00", "says": "Z", "scenario": "a"}
VICTORY = {"id": "a-hill", "title": "Hill", "says": "Hold it.", "scenario": "a"}


def own(text: str) -> OwnScenarios:
    """Return a text as the player's file."""
    return OwnScenarios(Path("scenarios.yaml"), text, read_yaml(text), Scenarios())


def test_one_scenario_is_replaced_in_its_file() -> None:
    """Everything else stays; a comment within the scenario moves before it."""
    old = "  - id: a\n    title: A\n    # inside\n    notes: [x]\n"
    assert old in MINE
    meant = MINE.replace(old, f"    # inside\n{NEW_LINES}")
    meant = meant.replace('"10:00", says: S, scenario: a', '"11:00", says: Z, scenario: a')
    assert own(MINE).changed("a", {"scenarios": [NEW], "arrivals": [ARRIVAL]}) == meant


def test_a_scenario_is_added_after_the_others() -> None:
    """Before the comment of the next key; its arrivals after the others."""
    added = {**NEW, "id": "c"}
    meant = MINE.replace("# eol\n", "# eol\n" + NEW_LINES.replace("id: a", "id: c"))
    line = '- {side: Blue, time: "10:00", says: S, scenario: a}\n'
    meant = meant.replace(line, f'{line}- {{side: Blue, time: "11:00", says: Z, scenario: c}}\n')
    parts: Parts = {"scenarios": [added], "arrivals": [{**ARRIVAL, "scenario": "c"}]}
    assert own(MINE).changed("c", parts) == meant


def test_the_last_scenario_leaves_no_empty_list() -> None:
    """Removing the last scenario removes the key of the list; the other keys stay."""
    text = own("scenarios:\n  - {id: a, title: A}\ncommands: []\n").changed("a", {})
    assert text == "commands: []\n"
    parts: Parts = {"scenarios": [NEW], "arrivals": [ARRIVAL], "victory": [VICTORY]}
    text = own("").changed("a", parts)
    assert [*read_yaml(text).value] == [*parts]
    assert own(text).changed("a", {}) == ""


def test_an_empty_list_is_filled() -> None:
    """An empty list of scenarios is filled, and a list that stays empty is left unchanged."""
    text = own("arrivals: []\nscenarios: []\n").changed("a", {"scenarios": [{"id": "a", "title": "A"}]})
    assert text == "arrivals: []\nscenarios:\n  - {id: a, title: A}\n"


def test_a_list_in_one_line_is_written_anew() -> None:
    """A list in one line is rewritten as a block, unless it contains a comment, which would be lost."""
    text = own("scenarios: [{id: a, title: A}, {id: b, title: B}]").changed(
        "b", {"scenarios": [{"id": "b", "title": "C"}]}
    )
    assert text == "scenarios:\n  - {id: a, title: A}\n  - {id: b, title: C}"
    with pytest.raises(Refused, match="first write each item of the list scenarios on its own line"):
        own("scenarios: [{id: a, title: A}, # x\n {id: b, title: B}]").changed("a", {})


@pytest.mark.parametrize("sign", ["\x85", "\x7f"])
def test_a_text_that_would_not_read_back_is_refused(sign: str) -> None:
    """The file stays as it was."""
    with pytest.raises(Refused, match="was not changed"):
        own(MINE).changed("c", {"scenarios": [{"id": "c", "title": f"a{sign}b"}]})


@pytest.fixture
def lob(places: Places) -> Iterator[AppContext]:
    """Line of Battle, in play."""
    context = AppContext.open(places, "lob")
    yield context
    context.close()


def values(scenario: OwnScenario, **changed: str) -> dict[str, str]:
    """Return the values of a form, with some of them typed."""
    return {**scenario.form.values(), "title": "Ford", **changed}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"title": " "}, "the scenario needs a name"),
        ({"title": "x" * 81}, "the name has 81 characters; at most 80"),
        ({"last": "12:00"}, "the first turn is missing"),
        ({"light": "06:00 day"}, "the first turn is missing"),
        ({"arrivals": "1; First player; Ney; "}, "the first turn is missing"),
        ({"first": "9"}, "first turn: '9' is not a time of day (00:00 to 23:59)"),
        ({"first": "09:00", "last": "1000"}, "last turn: turn 1000 is outside 1 to 999"),
        (
            {"first": "09:00", "last": "4", "arrivals": "5; First player; Ney; "},
            "arrival 1: turn 5 is outside 1 to 4",
        ),
        ({"victory": "Draw; Prussians; nobody holds it"}, "side: 'Prussians' is not one of "),
        ({"victory": "; First player; hold the hill"}, "the name is missing (for example, Decisive victory)"),
        ({"side0": "X", "side1": "x"}, "two sides are called X; give each its own name"),
        ({"side0": "Second player"}, "two sides are called Second player"),
        ({"side0": "x" * 31}, "is not a valid name for a side: at most 30 letters, no commas"),
        ({"side0": "a, b"}, "a, b is not a valid name for a side"),
        ({"rules": "a\x07b"}, 'the control character U+0007 after "a" cannot be saved; delete it'),
    ],
)
def test_values_that_are_not_legal_are_refused(lob: AppContext, typed: dict[str, str], told: str) -> None:
    """The message names what is legal, and there is no file."""
    scenario = OwnScenario(lob)
    with pytest.raises(Refused) as error:
        scenario.save(values(scenario, **typed))
    assert told in str(error.value)
    assert not lob.places.own.exists()


def test_a_text_that_is_too_long_is_refused(lob: AppContext) -> None:
    """The file would no longer be read."""
    scenario = OwnScenario(lob)
    with pytest.raises(Refused, match="was not changed: longer than 2,000,000 characters"):
        scenario.save(values(scenario, rules="x" * 2_000_001))
    assert not lob.places.own.exists()


def test_a_time_that_the_last_turn_leaves_out_needs_no_day(lob: AppContext) -> None:
    """08:00 comes on the next day only, as the scenario begins at 09:00 and no day is named."""
    scenario = OwnScenario(lob)
    saved = scenario.save(values(scenario, first="09:00", last="08:00"))
    assert (saved.day, saved.time, saved.last_day, saved.last_time) == (1, "09:00", 2, "08:00")


def test_ids_are_made_from_titles(lob: AppContext) -> None:
    """Without accents and signs, and with a number where one is taken."""
    found = []
    for title in ("Château d'Eau!", "Chateau d eau", "Бородино", "!!"):
        scenario = OwnScenario(lob)
        found.append(scenario.save(values(scenario, title=title)).id)
    assert found == ["chateau-d-eau", "chateau-d-eau-2", "scenario", "scenario-2"]
    assert own_ids(lob) == set(found)
    assert read_library(lob.places).module("lob").scenarios == lob.library.module("lob").scenarios


@pytest.mark.slow
def test_a_victory_condition_keeps_its_id(lob: AppContext) -> None:
    """Its cite too, as long as its line stays; ids differ, also from those of the game and of other scenarios."""
    path = lob.places.own / "tables/lob/scenarios.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "scenarios:\n  - {id: ford, title: Ford}\n"
        "victory:\n  - {id: old, title: Hill, says: Hold it., scenario: ford, cite: '1.0'}\n"
    )
    lob.use_library(read_library(lob.places), lob.finder)
    scenario = OwnScenario(lob, "ford")
    assert scenario.form.values()["victory"] == "Hill; ; Hold it."
    scenario.save(values(scenario, victory="Hill; ; Hold it.\nHill\nHill; Second player; Take it."))
    found = [each for each in lob.module.scenarios.victory if each.scenario == "ford"]
    assert [(each.id, each.side, each.says, each.cite) for each in found] == [
        ("old", "", "Hold it.", "1.0"),
        ("ford-hill", "", "Hill", ""),
        ("ford-hill-2", "Second player", "Take it.", ""),
    ]
    assert [condition_words(each) for each in found[1:]] == ["Hill", "Hill (Second player): Take it."]
    assert not read_library(lob.places).faults


def test_a_pasted_list_of_victory_conditions() -> None:
    """A table may name its columns; a line with only a name is a condition too; bad lines are named."""
    text = "Condition\tName\tSide\nhold the hill\tDecisive victory\tfrench\n\tDraw\n"
    assert pasted_conditions(text, SIDES) == [
        VictoryLine("Decisive victory", "First player", "hold the hill"),
        VictoryLine("Draw"),
    ]
    with pytest.raises(Refused) as error:
        pasted_conditions("Draw\nDraw; Prussians\n; French; hold it\nWin; French; a; b", SIDES)
    assert [*re.findall(r"line \d: [^;]+", str(error.value))] == [
        "line 2: side: 'Prussians' is not one of French, Allies",
        "line 3: the name is missing (for example, Decisive victory)",
        "line 4: it has 4 columns separated by semicolons instead of 3",
    ]


def test_a_file_that_changed_meanwhile_is_not_overwritten(lob: AppContext) -> None:
    """The form must be opened again; other scenarios may change in between."""
    first = OwnScenario(lob)
    name = first.save(values(first)).id
    again, same = OwnScenario(lob, name), OwnScenario(lob, name)
    other = OwnScenario(lob)
    other.save(values(other, title="Mill"))
    again.save(values(again, rules="New."))
    with pytest.raises(
        Refused, match="has changed since this form was opened; close the form and open it again"
    ):
        same.save(values(same, rules="Other."))
    assert lob.module.scenario(name).notes == ("New.",)


def test_a_file_with_a_fault_stays_as_it_is(lob: AppContext) -> None:
    """The message names the fault and its line."""
    path = lob.places.own / "tables/lob/scenarios.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("scenarios:\n  - {id: a, titel: A}\n")
    with pytest.raises(
        Refused, match=r"first correct the fault in it: line 2, scenarios\[0\].titel: unknown key titel"
    ):
        OwnScenario(lob)
    assert own_ids(lob) == set()


def test_line_ends_of_windows_stay(lob: AppContext) -> None:
    """A file with CRLF keeps it in every line."""
    path = lob.places.own / "tables/lob/scenarios.yaml"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"scenarios:\r\n  - {id: a, title: A}\r\n")
    scenario = OwnScenario(lob)
    scenario.save(values(scenario, title="B"))
    assert path.read_bytes() == b"scenarios:\r\n  - {id: a, title: A}\r\n  - {id: b, title: B}\r\n"


def test_a_file_that_cannot_be_written_changes_nothing(lob: AppContext) -> None:
    """The message names the file, and the scenario is not in the game."""
    scenario = OwnScenario(lob)
    (lob.places.own.parent / "own").write_text("a file, not a folder")
    with pytest.raises(CompanionError, match="cannot be written"):
        scenario.save(values(scenario))
    assert lob.module.find_scenario("ford") is None


def test_a_guest_is_refused_by_every_function(places: Places, lob: AppContext) -> None:
    """A guest is refused by every function, even if a form was open."""
    scenario = OwnScenario(lob)
    name = scenario.save(values(scenario)).id
    before = read_own(places, "lob").text
    lob.guest = True
    for act in (
        lambda: OwnScenario(lob),
        lambda: OwnScenario(lob, name),
        lambda: scenario.save(values(scenario)),
        lambda: remove_scenario(lob, name),
    ):
        with pytest.raises(Refused, match="guests cannot change scenarios"):
            act()
    assert own_ids(lob) == set()
    assert read_own(places, "lob").text == before


def test_only_an_own_scenario_is_removed(lob: AppContext) -> None:
    """Only a player's own scenario can be removed; any other id is refused with a message."""
    with pytest.raises(Refused, match="x is not one of your scenarios"):
        remove_scenario(lob, "x")
    with pytest.raises(Refused, match="x is not one of your scenarios"):
        OwnScenario(lob, "x")
