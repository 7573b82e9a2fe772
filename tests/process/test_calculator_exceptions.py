"""Results of a chart that `companion new-calculator` replaces by another one after certain answers."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown
from tests.process.test_calculator_tables import HEAD

STEPS = """\
id: steps
title: Steps
cite: "2.1"
page: Card
grid: |
  Dice | Effect
  1-2  | Routs.
  3-4  | Shaken. It halts, and must not advance.
  5-6  | Steady.
"""
STATE = ("input-1=State: good, shaken", "input-2=Losses: 0-9")
SHAKEN = (
    "exception-1=Effect is Shaken. It halts, and must not advance.",
    "exception-1-by=Effect is Routs.",
    "exception-1-when=State: shaken",
)
LOST = ("next-2=It halts.", "next-2-when=certain values of Losses", "next-2-numbers=9")
CHART = ("method=chart", "chart=steps", "dice=1d6", "result=Effect", *STATE)


@pytest.fixture(autouse=True)
def chart(maker: Maker) -> None:
    """A chart with results in words."""
    (maker.folder / "tables/ford/charts/steps.yaml").write_text(STEPS)


def test_a_result_becomes_another(maker: Maker) -> None:
    """A result becomes another only in the author's case, and the player sees the reason with the rule."""
    maker.make(
        *CHART, *SHAKEN, "exception-cite=1.1", "next-1=It runs.", "next-1-when=Effect is Routs.", *LOST
    )
    assert maker.outcome(["3"], state="good", losses=0)["effect"] == "Shaken. It halts, and must not advance."
    assert maker.outcome(["3"], state="shaken", losses=0)["effect"] == "Routs."
    assert maker.outcome(["5"], state="shaken", losses=0)["effect"] == "Steady."
    resolution = maker.resolve(["4"], state="shaken", losses=0)
    assert resolution.settled == "Routs instead of Shaken (State: shaken) (1.1)"
    assert [after.says for after in resolution.next] == ["It runs."]


def test_two_exceptions(maker: Maker) -> None:
    """A second exception may depend on numbers; both cite the rule of the chart by default."""
    other = (
        "exception-2=Effect is Steady.",
        "exception-2-by=Effect is Shaken. It halts, and must not advance.",
        "exception-2-when=certain values of Losses",
        "exception-2-numbers=5+",
    )
    maker.make(*CHART, *SHAKEN, *other)
    assert maker.outcome(["6"], state="good", losses=4)["effect"] == "Steady."
    assert maker.outcome(["6"], state="good", losses=5)["effect"].startswith("Shaken.")
    assert (maker.resolve(["6"], state="good", losses=5).settled or "").endswith("(2.1)")


def test_an_exception_after_a_natural_roll(maker: Maker) -> None:
    """An exception may depend on a natural roll, that is, on the dice before modifiers."""
    least = (
        "exception-1=Effect is Steady.",
        "exception-1-by=Effect is Shaken. It halts, and must not advance.",
        "exception-1-when=certain values of the dice before modifiers",
        "exception-1-numbers=3",
    )
    maker.make(
        *CHART, "modifier-1=Leader +2", "beyond=yes", *least, *LOST, "next-1=Go.", "next-1-when=State: shaken"
    )
    assert maker.outcome(["3"], state="good", losses=0, leader=True)["effect"].startswith("Shaken.")
    assert maker.outcome(["4"], state="good", losses=0, leader=True)["effect"] == "Steady."
    assert (maker.resolve(["3"], state="good", losses=0, leader=True).settled or "").startswith(
        "Shaken instead of Steady (the natural roll is 3)"
    )


def test_an_exception_to_a_natural_roll(maker: Maker, typed: Typed) -> None:
    """An exception that depends on the dice counts before the natural roll whose result it changes; others do not."""
    natural = ("modifier-1=Leader +2", "beyond=yes", "natural-1=1", "natural-1-result=Effect is Routs.")
    guards = (
        "exception-1=Effect is Routs.",
        "exception-1-by=Effect is Shaken. It halts, and must not advance.",
        "exception-1-when=State: good and certain values of the dice before modifiers",
        "exception-1-numbers=1",
    )
    losses = (
        "exception-2=Effect is Routs.",
        "exception-2-by=Effect is Steady.",
        "exception-2-when=certain values of Losses",
        "exception-2-numbers=9",
    )
    maker.make(*CHART, *natural, *guards, *losses, "next-1=Go.", "next-1-when=State: shaken")
    assert maker.outcome(["1"], state="good", losses=9)["effect"].startswith("Shaken.")
    assert maker.outcome(["1"], state="shaken", losses=9)["effect"] == "Routs."
    assert maker.outcome(["2"], state="shaken", losses=9)["effect"] == "Steady."


def test_natural_rolls_that_the_rules_print(maker: Maker, typed: Typed) -> None:
    """Enter takes them with their results; those with a condition, or below a limit, are not proposed."""
    path = maker.folder / "rulebook/ford/07-naturals.md"
    path.write_text(
        f"{HEAD}# 2.9 Steps\n\n- A natural one always routs, except guards. A natural 6 is steady.\n"
        "- An unmodified 3 is never worse than shaken.\n"
    )
    typed("Made", "2.9", "chart", "steps", "", "1d6", "Leader +2", "", "", "", "yes", ">", "no")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    routs, steady = (
        f"Exception (2.9): Result is always {each}" for each in ("Routs on a natural 1", "Steady on")
    )
    assert f"{routs} {steady} a natural 6 Rules" in out


def test_an_exception_to_an_exception_stays_by_hand(maker: Maker, typed: Typed) -> None:
    """The proposal does not apply it."""
    rule = "A tired unit that gets Shaken routs instead, unless it was to rally, when it simply stays where it is."
    (maker.folder / "rulebook/ford/07-naturals.md").write_text(f"{HEAD}# 2.9 Steps\n\n- {rule}\n")
    (maker.folder / "tables/ford/charts/steps.yaml").write_text(
        STEPS.replace(" It halts, and must not advance.", "")
    )
    typed("Made", "2.9", "chart", "steps", "", "1d6", "Tired -1", "", "", "2.9", ">", "yes", "yes")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert rule in out.rpartition("By hand")[2]


def test_one_of_two_natural_rolls_is_taken_away(maker: Maker, typed: Typed) -> None:
    """Nothing special is a result, so that the other roll stays."""
    path = maker.folder / "rulebook/ford/07-naturals.md"
    path.write_text(f"{HEAD}# 2.9 Steps\n\n- A natural 1 always routs. A natural 6 is steady.\n")
    steps = ("Made", "2.9", "chart", "steps", "", "1d6", "Leader +2", "", "", "", "yes", ">")
    typed(*steps, "result of a natural 1", "nothing special", "natural", "", "no")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "No longer in Exception (2.9): Result is always Routs on a natural 1" in out
    assert "Which others, besides a natural 1 and a natural 6?" in out
    assert "A natural 1 always routs. (2.9)" in out.rpartition("By hand")[2]


@pytest.mark.parametrize(
    ("rule", "natural"),
    [
        ("Two natural 6s are always steady.", "12"),
        ("A natural double six is steady, and you need not look.", "12"),
        ("Natural 6s are always steady.", ""),
        ("A natural 6 is always steady.", ""),
        ("A natural 2 is steady.", "2"),
        ("A natural 2 is always at least steady.", ""),
        ("A natural 2 uses the top row, and a natural 12 the bottom one.", "2"),
        ("A natural double one (1 and 1) takes the first line, or nearly so.", "2"),
        ("A natural 2 uses the bottom row.", ""),
        ("A natural 2 uses the row below.", "2"),
        ("A natural 2 is always read on the lowest row, whatever the total.", "2"),
        ("A natural 2 is damp powder: the unit routs, and may not shoot next turn.", "2"),
    ],
)
def test_natural_rolls_of_two_dice(rule: str, natural: str, maker: Maker, typed: Typed) -> None:
    """A double counts as its total; one of two dice, or several, is no natural roll of their total."""
    (maker.folder / "tables/ford/charts/steps.yaml").write_text(STEPS.replace("Dice", "2d6"))
    (maker.folder / "rulebook/ford/07-naturals.md").write_text(f"{HEAD}# 2.9 Steps\n\n- {rule}\n")
    out = shown(maker, typed, "Made", "2.9", "chart", "steps", "", "2d6", "Leader +2", "", "", "", "yes", "")
    assert "whatever the modifiers?" in out
    assert (f"[Enter: {natural}, by the rules" in out) is bool(natural)
    assert natural or "by the rules" not in out


@pytest.mark.parametrize(
    ("rule", "says", "results"),
    [
        ("A natural double one is read one row further up.", "above", ("Routs.", "Routs.", "Shaken.")),
        ("Double one on the dice is one row worse.", "above", ("Routs.", "Routs.", "Shaken.")),
        ("A natural 2 is always one row further down the chart.", "below", ("Shaken.", "Steady.", "Steady.")),
        ("On a natural 2 use the row below, except guards.", "", ("Routs.", "Shaken.", "Steady.")),
    ],
)
def test_a_natural_roll_in_the_row_beside(
    rule: str, says: str, results: tuple[str, ...], maker: Maker, typed: Typed
) -> None:
    """The rules name the row below or above, or a worse one: it is towards the totals that are like the roll."""
    rows = STEPS.replace("Dice", "2d6").replace("1-2 ", "3 or less").replace("5-6", "5+")
    (maker.folder / "tables/ford/charts/steps.yaml").write_text(rows.replace("3-4", "4"))
    (maker.folder / "rulebook/ford/07-naturals.md").write_text(f"{HEAD}# 2.9 Steps\n\n- {rule}\n")
    typed("Made", "2.9", "chart", "steps", "", "2d6", "Each drum +1", "a new", "", "", "2.9", ">", "yes")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert f"the row {says} that of the total if the natural roll is 2" in out if says else "Total" not in out
    found = [maker.outcome([2], drums=drums)["result"] for drums in (0, 2, 3)]
    assert tuple(each.partition(" ")[0] for each in found) == results


def test_exceptions_that_the_rules_state(maker: Maker, typed: Typed) -> None:
    """Enter takes them; a tick that is asked anyway is not asked twice, and what has no plain subject stays by hand."""
    rule = "Guns behind walls never rout: for Routs read Shaken. A tired unit told to be steady is shaken instead."
    (maker.folder / "tables/ford/charts/steps.yaml").write_text(
        STEPS.replace(" It halts, and must not advance.", "")
    )
    (maker.folder / "rulebook/ford/07-naturals.md").write_text(f"{HEAD}# 2.9 Steps\n\n- {rule}\n")
    typed("Made", "2.9", "chart", "steps", "", "1d6", "Tired -1", "", "", "2.9", ">", "yes", "yes")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "Exception (2.9): Shaken instead of Routs (Guns behind walls)" in out
    asked = [each.name for each in maker.library.procedure("ford:made").inputs]
    assert asked == ["tired", "guns_behind_walls", "other_modifiers"]
    assert maker.outcome([1], guns_behind_walls=True) == {"result": "Shaken."}
    assert maker.outcome([1]) == {"result": "Routs."}
    assert maker.outcome([6], tired=True) == {"result": "Shaken."}


def test_an_exception_to_results_that_begin_alike(maker: Maker, typed: Typed) -> None:
    """Shaken is also the beginning of `Shaken, no fire`."""
    steps = STEPS.replace("Shaken. It halts, and must not advance.", "Shaken").replace(
        "Steady.", "Shaken, no fire"
    )
    (maker.folder / "tables/ford/charts/steps.yaml").write_text(steps)
    rule = "A tired unit that is told to be shaken routs instead."
    (maker.folder / "rulebook/ford/07-naturals.md").write_text(f"{HEAD}# 2.9 Steps\n\n- {rule}\n")
    typed("Made", "2.9", "chart", "steps", "", "1d6", "Leader +1", "", "", "2.9", ">", "yes", "yes")
    assert maker.say("new-calculator", "--game", "ford").status == 0
    asked = [each.name for each in maker.library.procedure("ford:made").inputs]
    tired = next(name for name in asked if "tired" in name)
    assert [maker.outcome([roll], **{tired: True})["result"] for roll in (3, 5)] == ["Routs."] * 2
    assert maker.outcome([5])["result"] == "Shaken, no fire"


def test_the_summary_of_an_exception(maker: Maker, typed: Typed) -> None:
    """The summary of an exception names the old result, the new one, and the condition."""
    asked = ("State: good, shaken", "", "", "")
    typed(*TITLE, "chart", "steps", *asked, "", "2", "1", "shaken", "", "", ">", "no")
    answer = maker.say("new-calculator", "--game", "ford")
    assert "Exception (2.1): Routs instead of Shaken (State: shaken)\n" in answer.out, answer.out


@pytest.mark.parametrize("chart", ["ground", "one"])
def test_charts_without_exceptions(chart: str, maker: Maker, typed: Typed) -> None:
    """Nothing is asked about numbers, or if the player is asked nothing."""
    asked = ("State: good, shaken", "", "") if chart == "ground" else ("",)
    out = shown(
        maker, typed, *TITLE, "look-up" if chart == "ground" else "chart", chart, *asked, *["1d6"], "", ""
    )
    assert "becomes another" not in out


LEADS = """\
id: leads
title: Leads
cite: "2.1"
page: Card
grid: |
  Lead      | Effect
  0         | Stands
  1-2       | Recoils
  3 or more | Routs
"""
SIGNED = LEADS.replace("id: leads", "id: signed").replace("  0         |", "  0 or less |")


@pytest.mark.parametrize(
    ("chart", "dice", "effect"),
    [
        ("leads", [3, 2], "Stands"),
        ("leads", [2, 3], "Recoils"),
        ("leads", [4, 2], "Recoils"),
        ("leads", [5, 1], "Routs"),
        ("signed", [3, 2], "Stands"),
        ("signed", [4, 2], "Recoils"),
        ("signed", [2, 3], "Stands"),
    ],
)
def test_who_wins_and_by_how_much_as_conditions(
    chart: str, dice: list[int], effect: str, maker: Maker
) -> None:
    """An exception may depend on the winner and on the difference: a loss by exactly 1 is none."""
    (maker.folder / "tables/ford/charts/leads.yaml").write_text(LEADS)
    (maker.folder / "tables/ford/charts/signed.yaml").write_text(SIGNED)
    maker.make(
        "method=difference",
        f"chart={chart}",
        "dice=1d6",
        "result=Effect",
        "exception-1=Effect is Recoils",
        "exception-1-by=Effect is Stands",
        "exception-1-when=Attacker wins and certain values of the difference",
        "exception-1-numbers=1",
        *(["input-1=Elite?"] if chart == "leads" else []),
        *(["next-1=Cheer.", "next-1-when=Elite?"] if chart == "leads" else []),
    )
    given = {"elite": True} if chart == "leads" else {}
    assert maker.outcome(dice, **given)["effect"] == effect


def test_a_natural_roll_without_modifiers_is_shown(maker: Maker, typed: Typed) -> None:
    """The summary says which dice are read as they are, also after a change."""
    unmodified = ("natural", "3", "the chart, without modifiers", "none")
    typed("Made", "2.1", "chart", "steps", "", "1d6", "Leader +2", "", "", "", "yes", ">", *unmodified, "no")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert "Nothing has changed" not in out
    assert (
        "Total: the natural roll, at most 6 if the natural roll is 3, otherwise the natural roll + the" in out
    )


def test_an_exception_that_the_player_ticks(maker: Maker) -> None:
    """The case becomes a question, alone or together with an answer."""
    one = ("exception-1=Effect is Shaken. It halts, and must not advance.", "exception-1-by=Effect is Routs.")
    ticked = ("exception-1-when=ticks and State: shaken", "exception-1-tick=Behind a wall")
    maker.make(*CHART, *one, *ticked, "unused-losses=yes")
    given = {"state": "shaken"}
    effects = [maker.outcome(["3"], **given, behind_a_wall=wall)["effect"][:5] for wall in (True, False)]
    assert effects == ["Routs", "Shake"]
