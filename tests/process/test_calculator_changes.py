"""Accepting all proposals of `companion new-calculator` at once, and changing parts of what they give."""

from __future__ import annotations

import re

import pytest

from companion.model.step import Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed, shown
from tests.process.test_calculator_tables import HEAD

RULES = """\
# 2.4 Morale Test

- Throw dice, and add or take away:

| Circumstance | Modifier |
| --- | --- |
| Guard or Lifeguard | +2 |
| Trained | +1 |
| Raw | -1 |
| Behind a ditch | +1 |
| Disordered | -1 |
| Shaken | -2 |
| Leader with them | +1 |


# 2.5 Classes

- Men are Guard, Lifeguard, Trained, Line or Raw. Wagons are Light or Heavy.

# 2.6 States

- Disordered. They halt.
- Shaken. They go.

# 2.7 Pursuit

- Use 2.8. Roll 2D6.

# 2.8 Points

- +1 if mounted.
- -1 for each wagon lost, maximum -3.
"""
START = ("Made", "2.4", "target", "")
REST = ("1d6", "high", "4", "")


@pytest.fixture(autouse=True)
def rules(maker: Maker) -> None:
    """A rule with modifiers, and rules that list what excludes each other."""
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + RULES)


def made(maker: Maker, typed: Typed, *lines: str) -> str:
    """Make a calculator with these lines; return what is shown from the choice of the table, on one line."""
    typed(*START, *REST, *lines)
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert maker.library.faults == ()
    return " ".join(answer.out.split()).partition("Use tables")[2]


def conditions(maker: Maker) -> dict[str, str]:
    """Return the conditions of the modifiers of the calculator, by label."""
    steps = maker.library.procedure("ford:made").steps
    (tally,) = (step for step in steps if isinstance(step, Tally))
    return {each.label: str(each.when) for each in tally.modifiers}


def test_all_proposals_at_once(maker: Maker, typed: Typed) -> None:
    """Only what has no proposal is asked: lists in other rules give the questions with the answer in the middle."""
    out = made(maker, typed, ">", "yes")
    assert out.count("[Enter:") == 3  # the table, the first question about its rows, and whether to write
    assert "Class (Guard or Lifeguard, Trained, Raw, Line)" in out
    assert "State (Disordered, Shaken, none of these)" in out
    assert conditions(maker)["Raw"] == "class == 'raw'"
    assert "Not asked: natural rolls that always succeed, natural rolls that always fail" in out
    assert maker.outcome(["3"], **{"class": "line", "state": "shaken"}) == {"success": False}
    assert maker.outcome(["3"], **{"class": "trained"}) == {"success": True}


def test_a_question_without_a_proposal_is_asked(maker: Maker, typed: Typed) -> None:
    """A question without a proposal says that it needs an answer; Enter's answers are used after it."""
    typed("Made", "2.4", "target", "", "", ">", "high", "4", "")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    needs = "This question needs an answer. Those after it are then answered as Enter does."
    assert f" {needs} Which rolls succeed, high or low" in out


def test_a_part_is_changed(maker: Maker, typed: Typed) -> None:
    """An answer is changed by words of its question or by its number; all other answers stay."""
    out = made(maker, typed, "", ">", "leader", "4", "failure", "runs", "yes")
    assert "Leader with them +1. When does it count" in out
    assert out.count("Write this calculator to") == 3
    assert "Result: success if the total is at least 4, otherwise runs" in out
    assert conditions(maker)["Leader with them"] == "class == 'line'"
    assert conditions(maker)["Trained"] == "class == 'trained'"


def test_words_of_several_answers(maker: Maker, typed: Typed) -> None:
    """Words of several answers list them by number, and Enter takes none; the name of a question is enough."""
    out = made(maker, typed, ">", "shaken", "", "999", "<", "no such words", "999", "dice", "2d6", "yes")
    assert "An answer is required" in out
    assert "'999' is not one of these numbers; < goes back" in out
    assert "What is the question called whose answers are Disordered, Shaken: State; " in out
    assert "'no such words' is not yes, no, or words of one of your answers; ? lists them" in out
    assert "'999' is not yes, no" in out
    assert "Dice: 2d6" in out.rpartition("Write this calculator to")[0]


def test_more_is_added(maker: Maker, typed: Typed) -> None:
    """A change that leads to new questions asks them."""
    out = made(
        maker, typed, ">", "natural-success", "6", "", "afterwards", "They cheer. (2.7)", "", "", "yes"
    )
    assert "Exception (2.4): a natural 6 always succeeds" in out
    assert "Afterwards (2.7): Always: They cheer." in out
    assert maker.outcome(["6"], **{"class": "raw"}) == {"success": True}


def test_a_word_adds_one_more(maker: Maker, typed: Typed) -> None:
    """Afterwards asks for a further sentence, although there is one already; some calculators have no exceptions."""
    first, second = (("afterwards", f"They {each}. (2.7)", "", "") for each in ("cheer", "run"))
    out = made(maker, typed, ">", *first, *second, "exception", "yes")
    assert "Afterwards (2.7): Always: They cheer." in out
    assert [each.says for each in maker.library.procedure("ford:made").next] == ["They cheer.", "They run."]
    assert (
        "there is no exception to add for this kind of roll; type afterwards to say what the rules add" in out
    )


def test_back_and_no_at_the_end(maker: Maker, typed: Typed) -> None:
    """`<` goes to the last question, and no keeps the answers."""
    typed(*START, *REST, ">", "<", "A test.", "no")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 2
    assert "What does it do, in one sentence?" in " ".join(answer.out.split())
    typed("", "A test.", "")
    assert maker.say("new-calculator", "--game", "ford").status == 0
    assert maker.library.procedure("ford:made").summary == "A test."


def test_lists_that_do_not_exclude_each_other(maker: Maker, typed: Typed) -> None:
    """A list with `and`, and one of words that are no rows, propose nothing."""
    text = RULES.replace("Trained, Line or Raw", "Trained, Line and Raw").replace(
        "Shaken. They", "Shaky. They"
    )
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + text)
    made(maker, typed, ">", "yes")
    assert [
        given.label for given in maker.library.procedure("ford:made").inputs if given.kind == "choice"
    ] == []


def test_the_dice_that_the_rule_names(maker: Maker, typed: Typed) -> None:
    """Enter takes those of the rule, or of the one rule that names it; a thing to be counted is 0 if not asked for."""
    typed("Made", "2.8", "sum", "", "0", ">", "yes")
    assert maker.say("new-calculator", "--game", "ford").status == 0
    assert maker.outcome(None, mounted=True) == {"made": 1}
    typed("Other", "2.8", "target", "", "", "", KeyboardInterrupt)
    assert "[Enter: 2d6]" in maker.say("new-calculator", "--game", "ford").out
    for more, offered in (
        ("- Roll D10.", "1d10"),
        ("- Throw three D6, add them.", "3d6"),
        ("- Roll D10 or 2D6.", ""),
    ):
        path = maker.folder / "rulebook/ford/07-morale.md"
        path.write_text(f"{HEAD}{RULES}{more}\n")
        typed("no", "Other", "2.8", "target", "", "", KeyboardInterrupt)
        out = maker.say("new-calculator", "--game", "ford").out
        assert (f"[Enter: {offered}]" in out) is bool(offered)
        assert "[Enter: 2d6]" not in out


def test_a_row_that_depends_on_a_later_one(maker: Maker, typed: Typed) -> None:
    """A row that is changed comes after all others, and stays where it is printed."""
    made(maker, typed, ">", "ditch", "ticks and not leader", "yes")
    assert list(conditions(maker)) == [
        "Guard or Lifeguard",
        "Trained",
        "Raw",
        "Behind a ditch",
        "Disordered",
        "Shaken",
        "Leader with them",
        "Other modifiers",
    ]
    one = {"class": "line", "behind_a_ditch": True}
    assert maker.outcome(["3"], **one) == {"success": True}
    assert maker.outcome(["2"], **one, leader_with_them=True) == {"success": False}


def test_another_kind_of_calculator(maker: Maker, typed: Typed) -> None:
    """A change of how it is decided asks what the other kind needs; only what has changed is shown."""
    out = made(maker, typed, ">", "decided", "sum", "0", ">", "yes")
    assert "Dice" not in maker.library.procedure("ford:made").summary
    assert "No longer in Dice: 1d6" in out
    assert maker.outcome(None, **{"class": "raw"}) == {"made": -1}


def test_back_at_a_change_drops_it(maker: Maker, typed: Typed) -> None:
    """Going back at a change drops it: the calculator is as before, and can be written."""
    out = made(maker, typed, ">", "leader", "<", "behind", "always", "failure", "<", "yes")
    assert out.count("Write this calculator to") == 4
    assert conditions(maker)["Leader with them"] == "leader_with_them"
    assert conditions(maker)["Behind a ditch"] in ("", "yes")


def test_one_or_one_for_each(maker: Maker, typed: Typed) -> None:
    """Of a modifier and one for each of something, joined by *or*, only one counts; the rest is named."""
    text = (
        "# 2.4 Help\n\n- Friends behind them +1, OR +1 for each other friend beside them, maximum +2.\n"
        "- Wagons near -2, OR -1 for each wagon lost.\n- Tired -1.\n\n"
        "| Place | Modifier |\n| --- | --- |\n| On a hill | +1 |\n| In a bog | -1 |\n\n- No bog in winter.\n"
    )
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + text)
    typed("Made", "2.4", "sum", "", "0", "1 2", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "2 No bog in winter. (2.4) Not asked" in " ".join(answer.out.split())
    behind = {"friends_behind_them": True}
    assert maker.outcome(None, **behind) == {"made": 1}
    assert maker.outcome(None, **behind, other_friends_beside_them=2) == {"made": 2}
    wagons = {"wagons_near": True, "wagons_lost": 1}
    assert maker.outcome(None, **wagons) == {"made": -3}  # which is worse is not known


def test_dice_without_a_size(maker: Maker, typed: Typed) -> None:
    """Dice without a size get the size that all rules of the game have."""
    path = maker.folder / "rulebook/ford/07-morale.md"
    for more, offered in (("", True), ("\n# 2.9 Wind\n\n- Roll a D10.\n", False)):
        text = "# 2.4 Test\n\n- Each side rolls two dice.\n\n# 2.8 Dice\n\n- All dice are D6.\n" + more
        path.write_text(HEAD + text)
        typed("no", "Other", "2.4", "target", "", "", KeyboardInterrupt)
        out = maker.say("new-calculator", "--game", "ford").out
        assert ("[Enter: 2d6]" in out) is offered


def test_the_condition_of_a_side(maker: Maker, typed: Typed) -> None:
    """Words that fit both sides mean the side of the modifier, and the summary shows the whole condition."""
    typed("Made", "2.4", "opposed", "", "", "", "1d6", ">", "nobody", "leader", "ticks and not shaken", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    out = " ".join(answer.out.rpartition("Made (rule")[2].split())
    assert "Leader with them +1 (Leader with them (Attacker) and not State (Attacker): Shaken)" in out
    assert "Leader with them +1 (Leader with them (Defender) and not State (Defender): Shaken)" in out


def test_only_what_has_changed_is_shown(maker: Maker, typed: Typed) -> None:
    """After a change, the parts that are new, changed or gone; all answers are listed by `?`."""
    out = made(
        maker, typed, ">", "leader", "leave this row out", "modifier", "Wet -1", "", "", "", "?", "yes"
    )
    first, second, third, *_ = out.split("Write this calculator to")
    fourth = out.rpartition("? lists your answers")[2]
    assert "Trained +1" in first
    assert "No longer in Modifiers (2.4): Leader with them +1" in second
    assert "Trained +1" not in second + third
    assert "Modifiers (2.4): Wet -1" in third
    assert "Trained +1" in fourth and "Which rule does it belong to: 2.4" in fourth


def test_the_list_of_answers_is_short(maker: Maker, typed: Typed) -> None:
    """`?` names rows with the usual condition together, and what has no answer; `all` shows the calculator."""
    out = made(maker, typed, ">", "?", "leader", "always", "all", "yes")
    listed, changed, again = out.split("all shows the calculator)")[1:4]
    assert re.search(r"When the player ticks it or gives this answer: .*\d+ Leader with them \+1 ", listed)
    assert re.search(r"Nothing yet: .*\d+ Which answers are not allowed together", listed)
    assert "Guard or Lifeguard +2;" not in listed.partition(" When the")[0]
    assert "Leader with them +1 (always)" in listed.rpartition("When does it count")[2]
    assert "Guard or Lifeguard +2" in changed and "wrote" in again


def test_a_modifier_in_one_line(maker: Maker, typed: Typed) -> None:
    """A word that adds one more may have its answer after it; only the questions that follow are asked."""
    out = made(maker, typed, ">", "modifier Wet ground -1", "", "", "", "yes")
    assert "Modifiers (2.4): Wet ground -1" in out
    assert "Further modifier 1" not in out


def test_the_rule_that_says_here(maker: Maker, typed: Typed) -> None:
    """A rule that names another beside itself is proposed with it, and its sentences without an amount are named."""
    text = (
        "# 2.4 Test\n\n- Roll 2D6 with what applies here and in 2.5.\n\n"
        "| Class | Modifier |\n| --- | --- |\n| Guard | +2 |\n| Raw | -1 |\n\n"
        "# 2.5 More\n\n- Tired -1. Friends near +1. Guards ignore tiredness.\n\n# 2.6 Result\n\n- See 2.4.\n"
    )
    (maker.folder / "rulebook/ford/07-morale.md").write_text(HEAD + text)
    typed("Made", "2.5", "sum", "", "0", ">", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert list(conditions(maker)) == ["Tired", "Friends near", "Guard", "Raw", "Other modifiers"]
    assert "2 Guards ignore tiredness. (2.5)" in " ".join(answer.out.split())


def test_rules_that_are_not_used_stay_by_hand(maker: Maker, typed: Typed) -> None:
    """The first summary names what the chapter says besides, without examples and optional rules."""
    rules = (
        "# 7 Morale\n\n## 7.1 The throw\n\n- Throw 1D6.\n\n## 7.2 Changes\n\n- Led +1\n- Shaken -1\n\n"
        "## 7.3 Fate\n\n- A natural 1 fails.\n\n## 7.4 An example\n\n- A unit throws 4.\n\n"
        "## 7.5 Luck {.optional}\n\n- Throw again.\n"
    )
    (maker.folder / "rulebook/ford/09-morale.md").write_text(HEAD + rules)
    out = shown(maker, typed, "Nerve", "7.1", "sum", "", "2", ">")
    assert "By hand, shown with every result: 1 A natural 1 fails. (7.3) Not asked" in out


def test_a_table_that_is_not_used_stays_by_hand(maker: Maker, typed: Typed) -> None:
    """A table of a used rule is read by the player unless one of its rows is a modifier."""
    head = "| Troops | Factor | Class | Factor |\n| --- | --- | --- | --- |\n"
    table = f"{head}| Column | 3 | Raw | -1 |\n| Line | 2 | Elite | x |\n"
    rows = "| Case | Add |\n| --- | --- |\n| Led | +1 |\n| Shaken | -1 |\n"
    rules = f"# 7.1 The throw\n\n- Throw 1D6.\n\n{table}\n# 7.2 Changes\n\n- Add all.\n\n{rows}"
    (maker.folder / "rulebook/ford/09-morale.md").write_text(HEAD + rules)
    out = shown(maker, typed, "Nerve", "7.1", "sum", "", "2", ">")
    assert (
        "By hand, shown with every result: 1 See the table of The throw. (7.1); 2 Add all. (7.2) Not asked"
        in out
    )


def test_the_limits_of_another_rule_of_the_chapter(maker: Maker, typed: Typed) -> None:
    """A rule of the chapter that limits all modifiers is proposed, although it has none itself."""
    rules = (
        "# 7 Morale\n\n## 7.1 The throw\n\n- A unit needs 4 or more.\n\n## 7.2 Changes\n\n- Led +1\n- Shaken -1\n\n"
        "## 7.3 Bounds\n\n- The sum is never taken as more than two gained nor more than three lost. "
        "The leader is outside this.\n"
    )
    (maker.folder / "rulebook/ford/09-morale.md").write_text(HEAD + rules)
    out = shown(maker, typed, "Nerve", "7.1", "target", "", "2d6", "high", "7", ">")
    assert "Modifiers, all together (7.3): At most +2; At least -3" in out
    assert "every result: 1 The leader is outside this. (7.3) Not" in out


def test_a_result_is_named_by_its_word(maker: Maker, typed: Typed) -> None:
    """Routs stands for `Result is Routs` in a condition."""
    chart = (
        "id: fate\ntitle: Fate\ncite: '2.1'\npage: Card\ngrid: |\n  Dice | A\n  1-3 | Routs\n  4-6 | Stands\n"
    )
    (maker.folder / "tables/ford/charts/fate.yaml").write_text(chart)
    maker.make("method=chart", "chart=fate", "dice=1d6", "next-1=Flee.", "next-1-when=routs")
    (after,) = maker.library.procedure("ford:made").next
    assert after.when == "result == 'Routs'"


def test_values_with_a_title_that_the_throw_adds(maker: Maker, typed: Typed) -> None:
    """The table in the same rule gives a question for each side."""
    (maker.folder / "rulebook/ford/09-melee.md").write_text(
        f"{HEAD}# 9 Melee\n\n- Each side throws one die (D6) and adds its Worth and what applies.\n\n"
        "| Worth | |\n| --- | --- |\n| Horse | 5 |\n| Foot | 3 |\n\n"
        "| In melee | |\n| --- | --- |\n| Uphill | +1 |\n| Worn | -1 |\n"
    )
    typed("Melee", "9", "opposed", "", "", "", ">", "nobody", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert "Worth (Attacker) and Worth (Defender) (Horse, Foot)" in " ".join(answer.out.split())
