"""Charts that are printed in a rule: `new-chart` without a file, and `new-calculator` at the choice of the chart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.model import Chart
from tests.process.calculator_maker import Maker

Typed = Callable[..., None]
HEAD = "---\ntitle: Morale\ndocument: rules\nauthority: rule\n---\n\n"
RULES = f"""\
{HEAD}# 7 Morale

- Tired men run.

## 7.2 The Morale Test

- Throw 2D6, add the modifiers and read the result from [[ford:7.4]].
- Morale Modifiers

| Circumstance | Modifier |
| --- | --- |
| Guard | +2 |
| Raw | -2 |
| Leader | varies |

## 7.4 Results of the Test

- Morale Results

| Total | Result |
| --- | --- |
| 10 or more | Steady |
| 7 to 9 | Shaken ([[ford:7.2]]) |
| 5 or 6 | Retire |
| 4 or less | Broken |

## 7.5 Pay

- First Pay

| Rank | Cents | Days |
| --- | --- | --- |
| Private | 5 | 1 |
| Drummer | 4 | 2 |

- Second Pay

| Rank | Cents |
| --- | --- |
| Private | 6 |
"""


@pytest.fixture
def ford(maker: Maker) -> Maker:
    """The game with a chapter that has tables."""
    (maker.folder / "rulebook/ford/07-morale.md").write_text(RULES)
    return maker


def chart_of(maker: Maker, name: str) -> Chart:
    """A chart of the game, which has no faults."""
    assert maker.library.faults == ()
    return next(chart for chart in maker.library.module("ford").charts if chart.id == f"ford:{name}")


def test_without_a_file(ford: Maker, typed: Typed) -> None:
    """The tables of the rules are listed, and the one chosen is read, shown and compared."""
    typed("results of the test (7.4)", "")
    answer = ford.say("new-chart", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    listed = "1 The Morale Test (7.2), 2 Results of the Test (7.4), 3 First Pay (7.5), 4 Second Pay (7.5)"
    assert f"Which of these tables of the rules is the chart: {listed}" in out
    assert "5 or 6 -> 5-6" in out
    assert "10 cells of the table in rule 7.4 were compared with the chart; all match." in out
    assert (
        "Not made yet: First Pay (7.5), Second Pay (7.5). Next: companion new-chart --game ford --answer"
        in out
    )
    chart = chart_of(ford, "results-of-the-test")
    assert (chart.title, chart.cite, chart.page) == ("Results of the Test", "7.4", "Rulebook, 7.4")
    assert (chart.rows_title, chart.rows) == ("Total", ("10 or more", "7-9", "5-6", "4 or less"))
    assert chart.cells[1] == ("Shaken (7.2)",)


def test_without_a_file_and_a_terminal(ford: Maker) -> None:
    """The table is given by name or number; what is known from the rule need not be given."""
    ford.say("new-chart", "--game", "ford").refused(2, "--answer", "sheet=")
    answer = ford.say("new-chart", "--game", "ford", "--answer", "sheet=2")
    assert answer.status == 0, answer
    assert chart_of(ford, "results-of-the-test").cite == "7.4"
    command = ("new-chart", "--game", "ford", "--answer", "sheet=First Pay (7.5)", "--json")
    assert ford.say(*command).json["compared"] == 9
    assert chart_of(ford, "first-pay").page == "Rulebook, 7.5"


def test_rules_without_a_table(maker: Maker) -> None:
    """The refusal says what else makes a chart."""
    maker.say("new-chart", "--game", "ford").refused(2, "rules of ford have no table", "new-chart CHART.xlsx")


def test_the_only_table_of_the_rules(maker: Maker, typed: Typed) -> None:
    """The author must choose a table even if the rules have only one, because no file was named."""
    results = RULES[RULES.index("## 7.4") : RULES.index("## 7.5")].replace(" ([[ford:7.2]])", "")
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + results)
    maker.say("new-chart", "--game", "ford").refused(2, "--answer", "sheet=")
    typed("1", "", "", "")
    assert maker.say("new-chart", "--game", "ford").status == 0


def test_a_table_that_is_a_chart_already(ford: Maker, typed: Typed) -> None:
    """Without a file, it may be made again; a calculator no longer offers it."""
    assert ford.say("new-chart", "--game", "ford", "--answer", "sheet=2").status == 0
    typed("Made", "7.2", "chart", KeyboardInterrupt)
    out = " ".join(ford.say("new-calculator", "--game", "ford").out.split())
    assert "results-of-the-test" in out
    assert "Results of the Test (table in" not in out
    assert "[Enter: results-of-the-test]" in out
    typed("2", "yes", "")
    assert ford.say("new-chart", "--game", "ford").status == 0


def test_the_chart_of_a_calculator(ford: Maker, typed: Typed) -> None:
    """Enter takes a table that the rule names; it becomes a chart, which the calculator then uses."""
    typed("Made", "7.2", "chart", "", "", "", "2d6", "0", "", "", "", "", "")
    answer = ford.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.split())
    assert "Which chart (a table of the rules becomes a chart now): 1 fire-table;" in out
    assert "[Enter: Results of the Test (table in 7.4)]" in out
    assert "10 cells of the table in rule 7.4 were compared with the chart; all match." in out
    assert out.count("What is the calculator for?") == 1
    chart_of(ford, "results-of-the-test")
    assert ford.outcome([5]) == {"result": "Retire"}


def test_all_proposals_for_a_chart_at_once(ford: Maker, typed: Typed) -> None:
    """`>` at a question about the chart accepts the others about it; those about the calculator are still asked."""
    typed("Made", "7.2", "chart", "", ">", "", "2d6", "0", "", "", "", "", "")
    answer = ford.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert chart_of(ford, "results-of-the-test").columns_title != ">"
    assert ford.outcome([5]) == {"result": "Retire"}


def test_only_tables_on_which_dice_can_be_read(ford: Maker, typed: Typed) -> None:
    """A look-up offers the others too; a table of modifiers is never offered."""
    typed("Made", "7.5", "chart", KeyboardInterrupt)
    out = " ".join(ford.say("new-calculator", "--game", "ford").out.split())
    assert "Results of the Test (table in 7.4)" in out
    assert "Pay (table" not in out
    typed("no", "Made", "7.5", "look-up", KeyboardInterrupt)
    out = " ".join(ford.say("new-calculator", "--game", "ford").out.split())
    assert "First Pay (table in 7.5)" in out
    assert "The Morale Test (table" not in out


def test_back_from_a_table(ford: Maker, typed: Typed) -> None:
    """`<` at the first question about the chart asks for the chart again, and `no` does too; nothing is written."""
    typed("Made", "7.2", "chart", "", "<", "", "no", "losses", KeyboardInterrupt)
    answer = ford.say("new-calculator", "--game", "ford")
    out = " ".join(answer.out.split())
    assert out.count("Which chart (") == 3
    assert "is asked for later, in the words of the chart" in out
    assert not (ford.folder / "tables/ford/charts/results-of-the-test.yaml").exists()


def test_a_calculator_with_a_new_chart_is_continued(ford: Maker, typed: Typed) -> None:
    """The chart is not made twice: neither after `<`, nor after Ctrl+C."""
    typed("Made", "7.2", "chart", "", "", "", "<", KeyboardInterrupt)
    assert ford.say("new-calculator", "--game", "ford").status == 130
    typed("", "", "2d6", "0", "", "", "", "", "")
    answer = ford.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "Which chart" not in answer.out
    assert ford.outcome([5]) == {"result": "Retire"}


def test_a_table_without_a_terminal(ford: Maker) -> None:
    """The option makes the chart as well."""
    table = "chart=Results of the Test (table in 7.4)"
    ford.make("id=made", "cite=7.2", "method=chart", table, "dice=2d6", "result=Result")
    assert ford.outcome([5]) == {"result": "Retire"}
    rules = RULES.replace("| Steady |", "| 2M1 |").replace(" ([[ford:7.2]])", "")
    (ford.folder / "rulebook/ford/07-morale.md").write_text(rules)
    (ford.folder / "tables/ford/charts/results-of-the-test.yaml").unlink()
    (ford.folder / "tables/ford/procedures/made.yaml").unlink()
    (ford.folder / "tests/cases/ford-made.jsonl").unlink()
    ford.run("id=made", "cite=7.2", "method=chart", table).refused(2, "companion new-chart --game ford")


def test_a_game_without_charts(ford: Maker, typed: Typed) -> None:
    """A calculator may begin with a table of the rules."""
    for path in (ford.folder / "tables/ford/charts").iterdir():
        path.unlink()
    for path in (ford.folder / "tables/ford/procedures").iterdir():
        path.unlink()
    typed("Made", "7.2", "chart", KeyboardInterrupt)
    assert "becomes a chart now" in " ".join(ford.say("new-calculator", "--game", "ford").out.split())


@pytest.mark.parametrize(
    ("keys", "is_offered"),
    [
        (("0", "1", "2\u20133", "4 or more"), True),
        (("a", "b", "c", "d"), False),
    ],
)
def test_ranges_with_a_dash_are_numbers(
    keys: tuple[str, ...], is_offered: bool, ford: Maker, typed: Typed
) -> None:
    """A table with such rows is offered for dice; if there is no other chart either, the command says so."""
    for folder in ("charts", "procedures"):
        for path in (ford.folder / "tables/ford" / folder).iterdir():
            path.unlink()
    rows = "".join(f"| {key} | stands |\n" for key in keys)
    rules = f"{HEAD}# 7 Morale\n\n- Read it.\n\n| Lead | Result |\n| --- | --- |\n{rows}"
    (ford.folder / "rulebook/ford/07-morale.md").write_text(rules)
    typed("Made", "7", "chart", KeyboardInterrupt)
    answer = ford.say("new-calculator", "--game", "ford")
    assert ("Morale (table in 7)" in " ".join(answer.out.split())) is is_offered
    assert ("no chart on which dice can be read" in answer.out + answer.err) is not is_offered


def test_what_the_columns_stand_for(ford: Maker, typed: Typed) -> None:
    """`?` says it with the columns of this chart, what it is for, and when to leave it out."""
    typed("First Pay (7.5)", "?", "", "?", KeyboardInterrupt)
    out = " ".join(ford.say("new-chart", "--game", "ford").out.split())
    assert "Range over the columns near and far" in out
    assert "This chart has the columns Cents and Days" in out
    assert "Type - for none where each column is a separate result" in out
    assert "yes writes the chart as shown" in out
