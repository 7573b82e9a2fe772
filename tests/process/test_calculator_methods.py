"""Calculators with a number needed or a pool of dice: questions and results of new-calculator."""

from __future__ import annotations

import pytest

from companion.errors import Refused
from companion.model.step import Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

RATING = ("method=target", "dice=1d10", "input-1=Quality: Guard, Line, Raw", "input-2=Losses: 0-9")
NEEDED = ("needed=Quality", "needed-guard=9", "needed-line=7", "needed-raw=5")
LOSSES = ("modifier-1=For each 2 losses -1", "modifier-1-each=Losses")
TEST = (*RATING, "succeeds=low", *NEEDED, *LOSSES, "changes=the number needed")


def ledger(maker: Maker, **answers: object) -> list[object]:
    """The amounts that count, and the number needed."""
    found = maker.resolve([5], **answers)
    return [line.value for line in found.ledger if line.state == "applied"]


@pytest.mark.parametrize(
    ("limit", "amounts"),
    [("modifier-1-most=3", {6: -3, 8: -3}), ("modifier-1-most=-3", {6: -3, 8: -3}), ("", {6: -3, 8: -4})],
)
def test_a_counted_modifier_has_a_limit(limit: str, amounts: dict[int, int], maker: Maker) -> None:
    """A counted modifier may have a limit, whose sign makes no difference."""
    maker.make(*TEST, *filter(None, (limit,)))
    assert {losses: ledger(maker, quality="guard", losses=losses)[0] for losses in (6, 8)} == amounts


@pytest.mark.parametrize(
    ("limits", "needed"),
    [
        ("2-9", {0: 9, 9: 3}),
        ("4-8", {0: 8, 9: 4}),
        ("4+", {0: 9, 9: 4}),
        ("8 or less", {0: 8, 9: 3}),
        ("", {0: 9, 9: 3}),
    ],
)
def test_the_number_needed_stays_within_limits(limits: str, needed: dict[int, int], maker: Maker) -> None:
    """A Guard with 9 losses needs 9 - 4 - 2."""
    more = ("modifier-2=Routers near -2", "modifier-2-when=ticks", "difference=yes")
    maker.make(*TEST, *more, *filter(None, (f"needed-limits={limits}" if limits else "",)))
    assert maker.resolve([5], quality="guard", losses=0, routers_near=False).needed == needed[0]
    found = maker.outcome([10], quality="guard", losses=9, routers_near=True)
    assert found == {"success": False, "difference": 10 - needed[9]}


def test_one_number_is_no_limit_of_the_number_needed(maker: Maker) -> None:
    """A single number is refused as the limits of the number needed, since it would allow no change."""
    maker.run(*TEST, "needed-limits=4").refused(2, "'4' is not a lowest and a highest number, as in 2-9")


def test_what_follows_depends_on_how_much_it_fails_by(maker: Maker) -> None:
    """Each line of the table of results is a sentence with its condition."""
    after = (
        "next-1=Falls back.",
        "next-1-when=fails by certain values",
        "next-1-numbers=1-2",
    )
    more = (
        "next-2=Routs.",
        "next-2-when=fails by certain values",
        "next-2-numbers=3+",
    )
    maker.make(*TEST, "difference=yes", "success=stands", "failure=fails", *after, *more)
    said = {
        roll: [each.says for each in maker.resolve([roll], quality="raw", losses=0).next]
        for roll in (5, 6, 7, 8)
    }
    assert said == {5: [], 6: ["Falls back."], 7: ["Falls back."], 8: ["Routs."]}


def test_success_and_failure_have_their_own_difference(maker: Maker, typed: Typed) -> None:
    """The conditions and the questions about it say whether the roll succeeds or fails by so much."""
    maker.make(
        *(*TEST, "difference=yes", "success=stands", "failure=fails", "next-1=Cheers.", "next-1-numbers=2+"),
        "next-1-when=stands by certain values",
    )
    said = {roll: len(maker.resolve([roll], quality="raw", losses=0).next) for roll in (3, 4, 8)}
    assert said == {3: 1, 4: 0, 8: 0}
    head = (
        "Other",
        "2.1",
        "target",
        "",
        "1d10",
        "low",
        "5",
        "On fire +1",
        "",
        "",
        "",
        "1",
        "",
        "",
        "stands",
        "",
        "yes",
    )
    out = shown(maker, typed, *head, "Falls back.", "failure by certain values")
    assert "stands by certain values; 6 failure by certain values; 7 always" in out
    assert "Failure by which values? (for example 2 or less)" in out


def test_a_natural_roll_has_a_difference_too(maker: Maker) -> None:
    """A natural 1 succeeds by as much as any 1."""
    maker.make(*TEST, "difference=yes", "natural-success=1", "natural-failure=10", "natural-cite=2.1")
    assert maker.outcome([1], quality="raw", losses=9) == {"success": True, "difference": 0}
    assert maker.outcome([10], quality="guard", losses=0) == {"success": False, "difference": 1}


def test_what_the_modifiers_of_a_low_roll_change_is_required(maker: Maker) -> None:
    """Enter cannot take the dice, because rules often change the rating."""
    maker.run(*(each for each in TEST if not each.startswith("changes"))).refused(2, "changes=the dice")
    maker.make(*(each for each in TEST if not each.startswith(("changes", "succeeds"))), "succeeds=high")
    assert [step.name for step in maker.library.procedure("ford:made").steps if isinstance(step, Tally)] == [
        "modifier"
    ]


POOL = ("method=pool", "die=1d6", "count=4")


@pytest.mark.parametrize(
    ("answers", "given", "hits"),
    [
        (("hit=5+",), {}, 2),
        (("hit=To hit", "input-1=To hit: 2-6"), {"to_hit": 4}, 3),
        (("hit=to hit", "input-1=To hit: 2-6"), {"to_hit": 6}, 1),
        (
            ("hit=Range", "input-1=Range: close, far", "hit-close=4+", "hit-far=6"),
            {"range": "close"},
            3,
        ),
        (("hit=Range", "input-1=Range: close, far", "hit-close=4+", "hit-far=6"), {"range": "far"}, 1),
    ],
)
def test_which_numbers_count(
    answers: tuple[str, ...], given: dict[str, object], hits: int, maker: Maker
) -> None:
    """The numbers that count are fixed, or depend on the answer to a question."""
    maker.make(*POOL, *answers)
    assert maker.outcome([[3, 4, 5, 6]], **given) == {"hits": hits}


RANGES_CHART = """\
id: ranges
title: Ranges
cite: "2.1"
page: Sheet
columns_title: Distance
grid: |
  Weapon | close | far
  musket | 4     | 6
  rifle  | 3     | 5
  pistol | 5     | -
"""


@pytest.mark.parametrize(
    ("weapon", "distance", "hits"), [("musket", "close", 3), ("musket", "far", 1), ("rifle", "far", 2)]
)
def test_the_number_that_counts_is_read_on_a_chart(
    weapon: str, distance: str, hits: int, maker: Maker
) -> None:
    """The number that counts is read from a chart by row and column; a cell without a number is refused."""
    (maker.folder / "tables/ford/charts/ranges.yaml").write_text(RANGES_CHART)
    maker.make(*POOL, "hit=chart", "chart=ranges")
    assert maker.outcome([[3, 4, 5, 6]], weapon=weapon, distance=distance) == {"hits": hits}
    with pytest.raises(Refused, match="Ranges has no number there"):
        maker.resolve([], weapon="pistol", distance="far")


BANDS = RANGES_CHART.replace("close | far", 'Close up to 3" | Far').replace("musket ", "Long musket ")


@pytest.mark.parametrize(
    ("question", "answer", "hits"),
    [
        ("Distance: close, far", "close", 3),
        ('Distance: far, Close up to 3"', "far", 1),
        ('Distance: far, Close up to 3"', "close_up_to_3", 3),
        ("Distance: near, far", "", 0),
    ],
)
def test_a_question_whose_answers_name_the_columns(
    question: str, answer: str, hits: int, maker: Maker
) -> None:
    """The whole heading or its first words; a question with another answer is not offered."""
    (maker.folder / "tables/ford/charts/ranges.yaml").write_text(BANDS)
    given = (*POOL, f"input-1={question}", "hit=chart", "chart=ranges", "column=Distance")
    if not answer:
        maker.run(*given).refused(2, "--answer column: 'Distance' is not one of")
        return
    maker.make(*given)
    assert maker.outcome([[3, 4, 5, 6]], distance=answer, weapon="Long musket") == {"hits": hits}


def test_what_a_chart_asks_is_told_before_the_questions(maker: Maker, typed: Typed) -> None:
    """The author need not enter the rows and columns of a chart as questions."""
    out = shown(maker, typed, *TITLE, "pool")
    assert "leave out its rows and columns here: they are asked for with the chart. Question 1" in out


def test_only_a_chart_of_numbers_gives_the_number_that_counts(maker: Maker) -> None:
    """Only a chart of numbers can give the number that counts; any other chart is refused by name."""
    maker.run(*POOL, "hit=chart", "chart=one").refused(2, "One has a cell none, which is no number")


@pytest.mark.parametrize(("least", "dice"), [((), 0), (("least-dice=1",), 1)])
def test_the_smallest_number_of_dice(least: tuple[str, ...], dice: int, maker: Maker) -> None:
    """Modifiers cannot reduce the dice below the smallest number."""
    maker.make(*POOL, "hit=5+", "modifier-1=Shaken -9", "modifier-1-when=ticks", *least)
    assert maker.resolve([[6] * dice] if dice else [], shaken=True).outcome["hits"] == dice
    if dice:
        with pytest.raises(Refused):
            maker.resolve([[6, 6]], shaken=True)


SAVES = (
    "hit=5+",
    "input-1=Cover: none, soft, hard",
    "save=Cover",
    "save-none=none",
    "save-soft=6",
    "save-hard=5+",
)


@pytest.mark.parametrize(("cover", "losses"), [("none", 3), ("soft", 2), ("hard", 1)])
def test_what_is_counted_may_be_saved(cover: str, losses: int, maker: Maker) -> None:
    """A second roll has a die for each hit; what follows may depend on what is not saved."""
    maker.make(*POOL, *SAVES, "next-1=Test.", "next-1-when=certain values of Losses", "next-1-numbers=3+")
    saves = [[6, 5, 4]] if cover != "none" else []  # no roll that can save nothing
    found = maker.resolve([[5, 6, 6, 1], *saves], cover=cover)
    assert found.outcome == {"losses": losses, "hits": 3}
    assert len(found.next) == (losses == 3)


def test_no_die_is_rolled_where_nothing_is_counted(maker: Maker) -> None:
    """Without a hit there is no second roll."""
    maker.make(*POOL, *SAVES, "unsaved=Casualties")
    assert maker.outcome([[1, 2, 3, 4]], cover="hard") == {"casualties": 0, "hits": 0}


def test_saves_of_a_chart_and_of_one_number(maker: Maker) -> None:
    """Saves from a chart or with one number are read like the numbers that hit."""
    (maker.folder / "tables/ford/charts/ranges.yaml").write_text(RANGES_CHART)
    maker.make(*POOL, "hit=5+", "save=chart", "chart=ranges")
    assert maker.outcome([[5, 6, 1, 1], [4, 3]], weapon="musket", distance="close") == {
        "losses": 1,
        "hits": 2,
    }
    made = maker.library.procedure("ford:made")
    assert [(each.name, each.show) for each in made.outcome] == [("losses", "headline"), ("hits", "yes")]


@pytest.mark.parametrize(
    ("hit", "summary"),
    [
        (("hit=5+",), "Several d6; each 5+ adds one to the hits."),
        (
            ("hit=5+", "save=6"),
            "Several d6; each 5+ adds one to the hits; each 6 on a second roll saves one.",
        ),
        (
            ("hit=To hit", "input-1=To hit: 2-6"),
            "Several d6; each that shows To hit or more adds one to the hits.",
        ),
    ],
)
def test_the_summary_of_a_pool_is_in_words(hit: tuple[str, ...], summary: str, maker: Maker) -> None:
    """The summary of a pool shows the numbers needed as typed, not as formulas."""
    maker.make(*POOL, *hit, "summary=")
    assert maker.library.procedure("ford:made").summary == summary


LEAD = """\
id: lead
title: Lead
cite: "2.1"
page: Sheet
grid: |
  Lead      | Loser   | Victor
  0         | tie     | tie
  1-2       | retreat | stay
  3 or more | rout    | pursue
"""
FIGHT = ("method=difference", "dice=1d6", "columns=1", "modifier-1=Guard +1", "modifier-1-side=Attacker")


@pytest.mark.parametrize(
    ("rolls", "lead", "wins", "loser"),
    [([5, 4], 1, "attacker", "retreat"), ([2, 5], 3, "defender", "rout"), ([3, 3], 0, "nobody", "tie")],
)
def test_a_chart_read_by_the_lead_of_the_winner(
    rolls: list[int], lead: int, wins: str, loser: str, maker: Maker
) -> None:
    """Without negative numbers on the chart, the same line holds whoever wins, and the result says who."""
    (maker.folder / "tables/ford/charts/lead.yaml").write_text(LEAD)
    maker.make(*FIGHT, "chart=lead", "next-1=Mark it.", "next-1-when=Defender wins")
    found = maker.resolve(rolls, guard=False)
    assert (found.outcome["difference"], found.outcome["wins"], found.outcome["loser"]) == (lead, wins, loser)
    assert [each.says for each in found.next] == ["Mark it."] * (wins == "defender")


@pytest.mark.parametrize(
    ("die", "numbers", "shown"),
    [("1d6", "7+", False), ("1d6", "0", False), ("1d6", "6+", True), ("1d10", "7+", True)],
)
def test_numbers_that_the_die_cannot_show_are_refused(
    die: str, numbers: str, shown: bool, maker: Maker
) -> None:
    """Numbers that the die cannot show are refused, even as a save; a hyphen means that nothing saves."""
    for answers in (
        (f"hit={numbers}",),
        ("hit=5", f"save={numbers}"),
        ("hit=5", *SAVES[1:4], f"save-soft={numbers}", "save-hard=-"),
    ):
        made = maker.run("method=pool", f"die={die}", "count=4", "id=other", *answers)
        if shown:
            assert made.status == 0, made
            (maker.folder / "tables/ford/procedures/other.yaml").unlink()
            (maker.folder / "tests/cases/ford-other.jsonl").unlink()
        else:
            made.refused(2, f"{die} cannot show {numbers}")


@pytest.mark.parametrize("typed", ["Weather +0", "Weather -0"])
def test_a_modifier_of_0_is_refused(typed: str, maker: Maker) -> None:
    """A modifier of 0 is refused, because it would never change the result."""
    maker.run("method=sum", "start=1", "result=Points", f"modifier-1={typed}").refused(
        2, "changes nothing with"
    )
