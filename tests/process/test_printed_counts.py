"""Which numbers on a die count is proposed from the rules: a sentence, a table of scores, or a chart."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed, shown
from tests.process.test_calculator_tables import HEAD

ASKED = "Which numbers on a die count: numbers"
POOL = ("Volley", "7", "pool", "", "4", "1d6")


def offered(maker: Maker, typed: Typed, text: str, *lines: str) -> str:
    """Return what is shown from the die on, for a chapter with this text."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(f"{HEAD}# 7 Volley\n\n{text}\n")
    return shown(maker, typed, *POOL, *lines).partition("Which die")[2]


@pytest.mark.parametrize(
    ("text", "band"),
    [
        ("- Each 5 or 6 is a hit and each hit is one loss.", "5+"),
        ("- Throw the dice; 5s and 6s hit.", "5+"),
        ("- Every die showing 4 or more is a success.", "4+"),
        ("- A throw of 4, 5 or 6 counts as a hit.", "4+"),
        ("- Roll them all. Sixes hit.", "6"),
        ("- Any roll of 3 or 4 is a hit.", "3-4"),
        ("- Each 6 is a hit. Example: 5 or 6 is a hit.", "6"),
    ],
)
def test_a_sentence_that_says_what_counts(text: str, band: str, maker: Maker, typed: Typed) -> None:
    """Enter takes its numbers."""
    assert f"[Enter: {band}, by the rules]" in offered(maker, typed, text)


@pytest.mark.parametrize(
    "text",
    [
        "- If they are shaken throw half the dice and sixes hit.",
        "- They come up 6, 5, 1: two hits.",
        "- Only a 6 hits.",
        "- A 4 or 6 is a hit.",
        "- Each 5 is a hit.\n- Each 6 is a hit.",
        "- Each 9 or more is a hit.",
        "- They fire.",
    ],
)
def test_a_sentence_that_is_not_plain(text: str, maker: Maker, typed: Typed) -> None:
    """An answer is required: a case, a number of hits, a gap, two answers, or a number that the die does not have."""
    out = offered(maker, typed, text)
    assert ASKED in out
    assert "[Enter" not in out


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Against a target in cover (woods, walls) only a 6 hits.", "Target in cover"),
        ("Only 6s count as hits if the target is in cover.", "Target is in cover"),
    ],
)
def test_a_case_with_fewer_numbers(text: str, label: str, maker: Maker, typed: Typed) -> None:
    """Enter makes it a question that the player ticks, and fewer numbers count then; it is no longer by hand."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(
        f"{HEAD}# 7 Volley\n\n- Each 5 or 6 is a hit. {text}\n"
    )
    typed("Made", *POOL[1:], "", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert f"Does the player tick {label}, with which only 6 counts (7)? [Enter: yes]" in out
    assert f"[Enter: 5+ but 6 if {label}, by the rules]" in out
    assert "By hand" not in out
    (asked,) = maker.library.procedure("ford:made").inputs
    assert [maker.outcome([[6, 5, 4, 1]], **{asked.name: each})["hits"] for each in (False, True)] == [2, 1]


BOTH_CASES = """\
- Each 5 or 6 is a hit. If the target is in column, in square or limbered, a 4 hits as well. Behind walls only a 6 hits.
"""


@pytest.mark.parametrize(
    ("more", "hits"), [("", [2, 3, 1, 1]), ("Where both apply they cancel each other.", [2, 3, 1, 2])]
)
def test_a_case_with_more_numbers(more: str, hits: list[int], maker: Maker, typed: Typed) -> None:
    """Another case counts one number more; the fewer ones win, unless the rule lets both cases cancel."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(f"{HEAD}# 7 Volley\n\n{BOTH_CASES}- {more}\n")
    typed("Made", *POOL[1:], "", "", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    walls, column = (each.name for each in maker.library.procedure("ford:made").inputs)
    cases = [{}, {column: True}, {walls: True}, {walls: True, column: True}]
    assert [maker.outcome([[6, 5, 4, 1]], **each)["hits"] for each in cases] == hits
    assert "By hand" not in answer.out


@pytest.mark.parametrize(
    ("text", "asked", "hits"),
    [
        ("For Crack troops each 6 counts as two hits.", "twice for Crack troops (7)", [3, 2]),
        (
            "If a drummer is near there is no extra die, but every 6 is two hits.",
            "for Drummer is near",
            [3, 2],
        ),
        (
            "Every 6 thrown by guns is two hits, not one, unless it rains.",
            "Thrown by guns, unless it rains",
            [3, 2],
        ),
        ("Every 6 counts twice.", "Does each 6 count twice (7)", [3]),
        ("Each 6 counts twice for guns. Each 5 counts twice for horse.", "", [2]),
    ],
)
def test_a_number_that_counts_twice(
    text: str, asked: str, hits: list[int], maker: Maker, typed: Typed
) -> None:
    """Enter makes the case a tick, or always counts it so; two such sentences are left by hand."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(
        f"{HEAD}# 7 Volley\n\n- Each 5 or 6 is a hit. {text}\n"
    )
    typed("Made", *POOL[1:], "", "", "", "", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert asked in out
    assert ("count twice" in out) is bool(asked)
    ticks = [each.name for each in maker.library.procedure("ford:made").inputs if each.kind == "yes-no"]
    given = [{tick: True} for tick in ticks] + [{}]
    assert [maker.outcome([[6, 5, 4, 1]], **each)["hits"] for each in given] == hits


def test_a_case_that_is_declined(maker: Maker, typed: Typed) -> None:
    """The usual numbers are proposed."""
    out = offered(maker, typed, "- Each 5 or 6 is a hit. Against cover only a 6 hits.", "no")
    assert "[Enter: 5+, by the rules]" in out


SCORES = """\
id: scores
title: Scores
cite: "1.0"
page: Card
grid: |
  Weapon | near | far
  musket | 4+   | 6+
  rifle  | 3+   | 5+
"""
HEADS = """\
- Each die that shows the number in this table or more is a hit. Hedges make it one more.

| Weapon | Close: 4 or more | Long: 6 |
| --- | --- | --- |
| Musket | up to 3" | over 3" |"""
ROWS = """\
- A die needs:

| Troops | To hit |
| --- | --- |
| Skirmishers | 4+ |
| Formed | 6 |"""


@pytest.mark.parametrize(
    ("text", "asked", "name", "bands"),
    [
        (HEADS, "Range, as 7 lists (Close 4+; Long 6)", "range", {"close": 2, "long": 1}),
        (ROWS, "Troops, as 7 lists (Skirmishers 4+; Formed 6)", "troops", {"skirmishers": 2, "formed": 1}),
    ],
)
def test_a_table_of_scores(
    text: str, asked: str, name: str, bands: dict[str, int], maker: Maker, typed: Typed
) -> None:
    """Enter asks the player for the case, whose number each die needs."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(f"{HEAD}# 7 Volley\n\n{text}\n")
    typed("Made", *POOL[1:], ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert f"Does a die count by the {asked}? [Enter: yes]" in " ".join(answer.out.split())
    assert {case: maker.outcome([[6, 4, 3, 1]], **{name: case})["hits"] for case in bands} == bands
    left = [each.says for each in maker.library.procedure("ford:made").by_hand]
    assert ("Hedges make it one more." in left) is (text == HEADS)


@pytest.mark.parametrize(
    ("head", "cell", "is_offered"),
    [("Hits", "4", False), ("To hit", "4", True), ("Hits", "4+", True), ("Score needed", "4", True)],
)
def test_a_table_of_something_else(
    head: str, cell: str, is_offered: bool, maker: Maker, typed: Typed
) -> None:
    """Plain numbers are scores only under a head that says so: the hits of a unit are none."""
    table = f"- A die hits by the table.\n\n| Unit | {head} |\n| --- | --- |\n| Foot | {cell} |\n| Guns | 6 |"
    assert ("Does a die count by the Unit" in offered(maker, typed, table)) is is_offered


def test_a_table_of_scores_that_is_declined(maker: Maker, typed: Typed) -> None:
    """The numbers are typed."""
    assert ASKED in offered(maker, typed, HEADS, "no")


def test_a_chart_of_scores(maker: Maker, typed: Typed) -> None:
    """Enter reads the only chart of numbers that the chapter names."""
    (maker.folder / "tables/ford/charts/scores.yaml").write_text(SCORES)
    out = offered(maker, typed, "- The Scores chart gives what each die needs to hit.", "", "")
    assert "or chart (for example 5+) [Enter: chart]" in out
    assert "[Enter: scores]" in out


CLAUSES = (
    "- In the open a die hits on 4 or more; if the target is in soft cover (hedge, wood) on 5 or more; "
    "if in hard cover (walls) on 6. Shells treat hard cover as soft."
)


def test_scores_in_clauses(maker: Maker, typed: Typed) -> None:
    """Each clause is a case; the other sentences stay by hand."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(f"{HEAD}# 7 Volley\n\n{CLAUSES}\n")
    typed("Made", *POOL[1:], ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    says = "Cover, as 7 lists (In the open 4+; Target is in soft cover 5+; In hard cover 6)? [Enter: yes]"
    assert f"Does a die count by the {says}" in " ".join(answer.out.split())
    cases = ("in_the_open", "target_is_in_soft_cover", "in_hard_cover")
    assert [maker.outcome([[6, 5, 4, 3]], cover=case)["hits"] for case in cases] == [3, 2, 1]
    (left,) = maker.library.procedure("ford:made").by_hand
    assert left.says == "Shells treat hard cover as soft."


@pytest.mark.parametrize("text", ["- On 4+ a horse; on 6 a mule.", "- In the open they go; in cover on 6."])
def test_other_clauses(text: str, maker: Maker, typed: Typed) -> None:
    """Without a word for hits, or with a clause without a number, nothing is proposed."""
    assert "Does a die count" not in offered(maker, typed, text)


def test_what_the_dice_that_count_are_called(maker: Maker, typed: Typed) -> None:
    """The result gets the word of the rule."""
    out = offered(maker, typed, "- Each die of 4 or more is a pass.", "", "")
    assert "What are the dice that count called (for example Hits) [Enter: Passes]" in out


DICE_CHART = """\
id: dice-chart
title: Dice Chart
cite: "1.0"
page: Card
columns_title: Range
grid: |
  Weapon | 0-3 | 4-8
  musket | 2   | 1
  rifle  | 3   | -
"""


@pytest.mark.parametrize(
    ("rule", "answers", "dice"),
    [
        ("It gives the dice for each base.", ("", ""), 4),
        ("It gives the dice for each base.", ("", "none"), 2),
        ("It says how many dice are thrown.", ("", ""), 2),
    ],
)
def test_a_chart_gives_the_dice(
    rule: str, answers: tuple[str, ...], dice: int, maker: Maker, typed: Typed
) -> None:
    """Row and column give their number, for each of what the rule says; a blank cell is refused."""
    (maker.folder / "tables/ford/charts/dice-chart.yaml").write_text(DICE_CHART)
    (maker.folder / "rulebook/ford/07-volley.md").write_text(
        f"{HEAD}# 7 Volley\n\n- Use the Dice Chart. {rule} Each 5 or 6 is a hit.\n"
    )
    typed("Made", "7", "pool", "", *answers, "1d6", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "Does Dice Chart give the number of dice? [Enter: yes]" in " ".join(answer.out.split())
    given = {"range": 2, "weapon": "musket", **({"bases": 2} if dice == 4 else {})}
    assert maker.outcome([[6] * dice], **given) == {"hits": dice}
    maker.say(
        "calc", "ford:made", "range=5", "weapon=rifle", *(["bases=1"] if dice == 4 else []), "--odds"
    ).refused(2, "Dice Chart has no number there")


@pytest.mark.parametrize(("text", "answers"), [("It gives the dice.", ["no"]), ("It gives the men.", [])])
def test_a_chart_that_does_not_give_the_dice(
    text: str, answers: list[str], maker: Maker, typed: Typed
) -> None:
    """The number is typed if the author says so, or if the rule is not about dice."""
    chart = DICE_CHART.replace("Dice Chart", "Shot Chart")
    (maker.folder / "tables/ford/charts/dice-chart.yaml").write_text(chart)
    rule = f"{HEAD}# 7 Volley\n\n- Use the Shot Chart. {text}\n"
    (maker.folder / "rulebook/ford/07-volley.md").write_text(rule)
    assert "How many dice are rolled" in shown(maker, typed, "Volley", "7", "pool", "", *answers)


def test_the_dice_of_each_kind_in_a_sentence(maker: Maker, typed: Typed) -> None:
    """A list after *by grade* gives the question and the numbers."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(
        f"{HEAD}# 7 Volley\n\n- Throw a number of dice by grade: Guard five, Line 3 and Raw 2. Each 6 is a hit.\n"
    )
    typed("Made", "7", "pool", "", "", "1d6", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "Are as many dice rolled as 7 lists (Guard 5; Line 3; Raw 2)?" in " ".join(answer.out.split())
    assert maker.outcome([[6, 6, 6]], grade="line") == {"hits": 3}


@pytest.mark.parametrize(
    ("rule", "dice"),
    [
        (
            "Shaken men then halve their dice. After everything they throw no fewer than 1 die or more than 3.",
            3,
        ),
        ("They never throw less than one die nor more than 3 dice. Shaken men then halve their dice.", 1),
    ],
)
def test_limits_before_or_after_the_half(rule: str, dice: int, maker: Maker, typed: Typed) -> None:
    """The order is that of the rule: half of 7 and then at most 3, or at most 3 and then half of it."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(
        f"{HEAD}# 7 Volley\n\n- Each 6 is a hit. {rule}\n- +1 drums\n- +2 flags\n"
    )
    typed("Made", *POOL[1:], ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    given = {"drums": True, "flags": True, "shaken_men": True}
    assert maker.outcome([[6] * dice], **given) == {"hits": dice}


TORN = """\
| Weapon | Short | Long |
| --- | --- | --- |
| Musket | to 6: 4+ | to 9: 5+ |
| Rifle | to 9: 3+ | to 20: 5+ |
"""


def test_a_chart_without_numbers_is_refused(maker: Maker, typed: Typed) -> None:
    """A table of the rules that becomes a chart is checked too; its cells would count as 0."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(f"{HEAD}# 7 Salvo\n\n- Fire.\n\n{TORN}")
    out = shown(maker, typed, *POOL, "chart", "Salvo (table in 7)", *[""] * 8)
    assert "Salvo has a cell to 6: 4+, which is no number; choose another chart" in out


TWO_TABLES = """\
## 7.1 Dice

- Now alter the number of dice.

| Case | Dice |
| --- | --- |
| Drums | +1 |
| Tired | -1 |

## 7.2 Score

- Change the score (7.1).

| Target | Score needed |
| --- | --- |
| In cover | +1 |
| In column | -1 |"""


def test_modifiers_of_the_dice_and_of_the_score(maker: Maker, typed: Typed) -> None:
    """The head of the amounts says what they change: the dice, and in a second group the number that each needs."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(
        f"{HEAD}# 7 Volley\n\n- See 7.1 and 7.2.\n\n{TWO_TABLES}\n"
    )
    typed("Made", *POOL[1:], "5+", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    made = maker.library.procedure("ford:made")
    others = ["Other modifiers of the dice", "Other modifiers of the number needed"]
    assert [given.label for given in made.inputs] == ["Drums", "Tired", "In cover", "In column", *others]
    assert maker.outcome([[4, 5, 6, 5, 5]], drums=True) == {"hits": 4}
    assert maker.outcome([[4, 5, 6, 5, 5]], drums=True, in_cover=True) == {"hits": 1}
    assert maker.outcome([[4, 5, 6, 1]], in_column=True) == {"hits": 3}
    assert "See the table of Score." not in [each.says for each in made.by_hand]


KINDS = (
    "- Line: 1 die a stand (not the holders). Column: 2 dice whatever its size. "
    "Open order: 1 die for every 2 stands, rounding up. Each 6 is a hit."
)


def test_dice_of_kinds_in_a_paragraph(maker: Maker, typed: Typed) -> None:
    """Each sentence of a point is a kind; what it says besides stays by hand."""
    (maker.folder / "rulebook/ford/07-volley.md").write_text(f"{HEAD}# 7 Volley\n\n{KINDS}\n")
    typed("Made", "7", "pool", "", "", "1d6", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    says = "7 lists (Line 1 for each stand; Column 2; Open order 1 for each 2 stands rounded up)?"
    assert says in " ".join(answer.out.split())
