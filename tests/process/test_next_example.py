"""`companion new-example`: dice as they are thrown, the place of an example, and what changes in the next one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.process.example_runs import Examples, words
from tests.process.test_example_prompts import CLASH

Type = Callable[..., None]
FIRE = ("5", "close", "")
"""Answers to the questions of `ford:fire`."""
RESULTS = ("1", "", "", "")
"""Its loss with 9 or 3 and 6; the other results are skipped."""


def clash(examples: Examples, text: str = CLASH) -> Examples:
    """The examples of a calculator with ticks, some of which are asked only in some cases."""
    examples.calculator("clash", text)
    return examples


@pytest.mark.parametrize("typed_words", ["3 6", "3+6", "3, 6", "3 + 6"])
def test_single_dice_of_a_sum(typed_words: str, examples: Examples, typed: Type) -> None:
    """Single dice of a sum are saved as typed, and offered for the next example."""
    typed(*FIRE, typed_words, *RESULTS, "", "dice", "", *RESULTS, "no")
    out = words(examples.run())
    assert f"2d6, 2 to 12 [Enter: {typed_words}]" in out
    assert examples.lines()[0]["rolls"] == [[3, 6]]
    assert examples.check() == "1 of 1 hold\n"


@pytest.mark.parametrize("typed_words", ["3 7", "3 6 1", "0 9", "13", "36"])
def test_dice_that_cannot_fall(typed_words: str, examples: Examples, typed: Type) -> None:
    """Impossible dice are asked for again, and never saved as a refusal of the rulebook."""
    typed(*FIRE, typed_words, typed_words, "3 6", *RESULTS, "", "no")
    out = words(examples.run())
    assert out.count("Fire: 2d6 gives 2 to 12") == 2
    assert "type it again" not in out
    assert examples.lines()[0]["rolls"] == [[3, 6]]


def test_dice_beside_a_refusal_are_numbers(examples: Examples, typed: Type) -> None:
    """Single dice of a total beyond the chart are written as in other examples."""
    chart = examples.folder / "tables/ford/charts/fire-table.yaml"
    chart.write_text(chart.read_text().replace("{12+:", "{'12':").replace("12+", "12 "))
    typed(*FIRE, "6 6", "6 6", "", "no")
    assert "Agrees. Refused." in words(examples.run())
    assert examples.lines()[0]["rolls"] == [[6, 6]]
    assert examples.check() == "1 of 1 hold\n"


@pytest.mark.parametrize(("label", "says"), [("Nerve", "The roll for Nerve: 1d6"), ("Command roll", "> 1d6")])
def test_the_prompt_asks_for_a_roll(label: str, says: str, examples: Examples, typed: Type) -> None:
    """A prompt for a roll is worded so that nobody takes it for a question about the number needed."""
    text = (
        "id: nerve\ntitle: Nerve check\ncite: '2.1'\nsummary: One die.\ninputs: []\nsteps:\n"
        f"  - {{do: roll, name: die, dice: 1d6, label: {label}}}\n"
        "outcome:\n  - {name: result, label: Result, value: die, show: headline}\n"
    )
    examples.calculator("nerve", text)
    typed("4", "4", "", "no")
    out = words(examples.run(calculator="ford:nerve"))
    assert says.replace(">", f"{label}:") in out
    assert "roll for Command" not in out


def test_a_rule_of_another_chapter(examples: Examples, typed: Type) -> None:
    """A rule that the calculator does not use is accepted if typed twice, and not offered again."""
    typed(*FIRE, "9", *RESULTS[:-1], "", "1.1", "1.1", "dice", "12", "2", "", "", "", "no")
    out = words(examples.run())
    assert "does not use rule 1.1. If the example is printed there, type it again" in out
    assert "4 Printed in: 2.1" in out
    assert [line["cite"] for line in examples.lines()] == ["1.1", "2.1"]


@pytest.mark.parametrize("place", ["2.2", "page 12"])
def test_a_place_is_kept(place: str, examples: Examples, typed: Type) -> None:
    """A rule of the chapter and a page are listed with the answers, and the next example has them too."""
    typed(*FIRE, "9", *RESULTS, place, "dice", "12", "2", "", "", "", "no")
    out = words(examples.run())
    assert "does not use rule" not in out
    assert f"4 Printed in: {place}" in out
    assert out.count("Where is it printed") == 1
    assert [line.get("note", line["cite"]) for line in examples.lines()] == [place, place]


def test_an_unknown_rule_is_no_place(examples: Examples, typed: Type) -> None:
    """A bare number is no page."""
    typed(*FIRE, "9", *RESULTS, "77", "page 77", "no")
    assert "unknown rule 77; for a page, type page 77" in words(examples.run())
    assert examples.lines()[0]["note"] == "page 77"


def test_a_place_without_a_terminal(examples: Examples) -> None:
    """Nobody can type it again, so that a rule of another chapter is accepted; an unknown one is not."""
    answers = ("strength=5", "range=close", "roll-1=9", "result-loss=1")
    examples.run(*answers, "printed-in=77").refused(2, "--answer printed-in: unknown rule 77")
    assert examples.run(*answers, "printed-in=1.1").status == 0
    assert examples.lines()[0]["cite"] == "1.1"


@pytest.mark.parametrize("place", ["The turn", "(see the turn).", "1.1 The turn", "see 1.1"])
def test_the_place_is_the_heading_of_a_rule(place: str, examples: Examples) -> None:
    """A heading stands for the number of its rule, in brackets or not."""
    answers = ("strength=5", "range=close", "roll-1=9", "result-loss=1")
    assert examples.run(*answers, f"printed-in={place}").status == 0
    assert (examples.lines()[0]["cite"], examples.lines()[0].get("note")) == ("1.1", None)


def test_only_the_dice_change(examples: Examples, typed: Type) -> None:
    """`dice` keeps all answers, and asks dice and results."""
    typed(*FIRE, "9", *RESULTS, "", "dice", "12", "2", "", "", "", "no")
    out = words(examples.run())
    assert [line["rolls"] for line in examples.lines()] == [[9], [12]]
    assert [line["inputs"] for line in examples.lines()] == [{"strength": 5, "range": "close"}] * 2
    assert out.count("Range: 1 Close; 2 long") == 1


def test_yes_asks_every_answer(examples: Examples, typed: Type) -> None:
    """Enter then takes the former ones."""
    typed(*FIRE, "9", *RESULTS, "", "yes", "", "", "yes", "12", "2", "", "", "", "", "no")
    out = words(examples.run())
    assert "Strength of the firers: 1 to 12 [Enter: 5]" in out
    assert examples.lines()[1]["inputs"] == {"strength": 5, "range": "close", "cover": True}


def test_back_to_what_changes(examples: Examples, typed: Type) -> None:
    """The list still has the former answers, and the choice can be corrected."""
    typed(*FIRE, "9", *RESULTS, "", "1", "<", "2", "long", "12", "2", "", "", "", "no")
    out = words(examples.run())
    assert out.count("1 Strength of the firers: 5 2 Range: Close") == 2
    assert "[Enter: 1; type - for no other example]" in out
    assert examples.lines()[1]["inputs"] == {"strength": 5, "range": "long"}


@pytest.mark.parametrize("typed_words", ["5", "strong", "1 9"])
def test_changes_that_are_refused(typed_words: str, examples: Examples, typed: Type) -> None:
    """Invalid changes are refused, and the list is shown again."""
    typed(*FIRE, "9", *RESULTS, "", typed_words, "?", "no")
    out = words(examples.run())
    assert "is not one of: 1 Strength of the firers" in out
    assert "yes asks for every answer" in out
    assert len(examples.lines()) == 1


def test_ticks_that_come_in_are_asked(examples: Examples, typed: Type) -> None:
    """A list that has other ticks than before is shown, although its ticks were not to change."""
    first = ("near", "1", "4", "2", "3", "", "", "")
    typed(*first, "1", "far", "1 2", "4", "2", "5", "", "", "no")
    out = words(clash(examples).run(calculator="ford:clash"))
    assert "1 Range: near (to 2 hexes) 2 Which apply: Uphill 3 Printed in: 2.1" in out
    assert "First volley, loaded 3 Led 4 In cover Which of these apply (as in 1 3)? [Enter: Uphill" in out
    assert examples.lines("clash")[1]["inputs"] == {"range": "far", "uphill": True, "volley": True}


def test_ticks_that_stay_are_not_shown_again(examples: Examples, typed: Type) -> None:
    """The list of ticks is printed once."""
    typed("near", "1 3", "4", "2", "4", "", "", "", "dice", "5", "2", "5", "", "", "no")
    out = words(clash(examples).run(calculator="ford:clash"))
    assert out.count("Which of these apply") == 1
    assert "2 Which apply: Uphill, In cover" in out
    assert [line["inputs"].get("cover") for line in examples.lines("clash")] == [True, True]


def test_an_answer_that_is_no_longer_allowed_is_asked(examples: Examples, typed: Type) -> None:
    """An answer that a change rules out is asked for again, although the author did not say to change it."""
    text = CLASH.replace("key: far, label", "key: far, when: not uphill, label").replace(
        '- {name: uphill, label: Uphill, kind: yes-no, cite: "2.2"}',
        "- {name: uphill, label: Uphill, kind: choice, choices: [{key: up}, {key: down}]}",
    )
    text = text.replace("when: not uphill", "when: uphill == 'down'").replace(
        "when: uphill}", "when: uphill == 'up'}"
    )
    typed("down", "far", "", "4", "2", "2", "", "", "", "1", "up", "near", "", "4", "2", "3", "", "", "no")
    out = words(clash(examples, text).run(calculator="ford:clash"))
    assert "Range: 1 near (to 2 hexes) " in out
    assert [line["inputs"]["range"] for line in examples.lines("clash")] == ["far", "near (to 2 hexes)"]


def test_without_dice_something_must_change(examples: Examples, typed: Type) -> None:
    """Without dice, the next example must change an answer, or it would repeat the example."""
    text = (
        "id: sum\ntitle: Points\ncite: '2.1'\nsummary: A sum.\n"
        "inputs:\n  - {name: men, label: Men, kind: number, least: 1}\nsteps:\n"
        "  - {do: work-out, values: {points: men * 2}}\n"
        "outcome:\n  - {name: points, label: Points, show: headline}\n"
    )
    examples.calculator("sum", text)
    typed("2", "4", "", "1", "3", "6", "no")
    out = words(examples.run(calculator="ford:sum"))
    assert "Another example? What changes (as in 1 2) [Enter: no other example]" in out
    assert [line["outcome"]["points"] for line in examples.lines("sum")] == [4, 6]


@pytest.mark.parametrize("typed_words", ["range", "2", "Range"])
def test_what_changes_is_named_by_number_or_word(typed_words: str, examples: Examples, typed: Type) -> None:
    """Answers to change are named by number or word, like the choices of other prompts."""
    typed(*FIRE, "9", *RESULTS, "", typed_words, "long", "12", "2", "", "", "", "no")
    words(examples.run())
    assert examples.lines()[1]["inputs"] == {"strength": 5, "range": "long"}


def test_two_lists_of_ticks_have_two_names(examples: Examples, typed: Type) -> None:
    """The second one is that of the questions which a tick of the first brings in."""
    typed("near", "led", "2", "1", "4", "2", "3", "", "", "", "4", "2", "5", "2", "4", "", "", "no")
    out = words(clash(examples).run(calculator="ford:clash"))
    assert "2 Which apply: Led 3 Rating: 2 4 Which apply, list 2: Leader wounded 5 Printed in" in out
    inputs = {"range": "near (to 2 hexes)", "led": True, "rating": 2, "tired": True}
    assert examples.lines("clash")[1]["inputs"] == inputs


def test_rows_are_kept(examples: Examples, typed: Type) -> None:
    """Enter keeps the number of rows and all of their answers for the next example."""
    first = ("6", "2", "wind", "yes", "yes", "4", "no", "5", "2 5 6", "70", "9", "1", "2", "")
    typed(*first, "dice", "2 5 6", "70", "9", "1", "2", "no")
    out = words(examples.run(calculator="ford:volleys"))
    assert "already has this example" in out
    assert "Company 2: yes" in out
    assert "Company 3: no" in out
