"""How `companion new-calculator` proposes the way in which something is decided, from the text of its rule."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.conftest import Say
from tests.process.test_calculator_prompts import Typed, shown

HEAD = "---\ntitle: Test\ndocument: rules\nauthority: rule\n---\n\n"
ASKS = "How is it decided: 1 chart (dice and modifiers, read on a chart, perhaps with column shifts); 2 shift"


def offered(maker: Maker, typed: Typed, text: str) -> str:
    """Return what Enter stands for where the command asks how rule 7 with this text is decided; empty for nothing."""
    rule = f"{HEAD}# 7 Trial\n\n{text}\n"
    (maker.folder / "rulebook/ford/07-trial.md").write_text(rule)
    out = shown(maker, typed, "Trial", "7")
    assert ASKS in out
    return out.partition(ASKS)[2].partition("[Enter: ")[2].partition("]")[0]


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("- Roll 2D6, add the modifiers and look up the total in Table 7.1.", "chart"),
        ("- Roll 2D6.\n- The total is read on the chart under the class.", "chart"),
        ("- Throw two dice and consult the table.", "chart"),
        ("- Roll 2D6 and find the total on the chart. On 10 or more the leader is hit.", "chart"),
        ("- Take dice for each gun. A die scores a hit on 4 or more.", "pool"),
        ("- Roll a die, add or subtract the modifiers, shift the column and read the score in the table.", "chart"),
        ("- Each side rolls a D6. The difference of the totals is looked up in Table 8.8.", "difference"),
        ("- Both players throw 2D6; the higher wins. Find the difference in the table.", "difference"),
        ("- Each side throws a die and adds its rating. The higher total wins, a tie is no result.", "opposed"),
        ("- Each side throws one die. Take the lower total from the higher and read the table.", "difference"),
        ("- Throw the dice for the class and count the successes (7.6).", "pool"),
        ("- Every die is judged alone. A die hits on 4 or more.", "pool"),
        ("- Roll a die for each figure. Hits are scored on 5 or 6; a gun needs 4+ to hit.", "pool"),
        ("- Roll the dice of the unit; each 5 or 6 is a hit.", "pool"),
        ("- The chart gives the score needed on each die, that or more.", "pool"),
        ("- Roll six dice. Dice showing 5 or more hit.", "pool"),
        ("- Throw a number of dice, each of which must reach a score to hit.", "pool"),
        ("- Throw the dice of 6.1; every die that makes the number in 6.2 is a hit.", "pool"),
        ("- Throw a D6 for the leader. On 3 or more he may do as he likes. On 2 or less he may not.", "target"),
        ("- The unit rallies on a D6 of 4+.", "target"),
        ("- Roll two dice: it needs a total of 8 or more to pass.", "target"),
        ("- Roll a die. If it is equal to or less than the rating, the unit holds.", "target"),
        ("- Roll percentage dice: the battery is found if the roll is at or below the chance.", "target"),
        ("- There is a 40% chance that the column is late.", "target"),
    ],
)  # fmt: skip
def test_a_plain_text_gives_a_proposal(text: str, method: str, maker: Maker, typed: Typed) -> None:
    """Enter takes the method, the brackets name the rule, and all methods are listed as ever."""
    assert offered(maker, typed, text) == f"{method}, as 7 seems to say"


@pytest.mark.parametrize(
    ("rules", "proposal"),
    [
        ("- Each die that shows the number in the table or more hits.\n\n## 7.2 Dice\n\n- A die a man.", "pool"),
        ("- Roll one D6.\n\n## 7.2 Who\n\n- Each side rolls.\n- Read the difference on the table.", "difference"),
        (
            "- Both sides roll, and add.\n\n## 7.2 End\n\n| Difference | Result |\n| --- | --- |\n| 0 | Draw |",
            "difference",
        ),
        (
            "- Both sides roll a die; the higher total wins.\n\n## 7.2 End\n\n"
            "| Won by | Result |\n| --- | --- |\n| 0 | Draw |",
            "difference",
        ),
        ("- Throw 2D6.\n\n## 7.2 End\n\n| Total | End |\n| --- | --- |\n| 2-6 | Rout |\n| 7+ | Stand |", "chart"),
        ("- Throw some dice.\n\n## 7.2 End\n\n| Foe | Hit on |\n| --- | --- |\n| A | 4+ |\n| B | 5 or 6 |", "pool"),
        ("- Each side rolls; the higher total wins.\n\n## 7.2 Fate\n\n- Look up the total in the table.", ""),
        (
            "- Each side rolls a die; the higher total wins.\n\n## 7.2 End\n\n- Read the difference on the table.",
            "difference",
        ),
    ],
)  # fmt: skip
def test_else_the_chapter_gives_it(rules: str, proposal: str, maker: Maker, typed: Typed) -> None:
    """If the rule itself is not plain, its chapter may be; two ways in it are none."""
    text = f"{HEAD}# 7 Trial\n\n- See below.\n\n## 7.1 Throw\n\n{rules}\n\n## 7.3 Trials\n\n- No one.\n"
    (maker.folder / "rulebook/ford/07-trial.md").write_text(text)
    out = shown(maker, typed, "Trial", "7.3")
    usual = out.partition(ASKS)[2].partition("[Enter: ")[2].partition("]")[0]
    assert usual == (f"{proposal}, as chapter 7 seems to say" if proposal else "")


def test_the_rule_itself_comes_first(maker: Maker, typed: Typed) -> None:
    """A table of differences in the chapter does not count for a rule that is plain itself."""
    table = "| Difference | Result |\n| --- | --- |\n| 0 | Draw |"
    rules = f"# 7 Trial\n\n- Both sides roll, and add.\n\n{table}\n\n## 7.3 Nerve\n\n- It charges on a D6 of 4+.\n"
    (maker.folder / "rulebook/ford/07-trial.md").write_text(HEAD + rules)
    assert "[Enter: target, as 7.3 seems to say]" in shown(maker, typed, "Trial", "7.3")


@pytest.mark.parametrize(
    "text",
    [
        "- A company moves six inches.",
        "- Roll 2D6 and add the modifiers.",
        "- Roll a D6: on 1-2 he is killed, on 3-4 wounded, on 5 or more unhurt.",
        "- Roll a die and shift the column; read the result in the table.",
        "- Roll the dice; they hit on 5 or more.",
        "- Roll a die. A unit needs 3 or more bases to charge.",
        "- Find the range on the chart.",
        "- Each side rolls a die. It may charge on 4 or more.",
        "- A unit that takes 3 hits or more is removed; for each 3 hits remove a base.",
        "- A unit more than 6 inches away needs 4 or more.",
        "| Roll 2D6 | read the total on the chart |\n| --- | --- |\n| 2 | x |",
    ],
)
def test_any_other_text_gives_none(text: str, maker: Maker, typed: Typed) -> None:
    """Any other text gives no proposal, and the author must choose."""
    assert offered(maker, typed, text) == ""


def test_a_chart_is_not_proposed_without_charts(maker: Maker, typed: Typed) -> None:
    """Without charts, no calculator with a chart is proposed, because it would be refused."""
    for path in (maker.folder / "tables/ford/charts").iterdir():
        path.unlink()
    for path in (maker.folder / "tables/ford/procedures").iterdir():
        path.unlink()
    assert offered(maker, typed, "- Roll 2D6 and look up the total in the table.") == ""


def test_a_proposal_is_taken_again(
    maker: Maker, typed: Typed, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new calculator without a terminal requires an answer; one that is made again keeps what Enter took."""
    (maker.folder / "rulebook/ford/07-trial.md").write_text(
        f"{HEAD}# 7 Trial\n\n- It rallies on a D6 of 4+.\n"
    )
    head = ("new-calculator", "--game", "ford", "--answer", "title=Trial", "--answer", "cite=7")
    say(*head).refused(2, "--answer method=chart")
    typed("Trial", "7", "", "", "", "1d6", "high", "4", *[""] * 8)
    assert say("new-calculator", "--game", "ford").status == 0
    made = maker.library.procedure("ford:trial")
    assert "success" in {each.name for each in made.outcome}
    monkeypatch.setattr("companion.cli.authoring.interview.has_terminal", lambda: False)
    again = say(*head, "--answer", "replace=yes")
    assert (again.status, maker.library.procedure("ford:trial")) == (0, made), again


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("- The unit rallies on a D6 of 4+.", "high"),
        ("- Roll two dice: it needs a total of 8 or more to pass.", "high"),
        ("- Throw two dice: you want the Steadiness or less.", "low"),
        ("- Roll percentage dice: the battery is found if the roll is at or below the chance.", "low"),
        ("- Throw two dice.\n\n## 7.1 Steadiness\n\n- It needs a 9 or less.", "low"),
        ("- It rallies on a D6 of 4+. The leader is hit on a D6 of 2 or less.", ""),
    ],
)
def test_which_rolls_succeed(text: str, direction: str, maker: Maker, typed: Typed) -> None:
    """Enter takes high or low as the rule, or else its chapter, says."""
    (maker.folder / "rulebook/ford/07-trial.md").write_text(f"{HEAD}# 7 Trial\n\n{text}\n")
    out = shown(maker, typed, "Trial", "7", "target", "", "2d6").rpartition("1 high; 2 low")[2]
    assert out.startswith(f" [Enter: {direction}]" if direction else " Nothing was written")
