"""Pub Battles says no more than its rules: facts read from the source, looked up in the player's texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest

from companion.cli import main
from companion.engine import Engine
from companion.model import Input, Library

pytestmark = pytest.mark.usefixtures("games_are_read_once")

Shown = Callable[[str], str]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    """Return a function that runs `companion show` and returns its output joined into one line."""

    def show(of: str) -> str:
        assert main(("show", of, "--game", "pub")) == 0
        return " ".join(capsys.readouterr().out.split())

    return show


def test_a_retreat_goes_back_but_not_in_a_straight_line(shown: Shown) -> None:
    """Retreat: turn about, 1/3 move, back and away. It need not be straight."""
    assert "1/3 of a move back" in shown("pub:retreat")
    assert "straight" not in shown("pub:retreat")
    assert "straight" not in shown("pub:term-retreat")


def test_leaving_road_column_is_paid_before_doubling(
    shown: Shown, capsys: pytest.CaptureFixture[str]
) -> None:
    """Road Column: 1/3 for each change. The page and the calculator double what is left of the normal move."""
    page = shown("pub:road-column")
    assert "may march 4/3 of a normal move before it leaves" in page
    assert "not 1/3 of the doubled move" not in page
    answers = ("facing_changes=0", "road_column_changes=1", "road_column=yes", "difficult=no")
    assert main(("calc", "pub:movement", *answers)) == 0
    assert "Share of the move: 4/3" in capsys.readouterr().out


def test_pieces_in_buildings_become_spent(shown: Shown) -> None:
    """Terrain Effects: they become Spent. Nothing says that they become Fresh again when they leave."""
    assert "become Spent" in shown("pub:terrain-effects-chart")
    assert "Spent while" not in shown("pub:terrain-effects-chart")


def test_the_survivor_may_retreat_before_the_next_round(capsys: pytest.CaptureFixture[str]) -> None:
    """Process, steps 2 and 3: a side may retreat after each round, also if a piece behind the enemy joins."""
    answers = ("mode=melee", "attacker.type=infantry", "defender.type=infantry")
    for dice, survivor in (("4+4+4,1+1+1", "Attacker"), ("1+1+1,4+4+4", "Defender")):
        assert main(("calc", "pub:combat", *answers, "--roll", dice)) == 0
        assert f"unless the {survivor} retreats voluntarily first" in " ".join(
            capsys.readouterr().out.split()
        )


def test_a_bombardment_destroys_nothing_that_must_retreat(capsys: pytest.CaptureFixture[str]) -> None:
    """Bombardment cannot destroy pieces, so its follow-ups do not destroy them either."""
    target = ("target.type=infantry", "target.state=spent")
    assert main(("calc", "pub:bombardment", *target, "--roll", "4 4 1")) == 0
    page = capsys.readouterr().out
    assert "must turn about and go 1/3 of a move back" in page
    assert "destroyed if" not in page


def test_a_delay_is_of_the_hqs_own_chit(shown: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    """Types, Delay Move: your just pulled chit, never an enemy's."""
    assert "only if your own chit was just pulled" in shown("pub:alter-types")
    assert "Only if your own chit was just pulled" in shown("pub:types")
    assert main(("calc", "pub:alter-turn-order", "rating=3", "--roll", "3")) == 0
    assert "Delay Move, only if this Command's own chit was just pulled" in " ".join(
        capsys.readouterr().out.split()
    )


def test_a_delayed_order_mentions_only_standard_procedures(capsys: pytest.CaptureFixture[str]) -> None:
    """SOP covers the Location. No section says whether an earlier order applies until the new one takes effect."""
    assert main(("calc", "pub:order-delay", "mounted_moves=2")) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert "old orders" not in page
    assert "earlier order until then is not in the sources" in page


@pytest.mark.parametrize("bitten", ["pub:combat-round", "pub:combat", "pub:bombardment"])
def test_cavalry_on_a_flank_is_a_conflict(library: Library, bitten: str) -> None:
    """The definition of flanking requires an FoF, which cavalry does not have; the chart excludes no type."""
    conflict = next(each for each in library.module("pub").conflicts if each.id == "cavalry-flank")
    assert bitten in conflict.bites
    assert {each.cite for each in conflict.readings} == {"Flanking Attacks", "Terrain Effects"}


def names_of(inputs: Iterable[Input], under: str = "") -> Iterator[str]:
    """Yield the names of the inputs that may be asked, fields of groups as group.field."""
    for each in inputs:
        if each.kind == "group":
            yield from names_of(each.fields, f"{each.name}.")
        elif each.when != "no":
            yield under + each.name


@pytest.mark.parametrize(
    ("calculator", "never"),
    [
        ("combat-round", "attacker.cover"),
        ("combat-round", "attacker.in_buildings"),
        ("combat", "attacker.cover"),
        ("combat", "attacker.in_buildings"),
        ("bombardment", "target.dice"),
    ],
)
def test_questions_without_effect_are_not_asked(library: Library, calculator: str, never: str) -> None:
    """Only the Defender has cover, and the target of a Bombardment does not fire back."""
    names = list(names_of(library.procedure(f"pub:{calculator}").inputs))
    assert never not in names
    assert ("defender.cover" if never.startswith("attacker") else "target.cover") in names


def test_dice_that_are_never_rolled_are_not_described(shown: Shown) -> None:
    """The target of a Bombardment does not fire back, so the calculator lists no dice for it."""
    assert "target.cover" in shown("pub:bombardment")
    assert "fires back" not in shown("pub:bombardment")


@pytest.mark.parametrize(
    ("calculator", "asked"),
    [
        ("alter-turn-order", "rating"),
        ("march", "rate"),
        ("distance", "rate"),
        ("order-delay", "mounted_moves"),
        ("command-size", "largest"),
        ("ineffective", "pieces"),
    ],
)
def test_a_figure_that_no_source_gives_is_asked_for(library: Library, calculator: str, asked: str) -> None:
    """Ratings, rates and orders of battle are in the player's own copy, and the question says so."""
    question = next(each for each in library.procedure(f"pub:{calculator}").inputs if each.name == asked)
    assert "not in the sources" in question.help


def test_rates_of_march_come_from_the_rulebook(shown: Shown) -> None:
    """Terrain Effects, last page: Foot and Mounted are printed below the terrain chart, not in a scenario."""
    for of in (
        "pub:distances-of-the-rates-of-march-not-in-the-sources",
        "pub:thirds",
        "pub:term-rates-of-march",
    ):
        assert "last page of your own rulebook" in shown(of)


def test_the_next_round_gets_the_pieces(engine: Engine) -> None:
    """Process: the same two pieces continue to fight, in the state in which the round left them."""
    answers = {
        "mode": "melee",
        "attacker": {"type": "dragoons", "quality": "elite"},
        "defender": {"type": "infantry", "cover": True},
        "attacker_on_defender_flank": True,
    }
    done = engine.resolve("pub:combat-round", answers, {"attacker": [4, 1], "defender": [5, 1, 1]})
    carried = next(each.carry for each in done.next if each.procedure == "pub:combat-round")
    assert carried["round"] == 2
    assert (carried["attacker"]["type"], carried["attacker"]["state"]) == ("dragoons", "fresh")
    assert carried["attacker"]["first_hit_taken"] is True
    assert (carried["defender"]["state"], carried["defender"]["cover"]) == ("spent", True)
    assert carried["attacker_on_defender_flank"] is True


def test_a_flanked_piece_has_a_target_on_its_flank(library: Library) -> None:
    """Flanking Attacks: if flanked, a piece may fire at a piece on its flank, which is outside its FoF."""
    inputs = library.procedure("pub:combat-round").inputs
    for side in (each for each in inputs if each.kind == "group"):
        question = next(each for each in side.fields if each.name == "can_fire")
        assert "not in contact, in its FoF or on its flank" in question.help
        assert question.rule_says == "a combat is between two opposing pieces"


@pytest.mark.parametrize(
    ("step", "but"),
    [("Rally instead", "Ineffective Command"), ("Cavalry Withdrawal", "not in Road Column")],
)
def test_a_step_names_its_exceptions(library: Library, step: str, but: str) -> None:
    """Ineffective and Cavalry Withdrawal: the step says who may not take it."""
    sequence = library.module("pub").sequence
    assert sequence is not None
    steps = [each for phase in sequence.phases for each in phase.steps]
    assert but in next(each.says for each in steps if each.title == step)


def test_artillery_in_a_combined_combat_is_a_conflict(library: Library) -> None:
    """Multiple Piece Combat: all fire simultaneously. Artillery: its hits come first. No rule resolves this."""
    conflict = next(
        each for each in library.module("pub").conflicts if each.id == "artillery-in-combined-combat"
    )
    assert {each.cite for each in conflict.readings} == {"Artillery Fires First", "Multiple Piece Combat"}
    assert "pub:multiple-piece-combat" in conflict.bites


def test_the_kind_of_die_is_a_reading(shown: Shown) -> None:
    """The rules give numbers of dice and a target of 4, but not the kind of die."""
    assert "The rules do not name the kind of die" in shown("pub:rolling-results")
    assert "The rules do not name the number or kind of dice" in shown("pub:definition-of-altering")


def test_a_field_of_fire_is_one_arc_of_45_degrees(capsys: pytest.CaptureFixture[str]) -> None:
    """Field of Fire: within a 45 degree arc, not 45 degrees to each side."""
    assert main(("calc", "pub:distance", "what=Field of Fire", "rate=6")) == 0
    assert "inside the 45-degree arc to the front" in " ".join(capsys.readouterr().out.split())


def test_artillery_in_melee_is_the_exception_to_a_retreat(shown: Shown) -> None:
    """Artillery: forced to retreat by hits in Melee, it is destroyed. Bombardment: destroys nothing."""
    assert "in Melee, artillery is destroyed if hits force it to retreat" in shown("pub:applying-hits")
    chart = shown("pub:applying-hits-chart")
    assert "in Melee, artillery is destroyed if hits force it to retreat" in chart
    assert "a Bombardment may not destroy a piece" in chart


def test_how_long_a_retreat_counts_is_a_reading(library: Library, shown: Shown) -> None:
    """Applying Hits: a piece that already retreated is destroyed; the rules do not say for how long."""
    conflict = next(each for each in library.module("pub").conflicts if each.id == "already-retreated")
    assert {"pub:applying-hits", "pub:combat-round", "pub:retreat-check"} <= set(conflict.bites)
    assert "[ASSUMED] A piece that has already retreated is one that retreated in the same combat" in shown(
        "pub:applying-hits"
    )


@pytest.mark.parametrize("calculator", ["combat-round", "combat"])
def test_cavalry_is_not_flanked_from_its_front(library: Library, calculator: str, shown: Shown) -> None:
    """Flanking Attacks: taken literally, cavalry, which has no FoF, would always be flanked."""
    inputs = {each.name: each for each in library.procedure(f"pub:{calculator}").inputs}
    for name in ("attacker_on_defender_flank", "defender_on_attacker_flank"):
        assert "not flanked from its front (a reading)" in inputs[name].help
    assert "[ASSUMED] A piece does not flank cavalry from the front, although cavalry has no FoF" in shown(
        "pub:flanking-attacks"
    )


def test_buildings_make_a_piece_spent_too(shown: Shown) -> None:
    """Terrain Effects, Buildings: besides hits and retreats, a third way from Fresh to Spent."""
    assert "A piece in Buildings becomes Spent" in shown("pub:status")
    assert "in Buildings" in shown("pub:term-spent")


def test_road_column_is_an_exception_to_moving(shown: Shown) -> None:
    """Road Column: on the same road there is no cost for facing, and no passage through friends."""
    assert "Exception: while a piece in Road Column stays on the same road" in shown("pub:moving")
    assert "Exception: an Army HQ" in shown("pub:command-range")


def test_a_called_delay_is_of_the_hqs_own_chit(library: Library) -> None:
    """Types, Delay Move, when called by Optional HQ Alter: your just pulled chit."""
    sequence = library.module("pub").sequence
    assert sequence is not None
    assert sequence.cup is not None
    delay = next(each for each in sequence.cup.uses if each.id == "call-delay")
    assert "only if your own chit was just pulled" in delay.says


def test_the_move_of_a_retreat_is_a_reading(shown: Shown) -> None:
    """Retreat: a 1/3 move. The source does not say whether Foot or Mounted."""
    assert "[ASSUMED] The move of a retreat is the retreating piece's own" in shown("pub:rates-of-march")


def test_a_field_of_fire_ends_with_sight(shown: Shown) -> None:
    """Field of Fire: limited by Line of Sight."""
    assert "limited by Line of Sight" in shown("pub:term-field-of-fire")


def test_no_rule_puts_the_length_of_a_game_in_the_scenario(shown: Shown) -> None:
    """Introduction: the scenario gives Victory Conditions; a number of turns is not mentioned."""
    assert "The rules do not say how long a game lasts" in shown("pub:victory-conditions-not-in-the-sources")


def test_distances_are_collected_from_the_text(shown: Shown) -> None:
    """The text of nine pages gives the shares of a move; no chart of the rulebook lists them."""
    page = shown("pub:thirds")
    assert "the rulebook prints no such table" in page
    assert "that this is a Mounted move is a reading" in page


def test_a_call_succeeds_only_if_first(library: Library) -> None:
    """Optional HQ Alter: the HQ that announces first succeeds, in a tie both do, for Delay and for Jump."""
    sequence = library.module("pub").sequence
    assert sequence is not None
    assert sequence.cup is not None
    for use in (each for each in sequence.cup.uses if each.id in {"call-delay", "call-jump"}):
        assert "The first HQ to announce its Alter succeeds" in use.says


def test_a_cost_that_is_not_paid_is_shown_as_a_cost(capsys: pytest.CaptureFixture[str]) -> None:
    """Moving: each change of facing after the first costs 1/3. Without any, the line still shows a cost."""
    assert main(("calc", "pub:movement", "facing_changes=0", "road_column_changes=0")) == 0
    out = capsys.readouterr().out
    assert "-1/3 Facing changes after the first" in out
    assert "-1/3 Into or out of Road Column" in out


def test_a_bombarded_piece_that_moved_into_fof_is_the_attacker(library: Library) -> None:
    """Definition of a Combat: the Attacker is the piece that moved, and bombarding artillery did not."""
    first, second = (
        each for each in library.procedure("pub:bombardment").next if each.procedure == "combat-round"
    )
    assert first.names == {"attacking": "target", "defending": "artillery"}
    assert second.names == {"attacking": "artillery", "defending": "target"}
