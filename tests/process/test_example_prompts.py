"""The prompts of `companion new-example`: few, with numbers, and only those that the answers call for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.process.example_runs import Examples, words

Type = Callable[..., None]
CLASH = """\
id: clash
title: Clash
cite: "2.1"
summary: Both sides roll.
inputs:
  - {name: uphill, label: Uphill, kind: yes-no, cite: "2.2"}
  - {name: range, label: Range, kind: choice, choices: [{key: 'near (to 2 hexes)'}, {key: far, label: Far away}]}
  - {name: volley, label: "First volley, loaded", kind: yes-no, when: "range == 'far'"}
  - {name: led, label: Led, kind: yes-no}
  - {name: rating, label: Rating, kind: number, least: 0, most: 2, when: led}
  - {name: wounded, label: Leader wounded, kind: yes-no, when: led}
  - {name: tired, label: Leader tired, kind: yes-no, when: led}
  - {name: cover, label: In cover, kind: yes-no, help: Walls and woods.}
steps:
  - do: tally
    name: bonus
    title: Modifiers of Red
    modifiers:
      - {label: Uphill, add: 1, when: uphill}
      - {label: First volley, add: 2, when: volley}
      - {label: Leader, add: rating, when: led}
      - {label: Leader wounded, add: -1, when: wounded}
      - {label: Leader tired, add: -1, when: tired}
      - {label: In cover, add: 1, when: cover}
  - {do: roll, name: dice_1, dice: 1d6, label: Red}
  - {do: roll, name: dice_2, dice: 1d6, label: Blue}
  - {do: work-out, values: {total_1: dice_1 + bonus, difference: total_1 - dice_2}}
outcome:
  - {name: won, label: Red, value: difference, show: headline}
  - {name: difference, label: Difference}
  - {name: red, label: Red counts, value: total_1}
total: difference
"""
LISTED = "1 Uphill 2 Led 3 In cover"


@pytest.fixture
def clash(examples: Examples) -> Examples:
    """The examples of a calculator with ticks, some of which are asked only in some cases."""
    examples.calculator("clash", CLASH)
    return examples


def test_all_ticks_are_one_question(clash: Examples, typed: Type) -> None:
    """They come after the other questions, with a number each; those that are not named are no."""
    typed("1", "1 3", "4", "2", "4", "", "", "", "no")
    out = words(clash.run(calculator="ford:clash"))
    assert f"{LISTED} Which of these apply (as in 1 3)? [Enter: none]" in out
    assert out.index("Range: ") < out.index("Which of these apply")
    assert "yes or no" not in out
    assert clash.lines("clash")[0]["inputs"] == {"uphill": True, "range": "near (to 2 hexes)", "cover": True}


@pytest.mark.parametrize("typed_words", ["1, 3", "3 1", "1 and 3", "uphill, cover", "Uphill; in cover"])
def test_how_ticks_are_typed(typed_words: str, clash: Examples, typed: Type) -> None:
    """Ticks are typed as numbers or words, in any order."""
    typed("1", typed_words, "4", "2", "4", "", "", "", "no")
    words(clash.run(calculator="ford:clash"))
    assert clash.lines("clash")[0]["inputs"] == {"uphill": True, "range": "near (to 2 hexes)", "cover": True}


@pytest.mark.parametrize(
    ("typed_words", "says"),
    [
        ("4", "'4' is not one of: 1 Uphill; 2 Led; 3 In cover"),
        ("uphill, nobody", "'nobody' is not one of"),
        ("not 1", "type the numbers or words of those that apply, as in 1 3"),
    ],
)
def test_ticks_that_are_refused(typed_words: str, says: str, clash: Examples, typed: Type) -> None:
    """Invalid ticks are refused, and the list is shown again."""
    typed("1", typed_words, "none", "4", "2", "2", "", "", "", "no")
    assert says in words(clash.run(calculator="ford:clash"))
    assert clash.lines("clash")[0]["inputs"] == {"range": "near (to 2 hexes)"}


def test_ticks_of_a_condition_are_asked_only_then(clash: Examples, typed: Type) -> None:
    """A choice brings a tick into the list; a tick brings in further questions, and only the new ticks are listed."""
    typed("far", "led, volley", "2", "1", "4", "2", "5", "", "", "", "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "1 Uphill 2 First volley, loaded 3 Led 4 In cover Which of these apply" in out
    assert "1 Leader wounded 2 Leader tired Which of these apply" in out
    assert out.index("4 In cover") < out.index("Rating: 0 to 2") < out.index("1 Leader wounded")
    inputs = {"range": "far", "volley": True, "led": True, "rating": 2, "wounded": True}
    assert clash.lines("clash")[0]["inputs"] == inputs


def test_a_tick_that_depends_on_another_waits(clash: Examples, typed: Type) -> None:
    """A tick is not listed together with another tick whose answer may rule it out."""
    clash.calculator(
        "clash", CLASH.replace("label: Led, kind: yes-no", "label: Led, kind: yes-no, when: not uphill")
    )
    typed("1", "1", "4", "2", "3", "", "", "", "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "1 Uphill 2 In cover Which of these apply" in out
    assert "Led" not in out


def test_a_question_waits_for_a_chain_of_ticks(clash: Examples, typed: Type) -> None:
    """A question is not asked if a tick rules it out, even a tick that itself depends on another."""
    range_line = next(line for line in CLASH.splitlines(keepends=True) if "name: range" in line)
    late = range_line.replace("kind: choice", "kind: choice, when: not tired")
    text = CLASH.replace(range_line, "").replace("when: \"range == 'far'\"", "when: uphill")
    clash.calculator("clash", text.replace("  - {name: cover", f"{late}  - {{name: cover"))
    typed("led", "1", "leader tired", "4", "2", "2", "", "", "", "no")
    assert "Range" not in words(clash.run(calculator="ford:clash"))
    assert clash.lines("clash")[0]["inputs"] == {"led": True, "rating": 1, "tired": True}


def test_the_next_example_repeats_the_ticks(clash: Examples, typed: Type) -> None:
    """Enter keeps those that are still asked, and the prompt names them; - takes none."""
    first = ("far", "1 2", "4", "2", "5", "", "", "")
    second, third = ("near", "", "4", "2", "3", "", "", ""), ("", "-", "4", "2", "2", "", "", "")
    typed(*first, "yes", *second, "yes", *third, "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "Which of these apply (as in 1 3)? [Enter: Uphill; type - for none]" in out
    ticked = [
        {name for name, value in line["inputs"].items() if value is True} for line in clash.lines("clash")
    ]
    assert ticked == [{"uphill", "volley"}, {"uphill"}, set()]


def test_a_tick_is_repeated_alone_and_in_a_list(clash: Examples, typed: Type) -> None:
    """Enter keeps it if the other ticks of the list are not asked in the next example, and the other way round."""
    text = CLASH.replace(
        "kind: yes-no}\n  - {name: rating", "kind: yes-no, when: range == 'far'}\n  - {name: rating"
    )
    text = text.replace(
        "label: In cover, kind: yes-no", "label: In cover, kind: yes-no, when: range == 'far'"
    )
    clash.calculator("clash", text)
    first, second = ("far", "1, 2", "4", "2", "5", "", "", ""), ("near", "", "", "", "3", "", "", "")
    typed(*first, "yes", *second, "yes", *("far", "", "", "", "3", "", "", ""), "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "Uphill (rule 2.2): yes or no [Enter: yes; type - for no]" in out
    assert out.count("[Enter: Uphill; type - for none]") == 1
    assert [line["inputs"].get("uphill") for line in clash.lines("clash")] == [True, True, True]


def test_the_ticks_of_an_example_that_is_left_out_are_repeated(clash: Examples, typed: Type) -> None:
    """Ticks of an example that was left out are offered again, like its other answers."""
    kept = ("near", "1", "4", "2", "3", "", "", "")
    dropped = ("", "cover", "", "", "9", "", "", "", "drop")
    typed(*kept, "yes", *dropped, "yes", *("", "", "", "", "3", "", "", ""), "no")
    assert "[Enter: In cover; type - for none]" in words(clash.run(calculator="ford:clash"))
    assert [line["inputs"].get("cover") for line in clash.lines("clash")] == [None, True]


def test_a_label_with_a_comma_is_repeated(clash: Examples, typed: Type) -> None:
    """Enter keeps it although commas separate the ticks."""
    first = ("far", "volley, cover", "4", "2", "5", "", "", "")
    typed(*first, "yes", *("", "", "4", "1", "6", "", "", ""), "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "[Enter: First volley, loaded, In cover; type - for none]" in out
    assert [line["inputs"].get("volley") for line in clash.lines("clash")] == [True, True]


def test_a_tick_that_a_rule_sets(clash: Examples, typed: Type) -> None:
    """Enter takes the default of the rule; none leaves it out."""
    text = CLASH.replace("label: Uphill, kind: yes-no", "label: Uphill, kind: yes-no, rule: 'yes'")
    clash.calculator("clash", text)
    typed("1", "", "4", "2", "3", "", "", "", "yes", *("", "none", "", "", "2", "", "", ""), "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "Which of these apply (as in 1 3)? [Enter: Uphill]" in out
    assert [line["inputs"].get("uphill") for line in clash.lines("clash")] == [None, False]


def test_ticks_of_a_row_are_asked_with_it(clash: Examples, typed: Type) -> None:
    """Each row has its own list."""
    field = "{name: men, label: Men, kind: number}, {name: shaken, label: Shaken, kind: yes-no}"
    rows = f"fields: [{field}, {{name: dry, label: Dry, kind: yes-no}}]"
    asked = f"  - {{name: units, label: Unit, kind: rows, least: 1, most: 2, {rows}}}\nsteps:"
    clash.calculator("clash", CLASH.replace("steps:", asked, 1))
    typed("1", "3", "", "1", "yes", "5", "1 2", "4", "2", "2", "", "", "", "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "1 Unit 1: Shaken 2 Unit 1: Dry Which of these apply" in out
    units = clash.lines("clash")[0]["inputs"]["units"]
    assert units == [{"men": 3, "shaken": True}, {"men": 5, "shaken": True, "dry": True}]


def test_ticks_answered_in_advance_are_not_listed(clash: Examples, typed: Type) -> None:
    """`--answer` names each tick on its own."""
    typed("1", "cover", "4", "2", "4", "", "", "", "no")
    out = words(clash.run("uphill=yes", calculator="ford:clash"))
    assert "1 Led 2 In cover Which of these apply" in out
    assert clash.lines("clash")[0]["inputs"]["uphill"] is True


def test_help_about_ticks(clash: Examples, typed: Type) -> None:
    """`?` says how to answer, and explains those of which the calculator has an explanation."""
    typed("1", "?", "", "4", "2", "2", "", "", "", "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "those that are true in the example, as in 1 3. In cover: Walls and woods." in out


def test_many_ticks_are_shown_in_two_columns(clash: Examples, typed: Type) -> None:
    """Many ticks are shown in two columns, to fit into a terminal with 24 lines."""
    more = "".join(f"  - {{name: t{n}, label: Reason {n}, kind: yes-no}}\n" for n in range(1, 10))
    clash.calculator("clash", CLASH.replace("steps:", f"{more}steps:", 1))
    typed("1", "12", "4", "2", "2", "", "", "", "no")
    out = clash.run(calculator="ford:clash").out
    lines = [line.split() for line in out.splitlines() if " Reason " in line and ":" not in line]
    assert lines[0] == ["1", "Uphill", "7", "Reason", "4"]
    assert lines[-1] == ["6", "Reason", "3", "12", "Reason", "9"]
    assert clash.lines("clash")[0]["inputs"]["t9"] is True


@pytest.mark.parametrize("typed_words", ["2", "far", "Far away", "fa"])
def test_a_choice_by_number_or_word(typed_words: str, clash: Examples, typed: Type) -> None:
    """Numbers are shown although a name has a number in brackets; labels are shown instead of keys."""
    typed(typed_words, "", "4", "2", "2", "", "", "", "no")
    out = words(clash.run(calculator="ford:clash"))
    assert (
        "Range: 1 near (to 2 hexes); 2 Far away >" in out.replace(" Which", " > Which")
        or "; 2 Far away" in out
    )
    assert clash.lines("clash")[0]["inputs"] == {"range": "far"}


def test_the_columns_of_a_chart_have_numbers(clash: Examples, typed: Type) -> None:
    """A number that may also be the beginning of a name is refused."""
    choices = "[{key: '2 hexes'}, {key: '1 hex'}, {key: far}]"
    text = CLASH.replace("[{key: 'near (to 2 hexes)'}, {key: far, label: Far away}]", choices)
    clash.calculator("clash", text)
    typed("2", "2 hexes", "", "4", "2", "2", "", "", "", "yes", *("3", "", "", "", "2", "", "", ""), "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "Range: 1 2 hexes; 2 1 hex; 3 far" in out
    assert "'2' may be: 2 1 hex, or 2 hexes; type the words" in out
    assert [line["inputs"]["range"] for line in clash.lines("clash")] == ["2 hexes", "far"]


def test_choices_that_are_numbers_have_no_others(clash: Examples, typed: Type) -> None:
    """A number that is typed is the choice itself."""
    choices = "[{key: '3'}, {key: '1'}, {key: far}]"
    text = CLASH.replace("[{key: 'near (to 2 hexes)'}, {key: far, label: Far away}]", choices)
    clash.calculator("clash", text)
    typed("2", "1", "", "4", "2", "2", "", "", "", "no")
    out = words(clash.run(calculator="ford:clash"))
    assert "Range: 3; 1; far" in out
    assert "'2' is not one of: 3; 1; far" in out
    assert clash.lines("clash")[0]["inputs"] == {"range": "1"}


def test_a_set_is_typed_by_number(examples: Examples, typed: Type) -> None:
    """The members of a set are typed by number, several at once, like ticks."""
    typed("6", "2", "1 2", "no", "no", "0", "", "", "no")
    out = words(examples.run(calculator="ford:volleys"))
    assert "Weather: 1 Rain; 2 Wind (as in 1 2) [Enter: none]" in out
    assert set(examples.lines("volleys")[0]["inputs"]["weather"]) == {"rain", "wind"}


def test_a_result_by_its_number_or_its_beginning(examples: Examples, typed: Type) -> None:
    """A number that may be either is refused."""
    charts = examples.folder / "tables/ford/charts"
    charts.joinpath("nerve.yaml").write_text(
        "id: nerve\ntitle: Nerve\ncite: '2.1'\npage: Card\ngrid: |\n"
        "  Dice | Result\n  1-3 | 2 figures\n  4-6 | 1 figure\n"
    )
    examples.calculator(
        "nerve-check",
        "id: nerve-check\ntitle: Nerve check\ncite: '2.1'\nsummary: One die.\ninputs: []\nsteps:\n"
        "  - {do: roll, name: die, dice: 1d6, label: Nerve}\n"
        "  - {do: look-up, name: result, chart: nerve, column: \"'Result'\", row: die}\n"
        "outcome:\n  - {name: result, label: Result, show: headline}\n",
    )
    typed("4", "1", "1 fig", "", "no")
    out = words(examples.run(calculator="ford:nerve-check"))
    assert "'1' may be: 1 2 figures, or 1 figure; type the words" in out
    assert examples.lines("nerve-check")[0]["outcome"] == {"result": "1 figure"}


def test_only_the_results_of_a_column_are_listed(examples: Examples, typed: Type) -> None:
    """The numbers in other columns of the chart are no reason to type the words."""
    charts = examples.folder / "tables/ford/charts"
    charts.joinpath("nerve.yaml").write_text(
        "id: nerve\ntitle: Nerve\ncite: '2.1'\npage: Card\ngrid: |\n"
        "  Dice | Result | Loss\n  1-3 | Stands | 0\n  4-6 | Runs | 1\n"
    )
    examples.calculator(
        "nerve-check",
        "id: nerve-check\ntitle: Nerve check\ncite: '2.1'\nsummary: One die.\ninputs: []\nsteps:\n"
        "  - {do: roll, name: die, dice: 1d6, label: Nerve}\n"
        "  - {do: look-up, name: result, chart: nerve, column: \"'Result'\", row: die}\n"
        "outcome:\n  - {name: result, label: Result, show: headline}\n",
    )
    typed("4", "2", "", "no")
    assert "Result: 1 Stands; 2 Runs?" in words(examples.run(calculator="ford:nerve-check"))
    assert examples.lines("nerve-check")[0]["outcome"] == {"result": "Runs"}


def test_each_result_is_asked_directly(clash: Examples, typed: Type) -> None:
    """Each result is asked for, intermediate ones last and with their side; Enter skips a result."""
    typed("1", "", "4", "2", "2", "4", "2", "", "dice", "5", "", "3", "", "3", "no")
    out = words(clash.run(calculator="ford:clash"))
    asked = (
        "rulebook say: Red?",
        "Red counts? [Enter: skip]",
        "Difference (Red minus Blue, with modifiers)? [",
    )
    places = [out.find(each) for each in asked]
    assert -1 not in places
    assert places == sorted(places)
    assert "Which other results" not in out
    assert [line["outcome"] for line in clash.lines("clash")] == [
        {"won": 2, "difference": 2, "red": 4},
        {"won": 3, "difference": 3},
    ]


def test_at_most_six_results_are_asked(clash: Examples, typed: Type) -> None:
    """At most six results are asked for, intermediate ones last; `--answer` can give any result."""
    more = "".join(
        f"  - {{name: r{number}, label: Result {number}, value: dice_2}}\n" for number in range(1, 6)
    )
    clash.calculator("clash", CLASH.replace("total: difference\n", f"{more}total: difference\n"))
    for given, skipped in (((), 5), (("result-red=4",), 5)):
        typed("1", "", "4", "2", "2", *[""] * skipped, "", "no")
        out = words(clash.run(*given, calculator="ford:clash"))
        assert out.count("[Enter: skip]") == skipped
        assert "Result 5? [Enter: skip]" in out
    assert [line["outcome"] for line in clash.lines("clash")] == [{"won": 2}, {"won": 2, "red": 4}]


def test_the_total_says_whose_it_is(examples: Examples, typed: Type) -> None:
    """A total that is no result has the names of what it adds up."""
    path = examples.folder / "tables/ford/procedures/fire.yaml"
    text = path.read_text()
    path.write_text(text.replace("total: modifier\n", "total: total\n"))
    typed("5", "close", "", "9", "1", "", "", "11", "", "no")
    out = words(examples.run())
    assert "Total (Fire plus modifiers)? [Enter: skip]" in out
    assert examples.lines()[0]["total"] == 11
    path.write_text(text.replace("name: modifier\n", "name: modifier\n    title: Modifiers of Fire\n", 1))
    typed("5", "close", "", "9", "1", "", "", "+2", "", "no")
    assert "Total of Modifiers of Fire? [Enter: skip]" in words(examples.run())


def test_lines_that_nobody_wrote_are_removed(examples: Examples, typed: Type) -> None:
    """Generated lines are removed with the first example; a line that the author began stays, named."""
    line = '{"procedure": "ford:fire", "inputs": {"strength": "?", "range": "?"}, "rolls": ["?"], '
    line += '"outcome": {"loss": "?"}, "cite": "2.1", "note": "fill in each ? from the rulebook"}\n'
    ticked = line.replace('"range": "?"', '"range": "?", "cover": true').replace(
        "fill in each ? from the", "and"
    )
    ticked = ticked.replace("and rulebook", "and another")
    begun = line.replace('"strength": "?"', '"strength": 4')
    examples.path().write_text(line + begun + ticked)
    typed("5", "close", "", "9", "1", "", "", "", "", KeyboardInterrupt)
    out = " ".join(examples.run().out.split())
    assert "The line with ? that new-calculator wrote there as a form is removed." in out
    assert "Written to ford-fire.jsonl:1. " in out
    assert [each["inputs"]["strength"] for each in examples.lines()] == [5, 4]
    typed("8", "close", "", "9", "2", "", "", "", "", "no")
    out = words(examples.run())
    assert "ford-fire.jsonl:2 still has ? to fill in; you can also delete this line." in out
    assert "as a form" not in out
    assert "Remove" not in out


def test_lines_to_fill_in_stay_without_an_example(examples: Examples, typed: Type) -> None:
    """An example that is left out removes nothing."""
    line = '{"procedure": "ford:fire", "inputs": {"strength": "?", "range": "?"}, "rolls": ["?"], '
    line += '"outcome": {"loss": "?"}, "cite": "2.1", "note": "fill in each ? from the rulebook"}\n'
    examples.path().write_text(line)
    typed("5", "close", "", "9", "3", "", "", "", "", "drop", "no")
    words(examples.run())
    assert examples.path().read_text() == line
