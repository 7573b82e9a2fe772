"""`companion new-example`: what the rulebook says becomes a worked example, compared with the calculator."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.process.example_runs import Examples, words

Type = Callable[..., None]
FIRE = ("strength=5", "range=close", "roll-1=9")
"""Answers and dice without a terminal: 9 and 2 are 11, which reads 1 in the column 4-6."""
SKIP = ("", "", "")
"""Enter for none of the other results."""


def test_an_example_is_written_as_a_line(examples: Examples, typed: Type) -> None:
    """Answers that are no are left out; the rule becomes the citation."""
    typed("5", "close", "", "9", "1", *SKIP, "2.2", "no")
    out = words(examples.run())
    assert "Agrees" in out
    assert examples.lines() == [
        {
            "procedure": "ford:fire",
            "inputs": {"strength": 5, "range": "close"},
            "rolls": [9],
            "outcome": {"loss": 1},
            "cite": "2.2",
        }
    ]
    assert examples.check() == "1 of 1 hold\n"


def test_the_questions_and_their_order(examples: Examples, typed: Type) -> None:
    """Answers with their choices, dice, results, total and place, before the calculator says what it gives."""
    typed("5", "close", "", "9", "1", *SKIP, "2.2", "no")
    out = words(examples.run())
    asked = (
        "Strength of the firers: 1 to 12",
        "Range: 1 Close; 2 long",
        "Target is in cover (rule 2.2): yes or no [Enter: no]",
        "The roll for Fire: 2d6, 2 to 12",
        "What does the rulebook say: Loss?",
        "Target is shaken? [Enter: skip]",
        "A leader may be hit? [Enter: skip]",
        "Total of the modifiers? [Enter: skip]",
        "Where is it printed: rule or page (for example page 12) [Enter: 2.1]",
        "Agrees. Loss: 1.",
        "1 Strength of the firers: 5 2 Range: Close 3 Target is in cover: no 4 Printed in: 2.2",
        "Another example? What changes (as in 1 3), or dice [Enter: no other example]",
    )
    places = [out.find(each) for each in asked]
    assert -1 not in places, (asked[places.index(-1)], out)
    assert places == sorted(places)


def test_all_results_and_the_total(examples: Examples, typed: Type) -> None:
    """A skipped result is left out; results in a group are written in it; a page becomes the note."""
    typed("8", "1", "yes", "12", "3", "yes", "y", "+1", "page 12", "no")
    words(examples.run())
    (line,) = examples.lines()
    assert line["outcome"] == {"loss": 3, "target": {"shaken": True}, "leader_hit": True}
    assert (line["total"], line["cite"], line["note"]) == (1, "2.1", "page 12")
    assert line["inputs"] == {"strength": 8, "range": "close", "cover": True}
    assert examples.check() == "1 of 1 hold\n"


def test_another_example_takes_a_few_keys(examples: Examples, typed: Type) -> None:
    """Enter keeps the answers, the dice and the place of the previous example, but never its result."""
    typed(*("5", "close", "", "9", "1", *SKIP, "2.2"), "2", *("", "long", "", "", "1", *SKIP), "no")
    out = words(examples.run())
    assert [line["inputs"]["range"] for line in examples.lines()] == ["close", "long"]
    assert [line["rolls"] for line in examples.lines()] == [[9], [9]]
    assert [line["cite"] for line in examples.lines()] == ["2.2", "2.2"]
    assert out.count("Strength of the firers: 1 to 12") == 1
    assert "Range: 1 Close; 2 long >" in out.replace("long An", "long > An")
    assert "The roll for Fire: 2d6, 2 to 12 [Enter: 9]" in out
    assert out.count("An answer is required") == 2
    assert examples.check() == "2 of 2 hold\n"


def test_a_different_result_may_be_kept(examples: Examples, typed: Type) -> None:
    """Both values are shown, with the modifiers and the cell that the calculator read."""
    typed("5", "close", "", "9", "2", *SKIP, "", "keep", "no")
    out = words(examples.run())
    assert "Differs in Loss: rulebook: 2 calculator: 1" in out
    assert "row 9-11, column 4-6 reads 1" in out
    assert examples.lines()[0]["outcome"] == {"loss": 2}
    assert "loss 1 instead of 2" in examples.check()


def test_a_different_result_may_be_dropped(examples: Examples, typed: Type) -> None:
    """Nothing is written."""
    typed("5", "close", "", "9", "2", *SKIP, "", "drop", "no")
    assert "The example is left out." in words(examples.run())
    assert not examples.path().exists()


def test_back_from_a_different_result(examples: Examples, typed: Type) -> None:
    """After a different result, `back` returns to the results and `<` to the dice; Enter keeps the rest."""
    typed("5", "close", "", "8", "2", *SKIP, "2.2", "back", "<", "12", "2", *SKIP, "", "no")
    words(examples.run())
    (line,) = examples.lines()
    assert (line["rolls"], line["outcome"], line["cite"]) == ([12], {"loss": 2}, "2.2")


@pytest.mark.parametrize(
    ("wrong", "shown"),
    [
        ("yes", "Differs in Target is shaken: rulebook: yes calculator: no"),
        ("maybe", "'maybe' is not yes or no"),
    ],
)
def test_a_result_that_is_yes_or_no(wrong: str, shown: str, examples: Examples, typed: Type) -> None:
    """Other words are refused."""
    rest = ("", "", "", "keep", "no") if wrong == "yes" else (*SKIP, "", "no")
    typed("5", "close", "", "9", "1", wrong, *rest)
    assert shown in words(examples.run())


@pytest.mark.parametrize("typed_words", ["taken", "1", "t", "TAKEN"])
def test_a_result_with_words_is_a_list(typed_words: str, examples: Examples, typed: Type) -> None:
    """The words of the calculator are listed; the file gets its value."""
    typed("4", "3", typed_words, "", "", "no")
    out = words(examples.run(calculator="ford:initiative"))
    assert "What does the rulebook say: Initiative: 1 taken; 2 lost?" in out
    assert examples.lines("initiative")[0]["outcome"] == {"success": True}


def test_a_result_read_from_a_chart_is_a_list(examples: Examples, typed: Type) -> None:
    """Cells with words are listed, and the beginning is enough."""
    charts = examples.folder / "tables/ford/charts"
    charts.joinpath("nerve.yaml").write_text(
        "id: nerve\ntitle: Nerve\ncite: '2.1'\npage: Card\ngrid: |\n"
        "  Dice | Result\n  1-3 | Stands\n  4-5 | Falls back at once\n  6 | Runs\n"
    )
    examples.folder.joinpath("tables/ford/procedures/nerve-check.yaml").write_text(
        "id: nerve-check\ntitle: Nerve check\ncite: '2.1'\nsummary: One die.\ninputs: []\nsteps:\n"
        "  - {do: roll, name: die, dice: 1d6, label: Nerve}\n"
        "  - {do: look-up, name: result, chart: nerve, column: \"'Result'\", row: die}\n"
        "outcome:\n  - {name: result, label: Result, show: headline}\n"
    )
    typed("4", "falls", "", "no")
    out = words(examples.run(calculator="ford:nerve-check"))
    assert "Result: 1 Stands; 2 Falls back at once; 3 Runs?" in out
    assert examples.lines("nerve-check")[0]["outcome"] == {"result": "Falls back at once"}


@pytest.mark.parametrize("typed_words", ["1", "one figure"])
def test_a_number_with_words(typed_words: str, examples: Examples, typed: Type) -> None:
    """The number or its words."""
    calculator = examples.folder / "tables/ford/procedures/fire.yaml"
    shown = "show: headline, words: {0: no loss, 1: One figure}"
    calculator.write_text(calculator.read_text().replace("show: headline", shown))
    typed("5", "close", "", "9", typed_words, *SKIP, "", "no")
    assert "Agrees. Loss: One figure." in words(examples.run())
    assert examples.lines()[0]["outcome"] == {"loss": 1}


def test_a_list_may_be_empty(examples: Examples, typed: Type) -> None:
    """The first row is asked for unless the list needs one."""
    calculator = examples.folder / "tables/ford/procedures/volleys.yaml"
    calculator.write_text(calculator.read_text().replace("    least: 1\n    most: 4\n", "    most: 4\n"))
    typed("6", "no", "wind", "yes", "70", "9", "1", "", "", "no")
    assert "Add one: Company? [Enter: yes]" in words(examples.run(calculator="ford:volleys"))
    assert "companies" not in examples.lines("volleys")[0]["inputs"]
    assert examples.check("volleys") == "1 of 1 hold\n"


def test_lists_pools_and_groups(examples: Examples, typed: Type) -> None:
    """Rows are added one by one; each die of a pool keeps its face."""
    typed("6", "2", "wind", "yes", "yes", "4", "no", "5", "2 5 6", "70", "9", "1", "2", "", "no")
    out = words(examples.run(calculator="ford:volleys"))
    assert "Company 1: Men: 2 to 6" in out
    assert "The roll for Shots: 3d6, 1 to 6 each, as in 3 4 5" in out
    assert "Shots: 3 dice needed, 1 given" in out
    (line,) = examples.lines("volleys")
    companies = [{"men": 2}, {"men": 4}]
    target = {"walls": True}
    assert line["inputs"] == {"strength": 6, "companies": companies, "target": target, "weather": ["wind"]}
    assert line["rolls"] == [2, 5, 6, 70, 9]
    assert line["outcome"] == {"loss": 1, "hits": 2}
    assert examples.check("volleys") == "1 of 1 hold\n"


def test_an_answer_that_the_rulebook_refuses_too(examples: Examples, typed: Type) -> None:
    """A refused answer that is typed again becomes an expected refusal, in the calculator's words."""
    typed("13", "13", "", "no")
    out = words(examples.run())
    assert "13 is out of range; allowed: 1 to 12. If the rulebook refuses it too, type it again" in out
    assert "Agrees. Refused." in out
    assert examples.lines() == [
        {
            "procedure": "ford:fire",
            "inputs": {"strength": 13},
            "rolls": None,
            "refused": "strength: 13 is out of range; allowed: 1 to 12",
            "cite": "2.1",
        }
    ]
    assert examples.check() == "1 of 1 hold\n"


def test_a_mistyped_answer_is_no_refusal(examples: Examples, typed: Type) -> None:
    """Only a number, or a choice of the calculator, can be what the rulebook refuses."""
    typed("ten", "ten", "5", "clsoe", "close", "", "nine", "9", "1", *SKIP, "", "no")
    out = words(examples.run())
    assert out.count("'ten' is not a whole number; allowed: 1 to 12") == 2
    assert "type it again" not in out


def test_dice_that_the_rulebook_refuses_too(examples: Examples, typed: Type) -> None:
    """A total beyond the chart is refused with the die."""
    chart = examples.folder / "tables/ford/charts/fire-table.yaml"
    chart.write_text(chart.read_text().replace("{12+:", "{'12':").replace("12+", "12 "))
    typed("5", "close", "", "12", "12", "", "no")
    assert "Agrees. Refused." in words(examples.run())
    (line,) = examples.lines()
    assert line["rolls"] == [12]
    assert line["refused"].startswith("Fire Table has no dice 14;")
    assert examples.check() == "1 of 1 hold\n"


def test_answers_that_are_refused_together(examples: Examples, typed: Type) -> None:
    """The author says whether the rulebook forbids them, too."""
    calculator = examples.folder / "tables/ford/procedures/fire.yaml"
    text = calculator.read_text()
    rule = "steps:\n  - {do: require, that: not (cover and range == 'long'), says: it is hidden}\n"
    calculator.write_text(text.replace("steps:\n", rule, 1))
    typed("5", "long", "yes", "yes", "2.2", "no")
    out = words(examples.run())
    assert "The calculator refuses these answers: it is hidden. Does the rulebook forbid them too?" in out
    (line,) = examples.lines()
    assert (line["refused"], line["inputs"]["cover"], line["cite"]) == ("it is hidden", True, "2.2")
    assert examples.check() == "1 of 1 hold\n"
    typed("5", "long", "yes", "back", "no", "9", "1", *SKIP, "", "no")
    assert "Agrees. Loss: 1." in words(examples.run())
    typed("5", "long", "yes", "drop", "no")
    assert "The example is left out." in words(examples.run())


def test_the_rulebook_refuses_what_the_calculator_allows(examples: Examples, typed: Type) -> None:
    """The result is then `refused`; the example shows that the calculator is wrong."""
    typed("5", "close", "", "9", "refused", "", "keep", "no")
    assert "Differs: rulebook: refused calculator: Loss: 1" in words(examples.run())
    assert examples.lines()[0]["refused"] is True
    assert "not refused" in examples.check()


def test_a_line_that_the_author_began_is_filled_in(examples: Examples, typed: Type) -> None:
    """An unfinished line with the same answers is filled in, and the other lines of the file stay."""
    begun = '{"procedure": "ford:fire", "inputs": {"strength": 5, "range": "?"}, "rolls": ["?"], '
    begun += '"outcome": {"loss": "?"}, "cite": "2.1", "note": "page 7"}\n'
    mine = '{"procedure": "ford:fire", "inputs": {"strength": 13}, "refused": true}'
    examples.path().write_text(begun + mine)
    typed("5", "close", "", "9", "1", *SKIP, "", "no")
    assert "Written to ford-fire.jsonl:1. " in words(examples.run())
    assert [line.get("rolls") for line in examples.lines()] == [[9], None]
    assert "note" not in examples.lines()[0]


def test_the_same_example_is_not_written_twice(examples: Examples, typed: Type) -> None:
    """The line that has it is named."""
    for _ in range(2):
        typed("5", "close", "", "9", "1", *SKIP, "", "no")
        out = words(examples.run())
    assert "ford-fire.jsonl:1 already has this example." in out
    assert len(examples.lines()) == 1


def test_a_file_without_a_last_line_break(examples: Examples, typed: Type) -> None:
    """If the file has no final line break, the new example still gets its own line."""
    examples.path().write_text('{"procedure": "ford:fire", "inputs": {"strength": 13}, "refused": true}')
    typed("5", "close", "", "9", "1", *SKIP, "", "no")
    words(examples.run())
    assert examples.check() == "2 of 2 hold\n"


def test_a_damaged_file_stays(examples: Examples) -> None:
    """The refusal names the line, before anything is asked."""
    examples.path().write_text("{}\nnot json\n")
    examples.run(*FIRE, "result-loss=1").refused(2, "ford-fire.jsonl:2 is not JSON")
    assert examples.path().read_text() == "{}\nnot json\n"


def test_stopping_keeps_the_examples_so_far(examples: Examples, typed: Type) -> None:
    """Ctrl+C in the second example leaves the first one in the file."""
    typed("5", "close", "", "9", "1", *SKIP, "", "yes", "4", KeyboardInterrupt)
    assert examples.run().status == 130
    assert len(examples.lines()) == 1


def test_the_end_of_the_input(examples: Examples, typed: Type) -> None:
    """Ctrl+D in the first example writes nothing; later, it ends the command."""
    typed("5", EOFError)
    answer = examples.run()
    assert (answer.status, examples.path().exists()) == (2, False)
    typed("5", "close", "", "9", "1", *SKIP, "", "yes", "4", EOFError)
    assert "Then: companion --game ford" in words(examples.run())
    assert len(examples.lines()) == 1


def test_an_example_that_is_written_cannot_be_taken_back(examples: Examples, typed: Type) -> None:
    """The file is the place to correct it; `?` explains what an example needs."""
    typed("5", "close", "", "?", "9", "?", "1", *SKIP, "", "<", "no")
    out = words(examples.run())
    assert "any dice whose result you can work out from it" in out
    assert "Work it out from the rulebook, not from the calculator" in out
    assert "The previous example is already written; correct it in its file." in out


def test_without_a_terminal(examples: Examples) -> None:
    """Without a terminal, all answers must be given in advance, and missing ones are named."""
    examples.run().refused(2, "answers are missing", "--answer strength=", "--answer range=")
    examples.run("strength=5", "range=close").refused(2, "--answer roll-1=")
    examples.run(*FIRE).refused(2, "--answer result-loss=")
    assert not examples.path().exists()
    answer = examples.run(*FIRE, "result-loss=1", "book-total=2", "printed-in=page 3")
    assert "Agrees. Loss: 1." in words(answer)
    assert (examples.lines()[0]["total"], examples.lines()[0]["note"]) == (2, "page 3")


def test_without_a_terminal_a_different_result(examples: Examples) -> None:
    """Without a terminal, a different result is refused unless an answer says to keep it."""
    examples.run(*FIRE, "result-loss=2").refused(
        2, "Loss: 2 in the rulebook, 1 in the calculator", "--answer keep-it=keep"
    )
    assert not examples.path().exists()
    assert examples.run(*FIRE, "result-loss=2", "keep-it=keep").status == 0
    assert examples.lines()[0]["outcome"] == {"loss": 2}


def test_without_a_terminal_a_refusal(examples: Examples) -> None:
    """Without a terminal, a refusal is an error unless an answer says that the rulebook refuses it too."""
    examples.run("strength=13").refused(2, "13 is out of range", "--answer refused-too=yes")
    assert "Agrees. Refused." in words(examples.run("strength=13", "refused-too=yes"))
    assert examples.check() == "1 of 1 hold\n"


def test_json(examples: Examples) -> None:
    """The document has the file and the examples written."""
    options = [word for each in (*FIRE, "result-loss=1") for word in ("--answer", each)]
    document = examples.say("new-example", "ford:fire", *options, "--json").json
    assert document == {"file": str(examples.path()), "examples": examples.lines(), "agree": True}


@pytest.mark.parametrize(
    ("calculator", "status", "says"),
    [
        ("fire", 2, "write the game and the calculator, as in ford:fire"),
        ("chess:fire", 1, "unknown game chess"),
        ("ford:fyre", 1, "unknown calculator ford:fyre"),
    ],
)
def test_an_unknown_calculator(calculator: str, status: int, says: str, examples: Examples) -> None:
    """The refusal names what is known."""
    examples.run(calculator=calculator).refused(status, says)


def test_the_next_steps(examples: Examples) -> None:
    """The end says how to check the game and how to open it."""
    answer = examples.run(*FIRE, "result-loss=1")
    cases = examples.folder / "tests/cases"
    assert answer.out.splitlines()[-3:] == [
        f"Run all examples: companion check --cases {cases}",
        "Next: companion check",
        "Then: companion --game ford",
    ]


@pytest.mark.parametrize(
    ("text", "is_next"), [('{"procedure": "ford:volleys", "rolls": ["?"]}', True), ("{", False)]
)
def test_a_calculator_without_an_example_is_next(text: str, is_next: bool, examples: Examples) -> None:
    """The calculator is named before the turn; a damaged file is left to `companion check`."""
    examples.path("volleys").write_text(f"{text}\n")
    answer = examples.run(*FIRE, "result-loss=1")
    assert ("Next: companion new-example ford:volleys" in answer.out) is is_next
