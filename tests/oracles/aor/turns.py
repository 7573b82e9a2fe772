"""Turns, weather, random events, hiding and victory."""

from __future__ import annotations

from tests.oracles import Answers, Dice, Outcome, Refused, oracle
from tests.oracles.charts import band, chart

EVENTS = {
    "Leader Casualty": "leader_casualty",
    "Order Lost": "order_lost",
    "No Effect": "no_effect",
    "Loose Cannon": "loose_cannon",
    "Heat/Rain": "heat_rain",
    "Lee is too Polite": "lee_too_polite",
    "Meade is too Cautious": "meade_too_cautious",
    "Faulty Reconnaissance": "faulty_reconnaissance",
    "Command Politics": "command_politics",
    "Stuart Arrives/Leader Wakes Up": "stuart_arrives_or_leader_wakes_up",
    "Corps Leader Casualty": "corps_leader_casualty",
}
FOR_BOTH_SIDES = {"No Effect", "Heat/Rain"}
POINTS = {
    "brigades": "enemy infantry/cavalry brigade permanently eliminated",
    "artillery": "enemy artillery unit permanently eliminated",
    "unsupplied_brigades": "enemy infantry/cavalry unit without supply at the moment of elimination",
    "unsupplied_artillery": "enemy artillery unit without supply at the moment of elimination",
}
EXITS = {"F": "F (4000)", "G": "G (4219)", "E": "E (2600)"}


def _number(time: str) -> int:
    """Number of the turn within its day."""
    return int(chart("aor", "turns")[time.replace(":", "")]["Number"])


@oracle("aor:turn")
def turn(answers: Answers, dice: Dice) -> Outcome:
    """21.3.1: 14 turns by day and three by night, which belong to the previous day."""
    row = chart("aor", "turns")[answers["time"].replace(":", "")]
    return {
        "number": int(row["Number"]),
        "night": row["Light"] == "night",
        "next": f"{row['Next'][:2]}:{row['Next'][2:]}",
        "next_is_new_day": row["Next day"] == "yes",
    }


@oracle("aor:rain")
def rain(answers: Answers, dice: Dice) -> Outcome:
    """21.4, 21.17.1: in the full battle, from 13:00 of July 4 to midnight. Without combat, rain ends the game."""
    day, time = answers["day"], answers["time"]
    if day < 4 or not answers.yes("full_battle"):
        return {"result": "no_roll", "roll_due": False, "game_over": False}
    starts = answers.yes("rain_starts")
    if not _number("13:00") <= _number(time) <= _number("00:00"):
        if starts:
            raise Refused("no roll for rain is due")
        return {"result": "no_roll", "roll_due": False, "game_over": False}
    game_over = starts and not answers.yes("combat")
    result = "game_over" if game_over else "rain" if starts else "no_rain"
    return {"result": result, "roll_due": True, "game_over": game_over}


@oracle("aor:random-event")
def random_event(answers: Answers, dice: Dice) -> Outcome:
    """21.16: two dice; on odd rolls from 3 up, one die for Table 2; an odd side die means the Confederates."""
    event = chart("aor", "random-events-1")[str(dice.total("dice", "2d6"))]["Event"]
    by_side = {"Confederate": event, "Union": event}
    if event == "Roll again on Table 2":
        table = chart("aor", "random-events-2")
        by_side = table[band(table, dice.total("second_die", "1d6"))]
    if by_side["Union"] in FOR_BOTH_SIDES:
        return {"event": EVENTS[by_side["Union"]]}
    side = "Confederate" if dice.total("side_die", "1d6") % 2 else "Union"
    return {"event": EVENTS[by_side[side]], "side": side.lower()}


@oracle("aor:leader-casualty")
def leader_casualty(answers: Answers, dice: Dice) -> Outcome:
    """Leader Casualty: killed on 1-2, wounded on 3-6."""
    return {"result": "killed" if dice.total("die", "1d6") <= 2 else "wounded"}


@oracle("aor:hidden-movement")
def hidden_movement(answers: Answers, dice: Dice) -> Outcome:
    """Hidden Movement (25.5): the row for the turn on which the unit hid."""
    rows = chart("aor", "hidden-movement")
    row = rows[band(rows, answers["turn_of_hiding"])]
    return {"result": "hidden" if row[str(dice.total("die", "1d6"))] == "H" else "revealed"}


@oracle("aor:victory-points")
def victory_points(answers: Answers, dice: Dice) -> Outcome:
    """21.12: the higher points for units without supply replace the normal points."""
    points = {row: int(cells["VP"]) for row, cells in chart("aor", "victory").items()}
    total = sum(answers.get(name, 0) * points[row] for name, row in POINTS.items())
    if answers.yes("enemy_train_destroyed"):
        total += points["enemy train destroyed"]
    exit_hex = answers.get("confederate_train_exit", "none")
    if exit_hex != "none":
        total += points[f"Confederate train exits from hex {EXITS[exit_hex]}"]
    return {"vp": total}
