"""Prompts of `companion new-calculator` in a terminal, and the answers that Enter takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import Refused
from companion.model.step import Require
from tests.process.calculator_maker import Maker

Typed = Callable[..., None]
TITLE = ("Made", "2.1")


def shown(maker: Maker, typed: Typed, *lines: str) -> str:
    """Return what the command shows while these lines are typed, up to Ctrl+C, on one line."""
    typed(*lines, KeyboardInterrupt)
    return " ".join(maker.say("new-calculator", "--game", "ford").out.split())


@pytest.mark.parametrize(
    ("title", "rule"),
    [
        ("Gunnery", "7 GUNNERY"),
        ("gunnery", "7 GUNNERY"),
        ("Who may fire guns", "7.1 Who May Fire Guns"),
        ("Guns", "7.1 Who May Fire Guns"),
        ("Gun", ""),
    ],
)
def test_the_rule_with_the_title(title: str, rule: str, maker: Maker, typed: Typed) -> None:
    """Enter takes it in capitals or not, also in a heading, or if it is a chapter that only contains headings.

    The question shows its number and its heading.
    """
    head = "---\ntitle: Guns\ndocument: rules\nauthority: rule\n---\n\n"
    chapter = "# 7 GUNNERY\n\n- The text of this section is in 7.1. {.companion}\n\n"
    text = f"{head}{chapter}## 7.1 Who May Fire Guns\n\n- Foot.\n"
    (maker.folder / "rulebook/ford/07-guns.md").write_text(text)
    assert f"[Enter: {rule}]" * bool(rule) in (out := shown(maker, typed, title))
    assert ("[Enter: " in out) is bool(rule)


@pytest.mark.parametrize(
    ("title", "dice", "rule"),
    [
        ("Morale", "Roll 2D6", "7.2"),
        ("Morale", "Each side throws one die", "7.2"),
        ("Morale", "Roll the gun back", ""),
        ("Rally", "Roll 2D6", ""),
    ],
)
def test_the_rule_with_the_dice_of_a_chapter(
    title: str, dice: str, rule: str, maker: Maker, typed: Typed
) -> None:
    """Enter takes it if a chapter begins with the title, but has only headings itself."""
    head = "---\ntitle: Morale\ndocument: rules\nauthority: rule\n---\n\n"
    chapter = "# 7 Morale and Rally\n\n- The text of this section is in 7.1. {.companion}\n\n"
    text = f"{head}{chapter}## 7.1 When to Test\n\n- Often.\n\n## 7.2 The Test\n\n- {dice}.\n"
    (maker.folder / "rulebook/ford/07-morale.md").write_text(text)
    out = shown(maker, typed, title).partition("Which rule")[2]
    assert ("[Enter: 7.2 The Test]" in out) is bool(rule)


def test_the_chart_that_begins_with_the_title(maker: Maker, typed: Typed) -> None:
    """Enter takes a chart whose title begins with the calculator's title, and the chart's rule."""
    path = maker.folder / "tables/ford/charts/volley.yaml"
    path.write_text(path.read_text().replace("title: Volley", "title: Volley Table").replace("2.1", "1.1"))
    out = shown(maker, typed, "Volley", "", "look-up")
    assert "Which rule does it belong to? (for example 1.0) [Enter: 1.1 The turn]" in out
    assert "[Enter: volley] Nothing was written" in out


@pytest.mark.parametrize("rule", ["2.1 firing", "2.1. Firing", "Firing", "2.1"])
def test_a_rule_by_its_whole_heading(rule: str, maker: Maker, typed: Typed) -> None:
    """A rule is chosen by its number, its title, or both."""
    assert "How is it decided" in shown(maker, typed, "Made", rule)
    assert "unknown rule 9.9 Firing" in shown(maker, typed, "no", "Made", "9.9 Firing")


@pytest.mark.parametrize(
    ("modifier", "offered"),
    [
        ("Long range", "Range: Long (to 18 in)"),
        ("Hexes over 6", "certain values of Hexes"),
        ("Wind over 3 knots", "certain values of Wind in knots"),
        ("Range over 12 inches", ""),
        ("Flank within 6 inches", "the player ticks it"),
        ("Hexes", "the player ticks it"),
    ],
)
def test_a_modifier_about_a_question(modifier: str, offered: str, maker: Maker, typed: Typed) -> None:
    """Enter takes its choice without the remark in brackets, or certain values of its number; else it asks."""
    asked = ("Range: Close (to 6 in), Long (to 18 in)", "Hexes: 1-9", "Wind in knots: 0-9", "", "", "")
    out = shown(maker, typed, *TITLE, "sum", *asked, "0", f"{modifier} +1")
    assert f"{f'[Enter: {offered}]' if offered else 'always'} Nothing was written." in out


def test_the_numbers_of_answers_stay(maker: Maker, typed: Typed) -> None:
    """An answer has one number in every list, and what counts always or is ticked is never hidden."""
    asked = ("Arm: foot, horse, guns, train", "Men?", "Range: near, far, out", "", "Men?", "1", "")
    more = ("0", "Dark -1", "", "", "", "Sum", "3 and 8", "guns are far", "")
    out = shown(maker, typed, *TITLE, "sum", *asked, *more, "Go.")
    first = "1 Arm: foot; 2 Arm: horse; 3 Arm: guns; 4 Arm: train"
    assert f"When is Men? asked (or several, as in 2 or 3): {first}" in out
    assert "6 Range: near; 7 Range: far; 8 Range: out; 9 the player ticks it; 10 always [" in out
    every = f"{first}; 5 Men?; 6 Range: near; 7 Range: far; 8 Range: out; 9 Dark"
    assert f"not allowed together (as in 1 and 3): {every}; 10 none [" in out
    assert f"When: {every}; 10 certain values of Sum; 11 always" in out


@pytest.mark.parametrize(
    ("answers", "refused"),
    [
        (("",), ["not (guard and line or guard and raw or line and raw)"]),
        (("2",), ["not (guard and line and raw)"]),
    ],
)
def test_any_two_of_several_answers_are_refused(
    answers: tuple[str, ...], refused: list[str], maker: Maker, typed: Typed
) -> None:
    """Enter refuses each pair of them; the other choice refuses only all of them."""
    asked = ("Guard?", "Line?", "Raw?", "", "", "0", "", "Sum")
    out = shown(maker, typed, *TITLE, "sum", *asked, "1 and 2 and 3", *answers, "one class", *[""] * 5)
    assert "Which of Guard?, Line?, Raw? are refused: 1 any two of them; 2 only all of them together" in out
    steps = maker.library.procedure("ford:made").steps
    assert [step.that for step in steps if isinstance(step, Require)] == refused


@pytest.mark.parametrize("typed_as", ["1 and 2", "1 and not 2 and 3", "1 or 2 or 3"])
def test_other_answers_are_refused_as_typed(typed_as: str, maker: Maker, typed: Typed) -> None:
    """Nothing more is asked about two answers, about one of several, and about an answer that is not given."""
    asked = ("Guard?", "Line?", "Raw?", "", "", "0", "", "Sum")
    out = shown(maker, typed, *TITLE, "sum", *asked, typed_as)
    assert "are refused: 1" not in out
    assert "What does the message say" in out


@pytest.mark.parametrize(
    ("typed_as", "condition"),
    [
        ("guns", "arm == 'guns'"),
        ("Range far", "range == 'far'"),
        ("near or not guns", "range == 'near' or not (arm == 'guns')"),
        ("dark and long", "dark and range == 'long_or_out'"),
    ],
)
def test_a_condition_in_words(typed_as: str, condition: str, maker: Maker) -> None:
    """The words of a choice are enough if no other has them."""
    asked = ("input-1=Arm: foot, horse, guns", "input-2=Range: near, far, long or out", "input-3=Dark?")
    unused = [f"unused-{name}=yes" for name in ("arm", "range", "dark") if name not in condition]
    maker.make(
        "method=sum", *asked, "start=0", "result=Sum", "next-1=Go.", f"next-1-when={typed_as}", *unused
    )
    assert [each.when for each in maker.library.procedure("ford:made").next] == [condition]


@pytest.mark.parametrize(
    ("typed_as", "says"),
    [
        ("guns", "'guns' may be: 3 Arm: guns, 5 Foe: guns; type its number"),
        ("cannon", "'cannon' is not one of"),
        ("arm", "'arm' is not one of"),
    ],
)
def test_words_that_name_no_condition(typed_as: str, says: str, maker: Maker) -> None:
    """Words of several conditions are refused, and so are those of a question without a choice."""
    asked = ("input-1=Arm: foot, horse, guns", "input-2=Foe: infantry, guns", "start=0", "result=Sum")
    maker.run("method=sum", *asked, "next-1=Go.", f"next-1-when={typed_as}").refused(2, says)


def test_a_refusal_about_a_question_of_the_chart(maker: Maker) -> None:
    """Answers to questions that the chart adds may be refused together with others, under the rule that says so."""
    volley = ("input-1=First volley?", "modifier-1=First volley +1", "result=Loss")
    refusal = (
        "forbidden-1-when=First volley? and far",
        "forbidden-1-says=the first volley is lost beyond close range",
    )
    follow = ("next-1=Take smoke.", "next-2=Run.", "next-2-cite=1.1")
    maker.make("method=look-up", "chart=volley", *volley, *refusal, "forbidden-1-cite=2.2", *follow)
    made = maker.library.procedure("ford:made")
    assert [getattr(made.steps[0], key) for key in ("says", "cite")] == [
        "the first volley is lost beyond close range",
        "2.2",
    ]
    assert maker.outcome(None, men=2, range="near", first_volley=True) == {"loss": 4}
    assert maker.outcome(None, men=2, range="far") == {"loss": 0}
    with pytest.raises(Refused, match="the first volley is lost"):
        maker.resolve(None, men=2, range="far", first_volley=True)
    assert [(each.says, each.cite) for each in made.next] == [("Take smoke.", "2.1"), ("Run.", "1.1")]


@pytest.mark.parametrize(
    ("typed_as", "text", "cite"),
    [
        ("Run.", "Run.", "2.1"),
        ("Run. (2.2)", "Run.", "2.2"),
        ("Run (2.2).", "Run", "2.2"),
        ("Run {2.2}", "Run (2.2)", "2.1"),
        ("Run 3 hexes (99.9)", "Run 3 hexes (99.9)", "2.1"),
        ("Run (fast)", "Run (fast)", "2.1"),
    ],
)
def test_the_rule_at_the_end_of_a_refusal_and_a_follow_up(
    typed_as: str, text: str, cite: str, maker: Maker, typed: Typed
) -> None:
    """Without a known rule in brackets, it is that of the calculator; no question asks for it."""
    asked = ("Foot?", "Dark?", "", "", "0", "", "Sum")
    out = shown(maker, typed, *TITLE, "sum", *asked, "1 and 2", typed_as, "", typed_as, "", "", "", "")
    assert "Which rule says so?" not in out
    made = maker.library.procedure("ford:made")
    refused = next(step for step in made.steps if isinstance(step, Require))
    assert (refused.says, refused.cite) == (text, cite)
    assert [(each.says, each.cite) for each in made.next] == [(text, cite)]


@pytest.mark.parametrize(
    ("says", "is_offered"), [("Test initiative.", True), ("Roll for the INITIATIVES", True), ("Run.", False)]
)
def test_a_calculator_that_a_follow_up_names_is_offered(
    says: str, is_offered: bool, maker: Maker, typed: Typed
) -> None:
    """A sentence that shares no word with a title is not asked about."""
    out = shown(maker, typed, *TITLE, "sum", "Foot?", "", "0", "Wet -1", "", "", "", "Sum", "", says, "")
    assert ("Which calculator does it open" in out) is is_offered


MELEE = ("method=opposed", "dice=1d6", "tie=nobody", "modifier-1-side=Attacker")


@pytest.mark.parametrize(
    ("modifier", "labels"),
    [
        (("modifier-1=Disordered -2",), ["Disordered (Attacker)"]),
        (("modifier-1=Disordered attacker -2",), ["Disordered attacker"]),
        (
            ("modifier-1=Disordered -2", "modifier-1-side=both"),
            ["Disordered (Attacker)", "Disordered (Defender)"],
        ),
        (
            ("modifier-1=Each full 25% more figures +1", "modifier-1-each=1", "modifier-1-when=always"),
            ["More figures in percent (Attacker)"],
        ),
    ],
)
def test_a_new_question_says_whose_answer_it_is(
    modifier: tuple[str, ...], labels: list[str], maker: Maker
) -> None:
    """Its label names the side unless the modifier does; the other side may have the same one."""
    maker.make(*MELEE, *modifier)
    assert [given.label for given in maker.library.procedure("ford:made").inputs] == labels


def test_another_calculator_beside_an_edited_one(maker: Maker, typed: Typed) -> None:
    """The edited file stays, and Enter keeps each former answer for the other calculator."""
    maker.make("method=sum", "start=1", "modifier-1=Drums +1", "result=Points")
    path = maker.folder / "tables/ford/procedures/made.yaml"
    path.write_text(edited := path.read_text().replace("label: Drums", "label: Drums and fifes"))
    typed("Made", "yes", "", "", "", "7", *[""] * 9)
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "[Enter: Drums +1; type - for no more modifiers]" in " ".join(answer.out.split())
    assert path.read_text() == edited
    other = path.with_name("made-calculator.yaml").read_text()
    assert "start: 7" in other and "label: Drums, add: 1" in other


def test_another_calculator_without_former_answers(maker: Maker, typed: Typed) -> None:
    """A calculator that was not written by the command has none."""
    out = shown(maker, typed, "Initiative", "yes")
    assert "Or write another calculator beside it? [Enter: no]" in out


@pytest.mark.parametrize(
    ("modifier", "side", "offered"),
    [
        ("Cavalry against square", "Attacker", " [Enter: the player ticks it]"),
        ("Attacker behind a redan", "Attacker", " [Enter: Defender's works: redan]"),
        ("Cavalry charging this turn", "Attacker", " [Enter: Attacker's charge: cavalry]"),
        ("Defending a redan", "Defender", " [Enter: Defender's works: redan]"),
        ("Uphill", "Defender", " [Enter: the player ticks it]"),
    ],
)
def test_a_condition_that_may_be_too_wide(
    modifier: str, side: str, offered: str, maker: Maker, typed: Typed
) -> None:
    """Enter takes no choice that lacks words of the modifier: the player ticks it."""
    asked = ("Attacker's charge: none, infantry, cavalry", "Defender's works: none, redan", "", "")
    out = shown(maker, typed, *TITLE, "opposed", "", "", *asked, "1d6", f"{modifier} -4", side)
    assert f"always{offered} Nothing was written." in out


def test_an_answer_that_is_asked_in_some_cases_is_added_whenever_it_is_asked(
    maker: Maker, typed: Typed
) -> None:
    """Enter takes always, because the question itself depends on the other one."""
    asked = ("Leader: none, attached", "Rating of the leader: 1-3", "", "2", "2", "")
    out = shown(maker, typed, *TITLE, "sum", *asked, "0", "Rating of the leader", "")
    assert out.endswith(
        "[Enter: always] Nothing was written. Your answers are kept; run the same command to continue."
    )


def test_a_number_without_a_percentage_is_not_offered_for_one(maker: Maker, typed: Typed) -> None:
    """Words such as `of` do not make a percentage of a number."""
    asked = ("Rating of the leader: 0-3", "Losses in percent: 0-100", "", "")
    out = shown(maker, typed, *TITLE, "sum", *asked, "0", "For each full 25 % of losses -1")
    assert "(once for each full 25): 1 Losses in percent; 2 a new question" in out


def test_how_something_is_decided_in_examples(maker: Maker, typed: Typed) -> None:
    """`?` has a line for each kind, with its number in the list and an example of a rule."""
    typed(*TITLE, "?", KeyboardInterrupt)
    lines = maker.say("new-calculator", "--game", "ford").out.splitlines()
    kinds = ("chart", "shift", "target", "pool", "opposed", "difference", "look-up", "sum")
    for number, kind in enumerate(kinds, 1):
        assert any(line.startswith(f"  {number} {kind}: ") for line in lines)
    out = " ".join(" ".join(lines).split())
    for words in (
        "Hit on 4 or more",
        "2 columns to the left",
        "9 against 6: read the row 3",
        "Dice may follow",
    ):
        assert words in out
