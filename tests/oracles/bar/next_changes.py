"""Follow-ups that the rules require after a Formation Change, a Facing Change or the cost of a move."""

from __future__ import annotations

from tests.oracles import Answers, Next, Outcome, follow_ups
from tests.oracles.bar.fire import at_brandywine
from tests.oracles.bar.formation import austrian_light
from tests.oracles.bar.movement import CAN_BE_ROAD_COLUMN, GROUND, ROAD_COLUMN_ONLY, printed, road_rate
from tests.oracles.bar.next_steps import LINES, Steps, battle

OF_AMERICAN_INFANTRY = {"GO", "MC", "RC"}
"""Formations that have the diagram of American Infantry; the other ones have that of Americans."""

PASS_THROUGH = {"events": [{"what": "pass_through_each"}]}
"""10.1b, 10.4b: the reason for the Disorder Check of a unit that moves or turns."""


@follow_ups("bar:facing-change")
def after_a_facing_change(answers: Answers, outcome: Outcome) -> Steps:
    """Chapter 9, 10.4, 11.8a, 16.1a."""
    formation, reverse = answers["formation"], answers.yes("reverse")
    multi_hex = answers.get("hexes", 1) > 1
    if formation == "AC":
        state = "disordered" if answers.yes("disordered") else "ordered"
        carry = {"modifier": outcome["check_modifier"], "attack_column_turn": True, "state": state}
        yield Next("bar:disorder-check", carry)
        if answers.yes("american"):
            yield "An American Attack Column that spends MPs while no leader is stacked with it"
    elif outcome["disorder_check"]:
        light = "terrain_each_brandywine_american_or_british_light"
        reason = {"what": light if answers.yes("american") else "terrain_each"}
        yield Next("At the end of the move, make a Disorder Check with +5", {"events": [reason]})
        if not answers.yes("american"):  # 11.2e, Brandywine 7
            yield "A Line that ends its whole move as soon as it enters the hex"
    yield from _diagram(answers, outcome)
    if formation == "Unlimbered":
        yield "The guns may face any hexpoint."
        yield "No source gives a cost in MPs for turning Unlimbered Artillery."
    if formation == "Line" and multi_hex and not reverse:
        yield "At the end of the Movement Segment the Line must be in a straight line of hexes."
    if formation == "MC" and multi_hex:
        yield "At the end of the Movement Segment the March Column must be in a straight line of hexes."
    if (formation == "RC" or (formation == "MC" and multi_hex)) and not reverse:
        yield "Only the head pays."
    if reverse and formation in ("MC", "RC", "Limbered"):
        yield "The old Rear hex becomes the new Front hex."
    if answers.yes("ezoc"):
        yield Next("bar:opportunity-charge", {"enemy_does": "facing"})
    if formation != "Skirmish":
        yield Next(
            "In the hex of units of another type or Formation that it may not stack with, both", PASS_THROUGH
        )
    else:  # 10.4b, 17.1g
        yield "In the hex of units of another type or Formation that it may not stack with, those"


def _diagram(answers: Answers, outcome: Outcome) -> Steps:
    """The diagrams are not in the sources."""
    formation = answers["formation"]
    if "diagram_plus" not in outcome:
        return
    if formation == "AC":
        yield "At Brandywine an Attack Column stacked with Limbered Artillery pays the Facing Change costs of Infantry."
    start = "Read the cost on your own Facing Change Costs diagram of the Formation"
    yield f"{start} and add 1." if outcome["diagram_plus"] else f"{start}."
    if formation != "Limbered" and answers.yes("american"):
        infantry = "American Infantry has its own Facing Change Costs diagram at Brandywine."
        other = "Use the Facing Change Costs diagram for Americans at Brandywine."
        line = "For an American Infantry Line use the Facing Change Costs diagram for Americans"
        yield line if formation == "Line" else infantry if formation in OF_AMERICAN_INFANTRY else other
    if formation == "RC" and answers.yes("ezoc"):
        yield "Artillery in Road Column does not add the +1 of the EZOC."


@follow_ups("bar:formation-change")
def after_a_formation_change(answers: Answers, outcome: Outcome) -> Steps:
    """8.3 to 8.6, 10.4b, 16.1a."""
    old, new, where = answers["from"], answers["to"], battle(answers)
    if "diagram_plus" in outcome:
        yield "Read the cost on your own Formation Change Diagram"
    if "disorder_check" in outcome:
        reason = {"what": "formation_change_non_clear_each", "count": answers["non_clear"]}
        yield Next("When the change is complete, make a Disorder Check", {"events": [reason]})
    if outcome["er_check"]:
        yield Next("bar:skirmish-check", {"what": "reform", "moved": answers.yes("moved")})
    if new == "Skirmish" and austrian_light(answers) != "grenadiers":
        yield "Only a parent unit that is able to skirmish may break down."
    if old == "Skirmish" and austrian_light(answers) == "grenadiers":
        yield "Austrian Grenadiers leave Skirmish"
    yield from _into(answers, old, new)
    if old == "RC":
        yield "In a Limited Activation a Road Column may not change Formation."
    if old == "Square":
        yield "The new Formation must include the hex of the Square"
    if old == "GO" and new != "Skirmish":
        yield "The unit leaves General Order by moving 1 hex to its Front"
        if at_brandywine(answers):
            yield "At Brandywine a unit that stayed in General Order in its Advance after Combat"
    yield from _of_guns(old, new)
    if new == "Limbered" and answers.yes("ezoc"):  # 11.8b
        yield "Limbered Artillery in an EZOC must leave the hex"
    if answers.yes("ezoc"):
        yield Next("bar:opportunity-charge", {"enemy_does": "formation", "battle": where})
    if new == "Skirmish":  # 10.4b, 17.1g
        yield "If the unit goes to Skirmish in the hex of another unit"
    if old == "Skirmish":
        yield Next("If the unit takes its new Formation in the hex of another unit", PASS_THROUGH)
    if not {"Unlimbered", "Skirmish"} & {old, new}:
        yield Next("If the unit changes Formation in the hex of another unit, both must", PASS_THROUGH)


def _into(answers: Answers, old: str, new: str) -> Steps:
    """Follow-ups of the new Formation, and of its hex."""
    arm, where = answers["arm"], battle(answers)
    before, hexes = answers.get("from_hexes", 1), answers.get("to_hexes", 1)
    if new == "Square":
        yield Next("bar:square-allowed", {"battle": where})
        if before > 1:
            yield "From a 2-hex Line place the Square in either hex."
    if new in LINES and hexes > 1:
        yield Next("bar:line-hexes", {"arm": arm, "battle": where})
    if new == "Hook":
        yield "With a Hook all movement costs are doubled."
    if new == "MC" and hexes > 1:
        infantry = "A 2-hex March Column needs 5 SPs"
        yield infantry if arm == "infantry" else "Each hex of a Cavalry March Column of several hexes"
        if old == "AC":
            yield "The hex of the Attack Column becomes the head of the new March Column."
    if (old, new) == ("RC", "MC"):
        yield "The new March Column keeps the head and the Facing."
    if (old, new) == ("MC", "AC") and before > 1:
        yield "The sources do not say which of the old hexes the Attack Column occupies."
    if new == "AC" and at_brandywine(answers):
        yield "An American unit may enter Attack Column only with a leader in its stack"
    if at_brandywine(answers) and (new == "AC" or (old, new) == ("AC", "MC")):
        yield "An American Attack Column that spends MPs while not stacked with a leader"
    if new == "RC":
        kept = "The new Road Column keeps the head and the Facing, and must lie in the"
        place = "hexes the unit already occupies" if old == "MC" else "hex the unit already occupies"
        yield Next(f"{kept} {place}", {"artillery": arm == "artillery", "battle": where})
        if hexes > before:
            yield "The sources do not say where the other hexes of a longer Road Column lie."


def _of_guns(old: str, new: str) -> Steps:
    """8.5, 10.2."""
    if (old, new) == ("RC", "Limbered"):
        yield "Place the Limbered unit in the Front hex of the old Road Column."
    if new == "Unlimbered":
        infantry = (
            "Unlimbering in a hex with Infantry that is not in March Column is a Pass Through situation"
        )
        yield Next(f"{infantry}, and so it is in a hex with any other unit.", PASS_THROUGH)
        yield "Unlimbered Artillery may share its hex at the end of its turn only with"
        yield "In an occupied hex the guns must take the Facing of the unit there, but with a Square they"
    if old == "Unlimbered":
        yield "The Limbered unit may face any direction."
        yield Next("Limbering in a hex with other units is a Pass Through situation", PASS_THROUGH)


@follow_ups("bar:movement-cost")
def after_the_cost(answers: Answers, outcome: Outcome) -> Steps:
    """TEC, 8.1, 11.2, 11.6, 11.8, 16.1a, 20.1; Kolin 2, Brandywine 5 and 7."""
    column, where, ezoc = answers["column"], battle(answers), answers.yes("ezoc")
    brandywine = at_brandywine(answers)
    if brandywine:
        yield "The cost is that of the Seven Years War games."
        yield "Brandywine has different costs for Road Columns on Road Movement."
        yield from _brandywine_columns(column, answers.yes("road_movement"))
    if column == "artillery" and ezoc:
        yield Next("bar:prolonge", {"into_ezoc": True, "battle": where})
    prohibited = outcome["cost"] == "P"
    if outcome["disorder_check"]:
        if brandywine:
            yield Next(
                "The unit must make a Disorder Check at the end of its move",
                {"events": [{"count": outcome["_starred"]}]},
            )
        else:
            reason = {"what": "terrain_each", "count": outcome["_starred"]}
            yield Next("If the unit moves on, it must make a Disorder Check", {"events": [reason]})
            yield "A unit that stops on entering the hex or crossing the hexside makes no check"
    if outcome["cost"] == "ALL":  # 17.2a, 7.5b a
        yield "A unit that is Disordered or Out of Command, or that has already spent MPs"
    if outcome["general_order"]:
        yield "The whole Formation collapses into the hex"
    if outcome["general_order"] is None:
        yield "Whether Cavalry must go to General Order in a marsh at Brandywine is not in the sources."
    if column == "skirmish" and ezoc and not prohibited:
        yield Next("bar:skirmish-check", {"what": "enter_ezoc"})
    if column == "leader" and ezoc:
        yield "A leader may enter an EZOC only if stacked with a friendly unit."
    yield from _of_several_hexes(answers, column, brandywine)
    if column == "skirmish" and where == "kolin":
        yield "Austrian Grenzers that move backwards into a Flank hex"
    if column == "skirmish" and brandywine:
        yield "A Skirmish unit that neither starts nor ends within 2 hexes of a formed unit"
    if column != "leader" and ezoc and not prohibited:
        yield Next("bar:opportunity-charge", {"enemy_does": "moves", "battle": where})
    yield from _by_road(answers, column, where)


def _brandywine_columns(column: str, by_road: bool) -> Steps:
    """Brandywine 2: Attack Columns, and guns that fire at Road Movement."""
    if column in CAN_BE_ROAD_COLUMN and by_road:
        yield "Enemy Artillery may use Opportunity Fire at this Road Column at any range"
    if column == "infantry_column" and not by_road:
        yield "An American Attack Column that spends MPs while no leader is stacked with it"
    if column in ("infantry_column", "cavalry_column") and not by_road:
        yield "An Attack Column stacked with Limbered Artillery pays the movement costs"


def _of_several_hexes(answers: Answers, column: str, brandywine: bool) -> Steps:
    """8.1a, 8.1c; Brandywine 1: Cavalry occupies 1 hex in this battle."""
    if column == "cavalry_line" and brandywine:
        return
    if column in ("infantry_line", "cavalry_line"):
        yield "A Line of several hexes pays the highest cost"
    if column == "cavalry_column" and brandywine:
        return
    if column in ("infantry_column", "cavalry_column"):
        yield "A March Column of several hexes pays the highest cost"


def _by_road(answers: Answers, column: str, where: str) -> Steps:
    """TEC, notes 1 and 2."""
    road, inside = answers.get("road", "none"), printed(GROUND[answers["hex"]], column) == ROAD_COLUMN_ONLY
    moves_by_road = column in CAN_BE_ROAD_COLUMN and answers.yes("road_movement")
    if road == "major_road" and where == "none" and (moves_by_road or column == "leader"):
        yield "1/3 MP is the rate of Kolin."
    if road == "minor_road" and where == "none" and (moves_by_road or column == "leader"):
        yield "A minor road is counted as no road, as at Leuthen."
    if column == "leader" and answers.members("hexsides") and road_rate(road, where, inside):
        yield "The road spares a Road Column the costs of hexsides."
    if road == "none" and moves_by_road and inside:
        yield "The hex is counted at 1/2 MP, the general road rate."
