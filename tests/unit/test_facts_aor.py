"""Age of Rifles states what the refit prints and marks what the companion adds; words are typed from the refit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Engine
from companion.model import Entry, GameModule, Library
from companion.play import turn
from companion.play.opening import open_session
from companion.play.session import Session
from tests.process.test_cli import companion

pytestmark = pytest.mark.usefixtures("games_are_read_once")

OUR_WORDS = (
    "our copy",
    "not in the sources",
    "not part of the refit",
    "series rules",
    "refit does not",
    "behind these",
    "taken here",
)
"""Words that occur on no printed table: a point with one of them is a remark of the companion."""

POLITICS = {
    "meade": "not_arrived",
    "on_map": ["reynolds", "hancock", "slocum"],
    "lost": ["reynolds"],
    "command_politics": True,
}
"""With this setting Hancock leads instead of Reynolds, and Slocum takes over."""


@pytest.fixture
def game(library: Library) -> GameModule:
    """The shipped game."""
    return library.module("aor")


@pytest.fixture
def session(library: Library, tmp_path: Path) -> Iterator[Session]:
    """A session of the game."""
    made = open_session(tmp_path, library, "Gettysburg")
    made.open_game("aor")
    yield made
    made.close()


def entry(game: GameModule, ident: str) -> Entry:
    """The rule with this id."""
    return next(each for each in game.entries if each.id == f"aor:{ident}")


def test_iii_corps_defends_no_named_place_on_the_second_day(game: GameModule) -> None:
    """21.17.4 prints only "is to Defend"; 21.17.5 adds "in place"."""
    authorities = {
        scenario.id: order.says
        for scenario in game.scenarios.scenarios
        for order in scenario.orders
        if order.who == "III Corps" and order.side == "Union"
    }
    assert authorities == {"second-day": "no place is printed", "little-round-top": "in place"}


@pytest.mark.parametrize(
    ("ident", "special"), [("mcphersons-ridge", False), ("second-day", True), ("little-round-top", True)]
)
def test_special_rules_are_referred_to_only_where_printed(
    game: GameModule, ident: str, special: bool
) -> None:
    """21.17.2 refers to 23.2 for set-up and victory conditions only; 23.4 and 23.5 also have special rules."""
    scenario = next(each for each in game.scenarios.scenarios if each.id == ident)
    assert any("special rules" in note for note in scenario.notes) is special


def test_protected_is_not_called_a_hexside() -> None:
    """The row of the Terrain Effects reads Protected; only Slope is underlined, which means hexside."""
    shown = companion("show", "aor:terrain-effects").stdout
    assert "Protected" in shown
    assert "Protected hexside" not in shown


def test_doubleday_is_named(game: GameModule) -> None:
    """21.7.1: the replacement of Reynolds, Doubleday, has rating 3."""
    texts = [point.text for point in entry(game, "21.7.1").points]
    assert any("Doubleday" in text and "replaces Reynolds has a rating of 3" in text for text in texts)


def test_hancock_is_announced_only_on_the_first_day(session: Session) -> None:
    """21.6.1: he arrives at most five turns after the loss of Reynolds, before Meade's arrival on July 1."""
    first = [each for each in turn.choose_scenario(session, "battle") if each.cite == "21.6.1"]
    assert [("five turns" in each.says, "hex G" in each.says) for each in first] == [(True, True)]
    later = [each for each in turn.choose_scenario(session, "second-day") if each.cite == "21.6.1"]
    assert later == []


def test_wounded_leaders_come_back_the_next_morning(session: Session) -> None:
    """Leader Casualty: a wounded leader returns the next day, so never on the first."""
    prompts = turn.choose_scenario(session, "battle")
    found = []
    while turn.here(session).turn < 40:
        at = turn.here(session).turn
        found += [at for each in prompts if "wounded" in each.says]
        prompts = turn.step(session, 1)
    assert found == [15, 32]


@pytest.mark.parametrize(("die", "returns"), [(1, False), (2, False), (3, True), (6, True)])
def test_the_roll_says_that_the_wounded_return(die: int, returns: bool) -> None:
    """1-2 killed; 3-6 wounded, back the next day."""
    shown = companion("calc", "aor:leader-casualty", "--roll", str(die)).stdout
    assert ("returns the next day" in shown) is returns


@pytest.mark.parametrize("where", ["command-politics", "random-event", "union-succession"])
def test_the_contradiction_about_meade_is_disclosed(game: GameModule, where: str) -> None:
    """Command Politics speaks of Meade as in command, and of his arrival as still to come."""
    biting = {each.id for each in game.conflicts if f"aor:{where}" in each.bites}
    assert "meade-under-politics" in biting


def test_no_remark_of_the_companion_is_marked_as_a_printed_chart(game: GameModule) -> None:
    """In the tables and orders, only what the sheet prints is marked as a chart."""
    wrong = [
        point.text
        for each in game.entries
        for point in each.points
        if point.authority == "chart" and any(words in point.text for words in OUR_WORDS)
    ]
    assert wrong == []


@pytest.mark.parametrize("words", ["not in the sources", "our copy"])
def test_remarks_on_gaps_are_not_rules(game: GameModule, words: str) -> None:
    """Remarks that the refit does not cover something come from the companion."""
    matching = [point for each in game.entries for point in each.points if words in point.text]
    assert {point.authority for point in matching} == {"companion"}


def test_references_within_the_rulebook_are_not_rules(game: GameModule) -> None:
    """References within this rulebook come from the companion, not from the refit."""
    pointer = re.compile(r"For [^.]* see (the )?\[\[aor:")
    matching = [point for each in game.entries for point in each.points if pointer.match(point.text)]
    assert matching
    assert {point.authority for point in matching} == {"companion"}


@pytest.mark.parametrize("ident", ["21.11", "scenarios"])
def test_the_ammunition_inference_is_marked(game: GameModule, ident: str) -> None:
    """21.17 prints the figures as optional and 21.11 makes 19.5 optional, but no text connects the two."""
    joined = [point for point in entry(game, ident).points if "no text" in point.text]
    assert [point.authority for point in joined] == ["reading"]
    assert any(f"aor:{ident}" in each.bites for each in game.conflicts if each.id == "ammunition-option")


@pytest.mark.parametrize(
    ("procedure", "answers", "rolls", "cite", "opens", "words"),
    [
        ("fire", {"strength": 10, "own_morale": 5, "enemy_morale": 5}, [9], "21.2.1", "", "D marker"),
        (
            "fire",
            {"strength": 10, "own_morale": 5, "enemy_morale": 5},
            [9],
            "21.12",
            "victory-points",
            "points",
        ),
        ("combat-strength", {"strength": 8, "kind": "bombardment"}, None, "Attack", "", "at most two turns"),
        ("combat-strength", {"strength": 8, "kind": "charge"}, None, "Attack", "", "met its duty"),
        (
            "demoralization",
            {"corps": "union_I", "losses": 11},
            None,
            "Order Confidence Check",
            "order-confidence",
            "",
        ),
        (
            "demoralization",
            {"corps": "union_I", "losses": 11},
            None,
            "General retreat",
            "general-retreat-allowed",
            "",
        ),
        (
            "general-retreat-allowed",
            {"losses": 40, "army_limit": 50},
            None,
            "General retreat",
            "",
            "night turn",
        ),
        ("hidden-movement", {"turn_of_hiding": 2}, [4], "Hidden Movement (25.5)", "", "turn 3 of hiding"),
        ("initiative", {"rating": 4}, [4], "Sequence of Play", "order-confidence", "Confidence"),
        ("leader-casualty", {}, [1], "21.7.1", "", "rating of 3"),
        ("line-of-sight", {"range": 5}, None, "21.8.1", "", "Hidden Force"),
        ("morale-modifier", {"morale": 5}, None, "21.2.1", "", "flip its counter to the back"),
        ("morale-modifier", {"morale": 5, "disruption_recovery": True}, None, "21.2.1", "", "to the front"),
        ("movement-allowance", {"unit": "leader"}, None, "Reserve (no orders)", "", "may not move"),
        (
            "movement-allowance",
            {"unit": "artillery"},
            None,
            "Formation Action Subsequence",
            "",
            "may do nothing",
        ),
        ("movement-allowance", {"unit": "corps_train"}, None, "21.9", "supply-line", "15 hexes"),
        ("order-compliance", {"sender": 4, "recipient": 1}, [12], "Defend", "", "target hex"),
        ("order-compliance", {"sender": 4, "recipient": 1}, [2], "Command Politics", "", "Howard"),
        ("order-transit", {"distance": 4}, None, "Order Compliance Table", "order-compliance", "this turn"),
        ("random-event", {}, [4, 1], "Order Lost", "", "send the lost order again"),
        ("random-event", {}, [10, 1], "Loose Cannon", "", "one turn"),
        ("random-event", {}, [3, 3, 1], "Lee is too Polite", "order-compliance", "1L"),
        ("random-event", {}, [3, 5, 2], "Command Politics", "union-succession", "Howard"),
        ("rain", {"full_battle": True, "day": 4, "time": "00:00"}, None, "21.17.1", "victory-points", "ends"),
        ("union-succession", POLITICS, None, "Command Politics", "", "Howard"),
        (
            "union-succession",
            {**POLITICS, "on_map": ["hancock", "howard"]},
            None,
            "Command Politics",
            "",
            "Howard",
        ),
        ("union-succession", POLITICS, None, "21.7.1", "", "rating of 3"),
    ],
)
def test_follow_ups_of_the_refit(
    library: Library,
    procedure: str,
    answers: dict[str, Any],
    rolls: list[int] | None,
    cite: str,
    opens: str,
    words: str,
) -> None:
    """Each follow-up has its rule and its calculator."""
    found = Engine(library).resolve(f"aor:{procedure}", answers, rolls)
    matching = [each for each in found.next if each.cite == cite and words in each.says]
    assert [each.procedure.removeprefix("aor:") for each in matching] == [opens], found.next


@pytest.mark.parametrize(("sender", "recipient"), [(1, 1), (4, 3)])
def test_only_an_order_from_meade_to_sickles_brings_a_bad_move(
    library: Library, sender: int, recipient: int
) -> None:
    """21.7.1: only an order from Meade (4) to Sickles (1), not from Lee (1) or to other recipients."""
    found = Engine(library).resolve("aor:order-compliance", {"sender": sender, "recipient": recipient}, [2])
    assert [each.says for each in found.next if each.cite == "21.7.1"] == []


@pytest.mark.parametrize(
    ("procedure", "answers", "rolls", "gap"),
    [
        ("fire", {"strength": 10, "own_morale": 5, "enemy_morale": 5}, [9], "Results of the Fire Table"),
        ("combat-strength", {"strength": 25, "kind": "assault"}, None, "Fire Table above 24"),
        ("combat-strength", {"strength": 8, "kind": "charge"}, None, "Cavalry charges"),
        ("initiative", {"rating": 0}, [2], "Initiative and Bad Move"),
        ("morale-modifier", {"morale": 5}, None, "Disruption and retreat checks"),
        ("order-compliance", {"sender": 1, "recipient": 1}, [2], "Compliance results R4, R5 and R6"),
        ("order-confidence", {"rating": 0, "order": "attack"}, [6], "Failed orders"),
        ("order-transit", {"distance": 20}, None, "Rounding of the order delay"),
        ("rain", {"full_battle": True, "day": 4, "time": "13:00"}, None, "Rain roll"),
        ("victory-points", {}, None, "Scenario set-up and victory"),
    ],
)
def test_a_calculator_names_gaps_in_the_sources(
    library: Library, procedure: str, answers: dict[str, Any], rolls: list[int] | None, gap: str
) -> None:
    """The follow-up leads to the entry about the gap."""
    found = Engine(library).resolve(f"aor:{procedure}", answers, rolls)
    assert gap in [each.cite for each in found.next]


def test_hancock_is_not_announced_if_reynolds_was_lost_before_the_start(session: Session) -> None:
    """21.17.2: "Reynolds has been replaced"; without a turn of his loss, five turns cannot be counted."""
    prompts = turn.choose_scenario(session, "mcphersons-ridge")
    assert [each.says for each in prompts if each.cite == "21.6.1"] == []


@pytest.mark.parametrize(
    ("conflict", "where"),
    [
        ("charge-not-applicable", "combat-strength"),
        ("fire-column", "combat-strength"),
        ("morale-modifiers-use", "fire"),
        ("reserve-shift", "order-compliance"),
        ("battle-end", "21.17.1"),
    ],
)
def test_open_questions_of_the_refit_are_disclosed(game: GameModule, conflict: str, where: str) -> None:
    """No text explains N/A, assigns fire a column, counts R once, or says whether 00:00 is played."""
    assert [f"aor:{where}" in each.bites for each in game.conflicts if each.id == conflict] == [True]


@pytest.mark.parametrize(
    ("ident", "words"),
    [
        ("terrain-effects", "-100%"),
        ("terrain-effects", "cavalry may not charge"),
        ("terrain-effects", "Fire that is not"),
        ("reserve-no-orders", "only once"),
        ("morale-modifiers", "change the Morale Rating"),
        ("morale-modifiers", "damaged artillery"),
        ("morale-modifiers", "apply to artillery too"),
        ("21.15", "night turns"),
        ("21.15", "without a printed time"),
        ("21.17.1", "00:00"),
        ("union-reinforcements-july-1", "ANV"),
    ],
)
def test_choices_of_the_companion_are_marked_as_readings(game: GameModule, ident: str, words: str) -> None:
    """The refit prints none of these sentences."""
    assert [each.authority for each in entry(game, ident).points if words in each.text] == ["reading"]


def test_no_sum_of_percentages_is_below_minus_100(library: Library) -> None:
    """Terrain prints -75% at most and no minimum for the sum; the note says how it is treated."""
    answers = {"strength": 8, "kind": "charge", "terrain": "woods", "other_percent": -50}
    found = Engine(library).resolve("aor:combat-strength", answers)
    assert found.outcome["strength"] == 0
    assert any("-100%" in note and "reading" in note for note in found.notes)


def test_ii_corps_marches_to_a_junction_in_the_east(game: GameModule) -> None:
    """21.14: the E before Little Round Top is a direction, not entry hex E."""
    texts = [
        order.says
        for scenario in game.scenarios.scenarios
        for order in scenario.orders
        if order.who == "II Corps" and "Little Round Top" in order.says
    ]
    assert len(texts) == 2
    assert all("east of Little Round Top" in each for each in texts)


@pytest.mark.parametrize(
    ("ident", "words"),
    [
        ("union-at-start-and-at-entry-orders", "No order is printed for Union III Corps, VI Corps"),
        ("confederate-at-start-and-at-entry-orders", "No order is printed for Stuart"),
        ("stuart-arrives-leader-wakes-up", "hex at which Stuart arrives"),
        ("21.17.2", "neither when Reynolds was lost"),
    ],
)
def test_omissions_of_the_refit_are_disclosed(game: GameModule, ident: str, words: str) -> None:
    """21.14 lists no such order; the event and 21.17.2 print neither hex nor turn."""
    assert [each.authority for each in entry(game, ident).points if words in each.text] == ["companion"]


def test_a_single_supply_line_does_not_cost_3_points(library: Library) -> None:
    """21.12 scores 3 for a unit that could trace no supply at all, not for a single failed line."""
    answers = {"length": 3, "passable": True, "train": "other_corps", "train_in_supply": True}
    found = Engine(library).resolve("aor:supply-line", answers)
    assert [each.says.startswith("If no other line") for each in found.next if each.cite == "21.12"] == [True]


@pytest.mark.parametrize(
    ("procedure", "name", "words"),
    [
        ("union-succession", "command_politics", "while Hancock led"),
        ("order-compliance", "shifts", "written order from Lee to Ewell or Hill, in transit"),
    ],
)
def test_an_event_counts_only_under_its_conditions(
    library: Library, procedure: str, name: str, words: str
) -> None:
    """Command Politics takes command only from Hancock; Lee is too Polite affects written orders in transit."""
    found = next(each for each in library.procedure(f"aor:{procedure}").inputs if each.name == name)
    assert words in " ".join([found.label, *(each.label for each in found.choices)])


def test_a_hidden_force_is_revealed_as_a_phase_begins(game: GameModule) -> None:
    """21.8.1: if adjacent or in line of sight at the beginning of the movement or combat phase."""
    means = next(each.means for each in game.terms if each.term == "Hidden Force")
    assert "phase begins" in means


def test_a_leader_on_delay_is_bound_only_near_the_target(game: GameModule) -> None:
    """Summary of Order Types: he may not move away; the 3 hexes apply once he is within them."""
    chart = next(each for each in game.charts if each.id == "aor:order-types")
    leader = chart.cells[chart.rows.index("Delay")][-1]
    assert "may not move away" in leader
    assert "once within 3 hexes" in leader
