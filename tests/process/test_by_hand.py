"""Rules that a calculator does not apply: `companion new-calculator` keeps them, and every result shows them."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed
from tests.process.test_calculator_tables import HEAD

RULES = """\
# 7 Nerve

- A unit is tested when it is fired at.

# 7.1 The test

- Throw 2D6 with the modifiers; 8 or more passes.

| Case | Add |
| --- | --- |
| Led | +1 |
| Shaken | -1 |

- The Guard never deduct for being shaken. Nor do they mark losses.

# 7.2 Oddities

- Lancers in a wood are {braced}: add 2. Foot add 1.
- Example: lancers add 2.

# 7.3 When to test

- At once.

# 7.4 An example

- A unit throws 4.

# 7.5 Luck {.optional}

- Throw again.

# 7.6 Rally

- Throw 1D6; 5 or more rallies.

# 7.7 Friends

- Friends add 1.
"""
PLUCK = """\
# 8 Pluck

- Roll 2D6.
- +1 led
- -1 tired
- Two natural 1s are never better than Halts; two natural 6s are always Halts.
"""
PLUCK_CHART = """\
id: test
title: Test
cite: "8"
page: Card
grid: |
  Dice      | Raw   | Old
  6 or less | Runs  | Halts
  7+        | Halts | Halts
"""
LANCERS = "Lancers in a wood are (braced): add 2."
FOOT = "Foot add 1."
GUARD = "The Guard never deduct for being shaken. Nor do they mark losses."
HEADING = "By hand, shown with every result: "
BEGIN = ("Made", "7.1", "target", "", "2d6", "high", "8", "", ">")


@pytest.fixture(autouse=True)
def rules(maker: Maker) -> None:
    """A chapter about nerve."""
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(HEAD + RULES)


def made(maker: Maker, typed: Typed, *lines: str) -> str:
    """Make the calculator, and return all that is shown, on one line."""
    typed(*lines)
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert maker.library.faults == ()
    return " ".join(answer.out.split())


def by_hand(maker: Maker) -> list[tuple[str, str]]:
    """Return the rules by hand with their numbers."""
    return [(each.says, each.cite) for each in maker.library.procedure("ford:made").by_hand]


def test_what_is_not_applied_stays_by_hand(maker: Maker, typed: Typed) -> None:
    """Sentences of the chapter up to the next throw, without examples and optional rules; the summary numbers them.

    One that needs the sentence before it stays with it.
    """
    out = made(maker, typed, *BEGIN, "yes")
    assert by_hand(maker) == [
        ("A unit is tested when it is fired at.", "7"),
        (GUARD, "7.1"),
        (LANCERS, "7.2"),
        (FOOT, "7.2"),
        ("See When to test.", "7.3"),
        ("See also Rally.", "7.6"),
    ]
    assert f"{HEADING}1 A unit is tested when it is fired at. (7); 2 {GUARD} (7.1); 3 {LANCERS} (7.2)" in out


def test_every_result_shows_them(maker: Maker, typed: Typed) -> None:
    """Above the roll and with the result, as text and as JSON."""
    made(maker, typed, *BEGIN, "yes")
    for rolls in ((), ("--roll", "7")):
        answer = maker.say("calc", "ford:made", *rolls, *(() if rolls else ("--odds",)))
        assert (
            f"By hand (not counted here):\n- A unit is tested when it is fired at. (7)\n- {GUARD}"
            in answer.out
        )
    answer = maker.say("calc", "ford:made", "--roll", "7", "--json")
    assert answer.json["by_hand"][1] == {"says": GUARD, "cite": "7.1"}


def test_other_modifiers(maker: Maker, typed: Typed) -> None:
    """A number, 0 unless the player changes it, is added to the modifiers."""
    made(maker, typed, *BEGIN, "yes")
    assert maker.outcome([7], led=False) == {"success": False}
    assert maker.outcome([7], led=False, other_modifiers=1) == {"success": True}
    assert maker.outcome([9], led=False, other_modifiers=-2) == {"success": False}
    (line,) = (
        line for line in maker.resolve([7], other_modifiers=2).ledger if line.label == "Other modifiers"
    )
    assert (line.value, line.state) == (2, "applied")


def test_rules_are_left_out(maker: Maker, typed: Typed) -> None:
    """By their numbers; `by hand` names them again, and the calculator keeps that when it is made again."""
    out = made(maker, typed, *BEGIN, "by hand", "9", "1 3", "yes")
    assert "'9': the numbers are 1 to 6, as in 1 3" in out
    gone = f"A unit is tested when it is fired at. (7); {LANCERS} (7.2) Write"
    assert f"No longer in {HEADING}{gone}" in out
    left = [each for each in by_hand(maker) if each[1] in ("7", "7.2")]
    assert (left, len(by_hand(maker))) == ([(FOOT, "7.2")], 4)
    made(maker, typed, "Made", "", ">", "yes")
    assert len(by_hand(maker)) == 4
    made(maker, typed, "Made", "", ">", "by hand", "none", "yes")
    assert len(by_hand(maker)) == 6
    made(maker, typed, "Made", "", ">", "by hand", "all", "yes")
    assert by_hand(maker) == []
    assert [given.label for given in maker.library.procedure("ford:made").inputs] == ["Led", "Shaken"]


def test_what_becomes_a_modifier_is_no_longer_by_hand(maker: Maker, typed: Typed) -> None:
    """A sentence is read if modifiers of its rule have half of its words; the others of this rule stay."""
    made(maker, typed, *BEGIN, "modifier", "Lancers in a wood +2", "", "", "7.2", "yes")
    assert [says for says, cite in by_hand(maker) if cite == "7.2"] == ["Foot add 1."]


def test_without_a_terminal_none_is_read(maker: Maker) -> None:
    """Nobody would see them."""
    maker.make("cite=7.1", "method=target", "dice=2d6", "succeeds=high", "needed=8")
    assert by_hand(maker) == []


def test_the_rest_of_a_sentence_that_is_read_in_part(maker: Maker, typed: Typed) -> None:
    """A clause about a natural roll that the calculator has is left out, and the other one stays."""
    (maker.folder / "tables/ford/charts/test.yaml").write_text(PLUCK_CHART)
    (maker.folder / "rulebook/ford/08-pluck.md").write_text(HEAD + PLUCK)
    made(maker, typed, "Made", "8", "chart", "test", ">", "yes")
    assert by_hand(maker) == [("Two natural 1s are never better than Halts.", "8")]
    assert maker.resolve([12], column="Raw").settled == "Result is always Halts on a natural 12 (8)"


def test_what_other_chapters_say_about_the_throw(maker: Maker, typed: Typed) -> None:
    """A sentence that names the section, and not one with its number in brackets."""
    rules = (
        "# 8 Charges\n\n- A charger throws as in section 7, but never routs. He moves (7.1). Move as in 17.\n\n"
        "# 8.1 An example\n\n- As in section 7.\n\n# 8.2 More {.optional}\n\n- See rule 7.1 again.\n"
    )
    (maker.folder / "rulebook/ford/08-charges.md").write_text(HEAD + rules)
    made(maker, typed, *BEGIN, "yes")
    assert by_hand(maker)[-2:] == [
        ("A charger throws as in section 7, but never routs.", "8"),
        ("See also Rally.", "7.6"),
    ]


def test_points_without_a_full_stop_and_captions(maker: Maker, typed: Typed) -> None:
    """A short point is a rule, and the caption of a table is none; an exception in brackets names its modifier."""
    text = (
        "# 8 Pluck\n\n- Roll 2D6; 8 or more passes.\n- +1 led\n- -1 tired (Guards ignore this)\n\n"
        "# 8.1 Oddities\n\n- Dragoons count as foot\n\nColours\n\n| Men | Coat |\n| --- | --- |\n| Foot | Blue |\n"
    )
    (maker.folder / "rulebook/ford/08-pluck.md").write_text(HEAD + text)
    made(maker, typed, "Made", "8", "target", "", "", "high", "8", "", ">", "yes")
    assert by_hand(maker) == [
        ("Guards ignore this (-1 tired).", "8"),
        ("Dragoons count as foot.", "8.1"),
        ("See the table of Oddities.", "8.1"),
    ]


def test_a_very_long_chapter(maker: Maker, typed: Typed) -> None:
    """After 39 rules, one line points to the others."""
    points = "\n".join(
        f"- Case {number} is a case of its own kind, and the men do as they are told." for number in range(60)
    )
    text = f"# 8 Pluck\n\n- Roll 2D6; 8 or more passes.\n\n# 8.1 Cases\n\n{points}\n"
    (maker.folder / "rulebook/ford/08-pluck.md").write_text(HEAD + text)
    made(maker, typed, "Made", "8", "target", "", "", "high", "8", "", ">", "yes")
    rules = by_hand(maker)
    assert (len(rules), rules[-1]) == (40, ("See also the rules that follow in this chapter.", "8.1"))


EXCEPTIONS = """\
# 8 Pluck

- Throw 2D6; 8 or more passes. A battery throws one die in place of two.
- Pikes add 1 against foot, but never on their flank. Lancers add 2 against foot.
"""


def test_what_a_modifier_does_not_say_stays(maker: Maker, typed: Typed) -> None:
    """A sentence with an exception stays if only its first part is counted, and so does a second throw."""
    (maker.folder / "rulebook/ford/08-pluck.md").write_text(HEAD + EXCEPTIONS)
    typed_ones = ("Pikes against foot +1", "", "Lancers against foot +2", "", "")
    made(maker, typed, "Made", "8", "target", "", "", "high", "8", "0", *typed_ones, ">", "yes")
    assert by_hand(maker) == [
        ("A battery throws one die in place of two.", "8"),
        ("Pikes add 1 against foot, but never on their flank.", "8"),
    ]


def test_rules_elsewhere_that_change_the_throw(maker: Maker, typed: Typed) -> None:
    """Sentences count that name the throw and a change of it or a consequence; not those about other throws."""
    (maker.folder / "rulebook/ford/08-others.md").write_text(
        f"{HEAD}# 11 Troops\n\n- Swiss count as one grade better for their nerve. Nerve is tested often.\n\n"
        "# 12 Leaders\n\n- Throw 1D6 for him. He adds 1 for nerve. If a unit loses the nerve test, he is hurt.\n"
    )
    typed("Nerve", *BEGIN[1:], "yes")
    assert maker.say("new-calculator", "--game", "ford").status == 0
    found = [(each.says, each.cite) for each in maker.library.procedure("ford:nerve-calculator").by_hand]
    assert [each for each in found if each[1] in ("11", "12")] == [
        ("Swiss count as one grade better for their nerve.", "11"),
        ("If a unit loses the nerve test, he is hurt.", "12"),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Throw the dice together.",
        "A dash means no test.",
        "Add or take away dice as in 7.5.",
        "Higher total wins.",
    ],
)
def test_the_throw_itself_is_no_rule_by_hand(sentence: str, maker: Maker, typed: Typed) -> None:
    """Sentences that only describe it are left out."""
    path = maker.folder / "rulebook/ford/07-nerve.md"
    path.write_text(
        path.read_text().replace("Nor do they mark losses.", f"Nor do they mark losses. {sentence}")
    )
    made(maker, typed, *BEGIN, "yes")
    assert [says for says, cite in by_hand(maker) if cite == "7.1"] == [GUARD]
