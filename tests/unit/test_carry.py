"""What a calculator knows is handed over to the next one: nothing is asked twice, and nothing is forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.model import FollowUp, Input, Library, Procedure

OTHER_UNIT = "it is about another unit"
OTHER_SENSE = "the question means something else there"
AFTERWARDS = "it is asked as it is after the roll, which may have changed it"
NOT_ASKED = "it is not asked with the answers that are handed over"
NEW_PIECE = "a new piece joins, so the combat may be of another kind and from another side"
FIRST_ROUND = "a river counts in the 1st round only"

NOT_CARRIED = {
    "lob:command-roll -> fluke-stoppage": {"reserve": OTHER_SENSE},
    "lob:command-roll -> order-delivery": {"reserve": NOT_ASKED},
    "lob:order-delivery -> order-delivery": {
        "awareness": NOT_ASKED,
        "hexes": OTHER_UNIT,
        "reserve": OTHER_UNIT,
    },
    "bp:command-roll -> command-roll": dict.fromkeys(
        ("formation", "distance_inches", "enemy_within_12_inches", "modifier"), OTHER_UNIT
    ),
    "bp:to-hit -> to-hit": dict.fromkeys(("dice", "modifier", "enfiladed"), OTHER_UNIT),
    "bp:break-test -> break-test": dict.fromkeys(
        ("kind", "arm", "excess_casualties", "disordered", "artillery_casualties"), OTHER_UNIT
    ),
    "bp:move -> move": dict.fromkeys(
        (
            "type",
            "moves",
            "formation_changes",
            "skirmishing",
            "ground",
            "crosses_obstacle",
            "enters_building",
        ),
        OTHER_UNIT,
    ),
    "bp:blunder -> move": {"moves": OTHER_UNIT},
    "bar:firing-strength -> fire-target": {"sps": OTHER_UNIT},
    "bar:close-combat-modifier -> close-combat-modifier": dict.fromkeys(
        ("charge", "disordered", "shaken", "sps", "terrain"), OTHER_UNIT
    ),
    "bar:formation-change -> opportunity-charge": {"disordered": OTHER_UNIT},
    "bar:facing-change -> opportunity-charge": {"disordered": OTHER_UNIT},
    "bar:back-up -> opportunity-charge": {"disordered": OTHER_UNIT, "routed": OTHER_UNIT},
    "bar:defender-reaction -> morale-modifier": {"ezoc": NOT_ASKED},
    "bar:counter-charge -> morale-modifier": {"ezoc": NOT_ASKED},
    "pub:alter-turn-order -> alter-turn-order": {
        "rating": "players agree whose rating counts, or another HQ rolls",
        "army_commander": OTHER_UNIT,
        "tried_this_turn": AFTERWARDS,
        "commander_tried": NOT_ASKED,
        "in_command_range": NOT_ASKED,
    },
    "pub:march -> distance": {"rate": OTHER_SENSE},
    "pub:combat-round -> combat-round": {
        **dict.fromkeys(("mode", "attacker_on_defender_flank", "defender_on_attacker_flank"), NEW_PIECE),
        **dict.fromkeys(("attacker.can_fire", "defender.can_fire"), NEW_PIECE),
        "attack_across_river": FIRST_ROUND,
    },
    "pub:combat -> combat-round": {
        **dict.fromkeys(("mode", "attacker_on_defender_flank", "defender_on_attacker_flank"), NEW_PIECE),
        "attack_across_river": FIRST_ROUND,
    },
    "aor:demoralization -> general-retreat-allowed": {"losses": OTHER_SENSE},
}
"""Answers that a calculator has and does not hand over although the next one asks for them, each with the reason."""

PIECES = ("attacker", "defender")
"""Groups of the combat of Pub Battles: of a piece that is gone, nothing is handed over."""


def questions(inputs: Sequence[Input], above: str = "") -> Iterator[tuple[str, Input]]:
    """Every question and field of a group, by its path."""
    for each in inputs:
        if each.kind == "group":
            yield from questions(each.fields, f"{above}{each.name}.")
        else:
            yield above + each.name, each


def forgotten(before: Procedure, follow_up: FollowUp, after: Procedure) -> Iterator[str]:
    """Paths that both ask in the same form and that are not handed over."""
    known = dict(questions(before.inputs))
    for path, asked in questions(after.inputs):
        same = known.get(path)
        handed_over = {path, path.partition(".")[0]} & set(follow_up.carry)
        if same is None or handed_over:
            continue
        if same.kind == asked.kind and [c.key for c in same.choices] == [c.key for c in asked.choices]:
            yield path


def gone(follow_up: FollowUp, path: str) -> bool:
    """Whether the path is about a piece of which this follow-up hands nothing over while it does of the other."""
    group = path.partition(".")[0]
    groups = {carried.partition(".")[0] for carried in follow_up.carry}
    return group in PIECES and group not in groups


def test_what_is_known_is_handed_over(library: Library) -> None:
    """In every game; an answer that is not handed over has its reason, and no reason is out of date."""
    found: dict[str, set[str]] = {}
    for module in library.modules:
        for before in module.procedures:
            for follow_up in before.next:
                after = module.find_procedure(f"{before.game}:{follow_up.procedure}")
                if after is not None:
                    paths = {
                        path for path in forgotten(before, follow_up, after) if not gone(follow_up, path)
                    }
                    found.setdefault(f"{before.id} -> {follow_up.procedure}", set()).update(paths)
    assert {step: paths for step, paths in found.items() if paths} == {
        step: set(reasons) for step, reasons in NOT_CARRIED.items()
    }


def test_the_next_round_knows_all_of_the_last(library: Library) -> None:
    """While both pieces stay, every question of a round of Pub Battles is answered, and Enter opens that round."""
    before = library.procedure("pub:combat-round")
    again, *others = [each for each in before.next if each.procedure and each.when == "not broken"]
    assert again.procedure == "combat-round"
    assert set(again.carry) == {path for path, _ in questions(before.inputs)}
    assert [each.procedure for each in others] == ["retreat-check", "retreat-check"]
