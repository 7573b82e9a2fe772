"""Follow-ups do not ask again for what their calculator knows, in any game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine import Engine
from companion.model import FollowUp, Input, Library, Procedure

OTHER_UNIT = "the follow-up is about another unit"
NEW_PIECE = "the follow-up is about a new piece, in another place"
ENEMY_CHARGES = "the enemy's Cavalry charges"
AS_IT_MOVES = "the piece may leave the Road Column as it moves"
ONLY_RALLY = "asked only for a Rally"
WHO_SHOT = "artillery is the arm of those who shot"

NOT_CARRIED = {
    "lob:command-roll -> fluke-stoppage": (
        "reserve",
        "the follow-up means the Reserve that a division must have",
    ),
    "lob:command-roll -> order-delivery": (
        "reserve",
        "the corps relays the order to its divisions: other recipients",
    ),
    "lob:fire -> morale-check": ("target_arm", "artillery may be in a stack of another arm"),
    "lob:order-delivery -> order-delivery": (
        "awareness blocked hexes reserve",
        "the corps relays the order: another leader, way and recipient",
    ),
    "bp:blunder -> move": ("moves", "a commander's move is not counted in moves"),
    "bp:break-test -> break-test": ("arm artillery_casualties disordered excess_casualties kind", OTHER_UNIT),
    "bp:command-roll -> blunder": ("moves", "the blunder table of the rulebook gives its own moves"),
    "bp:command-roll -> command-roll": (
        "distance_inches enemy_within_12_inches formation modifier",
        OTHER_UNIT,
    ),
    "bp:command-roll -> move": ("moves", "a commander's move is not counted in moves"),
    "bp:morale-saves -> break-test": ("arm", WHO_SHOT),
    "bp:morale-saves -> hand-to-hand": ("enemy.shaken own.shaken", "the unit may be on either side"),
    "bp:move -> move": (
        "crosses_obstacle enters_building formation_changes ground moves skirmishing type",
        "the follow-up is about the commander",
    ),
    "bp:shoot -> break-test": ("arm", WHO_SHOT),
    "bp:to-hit -> morale-saves": ("disordered", "the dice of hand-to-hand combat disorder nobody"),
    "bp:to-hit -> to-hit": ("dice enfiladed modifier", OTHER_UNIT),
    "bar:back-up -> opportunity-charge": ("disordered formation routed", ENEMY_CHARGES),
    "bar:close-combat-modifier -> close-combat-modifier": (
        "charge disordered shaken sps terrain",
        "the follow-up is about the enemy stack in its hex",
    ),
    "bar:close-combat-modifier -> disorder-check": (
        "modifier",
        "one is of Close Combat, the other of the check",
    ),
    "bar:close-combat-modifier -> morale-modifier": ("formation", "the Artillery has a separate Formation"),
    "bar:counter-charge -> morale-modifier": ("ezoc", ONLY_RALLY),
    "bar:defender-reaction -> formation-change": ("to", "the Formation before the reaction, not after"),
    "bar:defender-reaction -> morale-modifier": ("ezoc", ONLY_RALLY),
    "bar:facing-change -> opportunity-charge": ("disordered formation", ENEMY_CHARGES),
    "bar:firing-strength -> fire-target": ("sps", OTHER_UNIT),
    "bar:formation-change -> opportunity-charge": ("disordered", ENEMY_CHARGES),
    "bar:morale-check -> rout-retreat": (
        "arm enemy",
        "the arm of a stack that was Routed already is not known; only of such a stack the enemy is asked",
    ),
    "bar:morale-modifier -> morale-check": ("attacked_by", "cavalry is the arm of the unit that checks"),
    "aor:demoralization -> general-retreat-allowed": ("losses", "one is of a corps, the other of the army"),
    "pub:alter-turn-order -> alter-turn-order": (
        "army_commander commander_tried in_command_range rating tried_this_turn",
        "another HQ rolls",
    ),
    "pub:bombardment -> combat-round": (
        "attacker.quality attacker.road_column attacker.state attacker.type "
        "defender.cover defender.in_buildings defender.quality defender.road_column "
        "defender.state defender.type",
        "either piece may be the Attacker: the one whose move made the contact",
    ),
    "pub:combat -> combat-round": (
        "attack_across_river attacker.quality attacker.road_column attacker.state "
        "attacker.type attacker_on_defender_flank defender.cover defender.in_buildings "
        "defender.quality defender.road_column defender.state defender.type "
        "defender_on_attacker_flank mode",
        NEW_PIECE,
    ),
    "pub:combat-round -> combat-round": (
        "attack_across_river attacker.can_fire attacker.first_hit_taken "
        "attacker.quality attacker.road_column attacker.state attacker.type "
        "attacker_on_defender_flank defender.can_fire defender.cover "
        "defender.first_hit_taken defender.in_buildings defender.quality "
        "defender.road_column defender.state defender.type defender_on_attacker_flank "
        "mode",
        NEW_PIECE,
    ),
    "pub:march -> combat-round": ("attacker.road_column defender.road_column", AS_IT_MOVES),
    "pub:march -> distance": ("rate", "Command Range has the Mounted rate, whoever marches"),
    "pub:movement -> combat-round": ("attacker.road_column defender.road_column", AS_IT_MOVES),
    "pub:rally -> bombardment": ("target.in_buildings target.state target.type", OTHER_UNIT),
    "pub:withdrawal -> combat-round": (
        "attacker.road_column attacker.type defender.road_column defender.type",
        "the other piece of the combat",
    ),
}
"""Answers that a calculator seems to know and does not hand over, by follow-up, with the reason."""


def fields(given: Input) -> Iterator[tuple[str, Input]]:
    """Yield the questions of an input with their paths; for a list, those of its first row."""
    above = f"{given.name}.1" if given.kind == "rows" else given.name
    if not given.fields:
        yield given.name, given
    for field in given.fields:
        yield f"{above}.{field.name}", field


def mean_the_same(known: Input, asked: Input) -> bool:
    """Whether two questions share a name, label or choices, or one is a choice of the other."""
    keys = [choice.key for choice in known.choices]
    if known.kind == "yes-no" and asked.kind == "choice":
        return known.name in {choice.key for choice in asked.choices}
    same_choices = keys != [] and keys == [choice.key for choice in asked.choices]
    same_words = known.name == asked.name or known.label == asked.label
    return known.kind == asked.kind and (same_words or same_choices)


def is_known(procedure: Procedure, asked: Input) -> bool:
    """Whether an input or a result of a calculator means the same as a question."""
    inputs = (field for given in procedure.inputs for _, field in fields(given))
    results = (result.name.rpartition(".")[2] == asked.name for result in procedure.outcome)
    labels = (result.label == asked.label for result in procedure.outcome)
    return any(mean_the_same(known, asked) for known in inputs) or any(results) or any(labels)


def asked_again(procedure: Procedure, follow_up: FollowUp, target: Procedure) -> Iterator[str]:
    """Yield the questions of a follow-up whose answers the calculator knows but does not hand over."""
    for given in target.inputs:
        for path, field in fields(given):
            if (
                path not in follow_up.carry
                and given.name not in follow_up.carry
                and is_known(procedure, field)
            ):
                yield f"{procedure.id} -> {follow_up.procedure}: {path}"


def test_a_follow_up_asks_nothing_again(library: Library) -> None:
    """The first calculator hands over all it knows, with listed exceptions."""
    found = {
        line
        for module in library.modules
        for procedure in module.procedures
        for follow_up in procedure.next
        if follow_up.procedure
        for line in asked_again(
            procedure, follow_up, library.procedure(f"{procedure.game}:{follow_up.procedure}")
        )
    }
    reasons = {f"{step}: {path}" for step, (paths, _) in NOT_CARRIED.items() for path in paths.split()}
    assert sorted(found) == sorted(reasons)


def test_the_next_round_gets_every_answer_of_the_last(library: Library) -> None:
    """While both pieces stay, a round of Pub Battles hands over every answer, and Enter opens the next round."""
    before = library.procedure("pub:combat-round")
    again, *others = [each for each in before.next if each.procedure and each.when == "not broken"]
    assert again.procedure == "combat-round"
    assert set(again.carry) == {path for given in before.inputs for path, _ in fields(given)}
    assert [each.procedure for each in others] == ["retreat-check", "retreat-check"]


@pytest.mark.parametrize(
    ("calculator", "answers", "expected"),
    [
        (
            "formation-change",
            {"arm": "infantry", "from": "Line", "to": "MC", "non_clear": 2},
            {"what": "formation_change_non_clear_each", "count": 2},
        ),
        (
            "movement-cost",
            {"column": "infantry_line", "hex": "woods", "hexsides": ["stream"]},
            {"what": "terrain_each", "count": 2},
        ),
        (
            "movement-cost",
            {"column": "infantry_line", "hex": "woods", "hexsides": [], "battle": "brandywine"},
            {"count": 1},
        ),
        (
            "fire-loss",
            {"loss": 1, "target": "Line", "kind_of_fire": "opportunity"},
            {"what": "fire_result"},
        ),
        ("rapid-march", {"arm": "infantry", "formation": "MC"}, {"what": "rapid_march"}),
        (
            "formation-change",
            {"arm": "artillery", "from": "Limbered", "to": "Unlimbered"},
            {"what": "pass_through_each"},
        ),
    ],
)
def test_a_disorder_check_knows_its_reason(
    engine: Engine, calculator: str, answers: dict[str, object], expected: dict[str, object]
) -> None:
    """The next calculator opens with the reason and the count filled in."""
    steps = engine.resolve(f"bar:{calculator}", answers).next
    carried = [step.carry for step in steps if step.procedure == "bar:disorder-modifier"]
    assert carried[0] == {"events": [expected]}
    opened = engine.resolve("bar:disorder-modifier", carried[0])
    if "what" in expected:
        assert opened.outcome["check"] is True
    else:
        assert opened.missing != ()
