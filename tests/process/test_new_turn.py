"""`companion new-turn`: the sequence of play in the rules becomes the turn of the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import GameModule, Sequence
from companion.play.clock import moments
from tests.process.conftest import CommandResult, Say

HEAD = "---\ntitle: Rules\n---\n\n"
OTHERS = """\
## 3 Movement

- A company moves six inches.

## 4 Fire

- A company fires once.

### 4.1 Range

- Six inches.

## 5 Rally rolls

- A captain rolls one die.
"""
TABLE = """\
## 1 Raiders in the reeds

- 1\\. Reeds hide a company.
- 2\\. Reeds slow it down.

## 2 The turn

| Phase | What happens |
| --- | --- |
| 1 Orders | Write orders; send riders (see 5). |
| 2 Movement | The side with the initiative moves first. |
| 3 Fire | All companies. Fire is simultaneous. |
| 4 Rally | Fallen back; see 4.1. |

"""
LIST = """\
## 2 Sequence of Play

- In this order:
- 1\\. Movement, as far as you like.
- 2\\. Fire.
- 3\\. Rallying is done.

"""
CALCULATOR = """\
id: volley
title: Firing
cite: "4.1"
summary: One roll.
inputs: []
steps:
  - {do: roll, name: dice, dice: 2d6, label: Fire}
outcome:
  - {name: dice, label: Losses, show: headline}
"""


class Turns:
    """Makes the turn of the game `ford` in its own folder."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.say = say
        self.path = folder / "tables/ford/sequence.yaml"

    def rules(self, text: str) -> None:
        """Replace the rules of the game."""
        (self.folder / "rulebook/ford/01-rules.md").write_text(HEAD + text)

    def run(self, *answers: str) -> CommandResult:
        """Run new-turn with these answers."""
        return self.say(
            "new-turn", "--game", "ford", *(word for each in answers for word in ("--answer", each))
        )

    @property
    def module(self) -> GameModule:
        """The game, read again without faults."""
        library = read_library(Places((self.folder,), self.folder, self.folder))
        assert library.faults == ()
        return library.module("ford")

    def made(self, *answers: str) -> Sequence:
        """Run new-turn, and return the turn."""
        answer = self.run(*answers)
        assert (answer.status, answer.err) == (0, ""), answer
        return self.turn

    @property
    def turn(self) -> Sequence:
        """The turn of the game."""
        turn = self.module.sequence
        assert turn is not None
        return turn


@pytest.fixture
def turns(own_game: Callable[[str], Path], say: Say, monkeypatch: pytest.MonkeyPatch) -> Turns:
    """A small game with a sequence of play in a table."""
    monkeypatch.setenv("COLUMNS", "200")
    made = Turns(own_game("--small"), say)
    made.rules(TABLE + OTHERS)
    return made


def test_a_table_needs_no_answer(turns: Turns, say: Say) -> None:
    """Phases, players, rules, calculators and steps come from the rules."""
    folder = turns.folder / "tables/ford/procedures"
    folder.mkdir()
    (folder / "volley.yaml").write_text(CALCULATOR)
    answer = turns.run()
    assert answer.out.endswith("Next: companion check\nThen: companion --game ford\n")
    turn = turns.turn
    assert (turn.cite, turn.sides) == ("2", ("Red", "Blue"))
    assert [(phase.title, phase.who, phase.cite) for phase in turn.phases] == [
        ("Orders", "both", "5"),
        ("Movement (first side)", "both", "3"),
        ("Movement (second side)", "both", "3"),
        ("Fire", "both", "4"),
        ("Rally", "both", "5"),
    ]
    assert [(step.title, step.cite) for step in turn.phases[0].steps] == [
        ("Write orders", ""),
        ("Send riders", "5"),
    ]
    fire = turn.phases[3].steps
    assert [(step.title, step.says, step.procedure) for step in fire] == [
        ("All companies", "Fire is simultaneous.", ""),
        ("Firing", "", "volley"),
    ]
    assert say("check").out == "0 faults in 1 game.\n"


@pytest.mark.parametrize(
    "text",
    [
        LIST,
        "## 2 How to play\n\n- Sequence of play: (a) Movement (b) Fire. (c) Rallying\n\n",
        "## 2 The turn\n\n- Play these phases in order:\n- Phase 1, Movement. Move.\n- Phase 2, Fire. Shoot.\n"
        "- Phase 3, Rallying. Rally.\n\n",
        "## 2 The turn\n\n- A turn has these phases. (i) Movement. (ii) Fire. (iii) Rallying.\n\n",
        "## 2 Phases\n\n- **Movement.** Move.\n- **Fire:** Shoot.\n- **Rallying**\n\n",
        "## 2 A game turn\n\n- Movement: move.\n- Fire. Shoot.\n- Rallying\n\n",
        "## 2 Order of play\n\n|  |  |\n| --- | --- |\n| 1 | Movement |\n| 2. | Fire |\n| 3 | Rallying |\n\n",
    ],
    ids=["points", "in one point", "numbers and commas", "numerals", "bold", "heads", "cells"],
)
def test_forms_of_a_sequence(turns: Turns, text: str) -> None:
    """The rule and its phases are found in each form in which rulebooks print them."""
    turns.rules(text + OTHERS)
    turn = turns.made()
    assert turn.cite == "2"
    assert [(phase.title, phase.cite) for phase in turn.phases] == [
        ("Movement", "3"),
        ("Fire", "4"),
        ("Rallying", "5"),
    ]
    assert {phase.who for phase in turn.phases} == {"each side"}


def test_a_table_without_a_head(turns: Turns) -> None:
    """Rows that are numbered from 1 are all phases, also if a text in the first one names phases."""
    turns.rules(
        "## 2 The turn\n\n| 1 | Command | The winner goes first in phases 2 and 3. |\n| --- | --- | --- |\n"
        "| 2 | Movement | Units move. |\n| 3 | Fire | Units fire. |\n\n" + OTHERS
    )
    assert [phase.title for phase in turns.made().phases] == ["Command", "Movement", "Fire"]


def test_headings_of_phases(turns: Turns) -> None:
    """The phases may be rules below the turn."""
    turns.rules(
        "## 2 The Turn\n\n- As follows.\n\n### 2.1 Move Phase\n\n- Move.\n\n### 2.2 Fire Phase\n\n- Fire.\n\n"
        + OTHERS
    )
    assert [(phase.title, phase.cite) for phase in turns.made().phases] == [
        ("Move Phase", "2.1"),
        ("Fire Phase", "2.2"),
    ]


def test_a_side_plays_all_its_phases(turns: Turns, typed: Callable[..., None]) -> None:
    """A text about the first and second player is a turn in two halves, as the list says before it is written."""
    turns.rules(
        LIST.replace("In this order:", "The first player plays these phases, then the second player.")
        + OTHERS
    )
    typed("", "", "", "", "", "")
    out = turns.run().out
    assert "So Red plays Movement, Fire and Rallying, and then Blue does" in out
    assert "  Red: Movement, Fire, Rallying\n  Blue: Movement, Fire, Rallying\n" in out
    assert [moment.side for moment in moments(turns.turn)] == ["Red"] * 3 + ["Blue"] * 3


@pytest.mark.parametrize(
    "above",
    [
        "Players alternate. In your turn go through these phases.",
        "Go through these phases; then it is the other player's turn.",
        "The sides take turns, in this order:",
    ],
)
def test_all_phases_of_a_players_turn_are_his(above: str, turns: Turns, typed: Callable[..., None]) -> None:
    """Both sides may act in some phases of the turn, which still comes twice, as the command says."""
    turns.rules(LIST.replace("In this order:", above).replace("Fire.", "Fire, both sides at once.") + OTHERS)
    typed("", "", "", "", "", "")
    out = " ".join(turns.run().out.split())
    assert "and then Blue does, even if both sides act in some of them." in out
    assert {phase.who for phase in turns.turn.phases} == {"each side"}


def test_phases_named_by_their_text(turns: Turns) -> None:
    """The sentence above the phases is none, and a calculator belongs to the phase that names its rule."""
    above = "- The players take turns. Each does these two phases in order.\n"
    turns.rules(f"## 2 The Turn\n\n{above}- March. Move.\n- Steel. Use it (4.1).\n\n{OTHERS}")
    folder = turns.folder / "tables/ford/procedures"
    folder.mkdir()
    (folder / "volley.yaml").write_text(CALCULATOR)
    assert [phase.title for phase in turns.made().phases] == ["March", "Steel"]
    assert [[step.procedure for step in phase.steps][-1] for phase in turns.turn.phases] == ["", "volley"]


def test_corrections(turns: Turns) -> None:
    """Phases, players and rules are corrected by number, several at once."""
    turn = turns.made(
        "phases=1 no; 3 Volleys, 5 Supply",
        "sides=French, British",
        "who=1 each; 2 french",
        "rules=1 none; 2 Rally rolls",
    )
    assert [(phase.title, phase.who, phase.cite) for phase in turn.phases] == [
        ("Movement", "each side", ""),
        ("Volleys", "French", "5"),
        ("Rally", "both", "5"),
        ("Supply", "both", "2"),
    ]
    assert {phase.who for phase in _again(turns, "who=1-2 each side, 4 both").phases} == {"each side", "both"}
    assert {phase.who for phase in _again(turns, "who=each side").phases} == {"each side"}


def test_sides_are_not_taken_for_phases(turns: Turns) -> None:
    """Two or three names, none of which is a phase, are refused; one that is makes them the whole turn."""
    turns.run("phases=French, British").refused(2, "none of these is a phase above; the sides are asked for")
    assert [phase.title for phase in turns.made("phases=Movement, Supply").phases] == ["Movement", "Supply"]


def test_numbers_as_corrections(turns: Turns) -> None:
    """A semicolon ends a correction, so that a rule without a dot is not taken for a phase."""
    again = [phase.cite for phase in turns.made("who=both", "rules=1 5, 4 3").phases]
    assert (again[0], again[3]) == ("5", "3")
    assert [
        phase.cite for phase in turns.made("who=both", "replace=yes", "rules=4 3; 1 5; 2, 3 4.1").phases
    ] == [
        "5",
        "4.1",
        "4.1",
        "3",
    ]
    turns.path.unlink()
    turns.run("rules=4 3; 1").refused(2, "'1': write a number and the correction, as in 4 4.1")


def test_the_hint_names_a_rule(turns: Turns, typed: Callable[..., None]) -> None:
    """The hint explains both numbers of an answer such as `4 4.1`: the phase and its rule."""
    typed("", "", "", "", KeyboardInterrupt)
    says = "Type 4 4.1 if phase 4 belongs to rule 4.1, or 4 none if it belongs to no rule [Enter: all right]"
    assert says in " ".join(turns.run().out.split())


def _again(turns: Turns, *answers: str) -> Sequence:
    """Delete the turn, and return it as these answers make it."""
    turns.path.unlink()
    return turns.made(*answers)


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("who=9 both", "the numbers are 1 to 4"),
        ("who=1 nobody", "is not one of: each side, both, initiative, Red, Blue"),
        ("who=yes", "write a number and the correction"),
        ("phases=yes", "write a number and the correction"),
        ("phases=4 both", "type only names here"),
        ("who=3", "write a number and the correction"),
        ("phases=1-4 no", "at least one phase"),
        ("phases=1 Fire", "two phases have the name Fire"),
        ("sides=Red", "2 to 8 different names"),
        ("sides=Red, both", "both cannot be the name"),
        ("rules=1 99", "unknown rule 99"),
        ("rule=99", "unknown rule 99"),
        ("colour=red", "unknown question"),
    ],
)
def test_wrong_answers(turns: Turns, answer: str, word: str) -> None:
    """Nothing is written, and the message says what is allowed."""
    turns.run(answer).refused(2, word)
    assert not turns.path.exists()


def test_calculators_by_number(turns: Turns) -> None:
    """A calculator is used in another phase, or in none."""
    folder = turns.folder / "tables/ford/procedures"
    folder.mkdir()
    (folder / "volley.yaml").write_text(CALCULATOR)
    turn = turns.made("calculators=3 no; 4 Firing")
    assert [step.procedure for phase in turn.phases for step in phase.steps if step.procedure] == ["volley"]
    assert turn.phases[-1].steps[-1].title == "Firing"
    turns.path.unlink()
    turns.run("calculators=3 melee").refused(2, "unknown calculator 'melee'; known: volley")


SHARED = "## 2 Sequence of play\n\n- Both sides finish a phase before the next one.\n"
ORDERED = ("Act (first side)", "Act (second side)")


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("The side with the initiative goes first.", "initiative"),
        ("All units act. The player who won the initiative acts second.", "initiative"),
        ("Both sides act together, but the initiative player shoots first.", "initiative"),
        ("First the side with initiative, then the other.", "initiative"),
        ("One side acts, then the other, as the initiative says.", "initiative"),
        ("One side acts with all its units, and then the other.", "each side"),
        ("Both act, one player followed by the other player.", "each side"),
        ("Both sides act. The side that lost the initiative last turn adds 1.", "both"),
        ("The side with the initiative chooses the first target.", "both"),
        ("Foot act, then the other arms.", "both"),
        ("Roll one die.", "both"),
    ],
)
def test_the_order_of_the_sides_in_a_phase(turns: Turns, text: str, players: str) -> None:
    """A phase's own text decides its order of sides, before the turn's text; other phases keep theirs."""
    turns.rules(f"{SHARED}- 1\\. Orders. Write.\n- 2\\. Act. {text}\n- 3\\. Rally. Roll.\n\n{OTHERS}")
    act = [("Act", players)] if players != "initiative" else [(title, "both") for title in ORDERED]
    phases = [(phase.title, phase.who) for phase in turns.made().phases]
    assert phases == [("Orders", "both"), *act, ("Rally", "both")]


def test_phases_of_one_side_and_then_the_other_that_follow_one_another(turns: Turns) -> None:
    """No side plays both before the other begins, because the turn is shared."""
    act = "One side acts, then the other."
    turns.rules(f"{SHARED}- 1\\. Orders. Write.\n- 2\\. March. {act}\n- 3\\. Shoot. {act}\n\n{OTHERS}")
    turn = turns.made()
    assert [phase.title for phase in turn.phases[1:3]] == ["March (first side)", "March (second side)"]
    assert {phase.who for phase in turn.phases} == {"both"}
    turn = _again(turns, "sides=Red, Blue, Green")
    assert [phase.who for phase in turn.phases] == ["both", "each side", "each side"]


def test_the_phase_of_the_initiative(turns: Turns) -> None:
    """Both sides play it, although its text names the order of the next phases."""
    turns.rules(
        f"{SHARED}- 1\\. Initiative. Each side rolls, and the higher moves first.\n- 2\\. Move. Move.\n\n{OTHERS}"
    )
    assert [phase.title for phase in turns.made().phases] == ["Initiative", "Move"]
    assert {phase.who for phase in turns.turn.phases} == {"both"}


def _calculators(turns: Turns, **titles: str) -> None:
    """Write a calculator of each title; its id is the name of the argument."""
    folder = turns.folder / "tables/ford/procedures"
    folder.mkdir(exist_ok=True)
    for name, title in titles.items():
        text = (
            CALCULATOR.replace("4.1", "1")
            .replace("id: volley", f'id: "{name}"')
            .replace("title: Firing", f'title: "{title}"')
        )
        (folder / f"{name}.yaml").write_text(text)


@pytest.mark.parametrize(
    ("typed_as", "ids"),
    [
        ("volley nerve", ["volley", "nerve"]),
        ("FIRING morale test", ["volley", "nerve"]),
        ("Morale Test Firing, rout and rally", ["nerve", "volley", "rout"]),
        ("rout and rally and firing + nerve", ["rout", "volley", "nerve"]),
        ("Firing at Night nerve", ["night", "nerve"]),
        ("firing volley", ["volley"]),
    ],
)
def test_several_calculators_of_a_phase(turns: Turns, typed_as: str, ids: list[str]) -> None:
    """Several calculators of a phase need no separator, and a title may have several words."""
    _calculators(turns, volley="Firing", nerve="Morale test", rout="Rout and rally", night="Firing at night")
    phases = turns.made(f"calculators=1-3 no; 4 {typed_as}").phases
    assert sorted(step.procedure for step in phases[-1].steps if step.procedure) == sorted(ids)


def test_a_phase_with_the_tests_of_another(turns: Turns) -> None:
    """A calculator belongs to every phase whose text has its throw, besides the one with its name."""
    phases = "- 1\\. Fire. Take losses, then any nerve tests.\n- 2\\. Nerve. All others.\n"
    turns.rules(f"## 1 Men\n\n- All.\n\n## 2 Sequence of play\n\n{phases}\n{OTHERS}")
    _calculators(turns, nerve="Nerve", volley="Fire")
    found = [[step.procedure for step in phase.steps if step.procedure] for phase in turns.made().phases]
    assert [sorted(each) for each in found] == [["nerve", "volley"], ["nerve"]]


def test_a_word_that_names_no_calculator(turns: Turns) -> None:
    """The message names it without the words before it, and nothing is written."""
    _calculators(turns, volley="Firing", nerve="Morale test")
    for typed_as, wrong in (
        ("firing morale", "morale"),
        ("firing, melee, nerve", "melee"),
        ("x volley", "x volley"),
    ):
        turns.run(f"calculators=4 {typed_as}").refused(
            2, f"unknown calculator {wrong!r}; known: volley, nerve"
        )
    assert not turns.path.exists()


@pytest.mark.parametrize(
    ("titles", "example"),
    [
        ({"volley": "Firing", "nerve": "Morale test"}, "Morale test"),
        ({"volley": "Firing", "night": "2 AM"}, "night"),
        ({"volley": "Firing"}, "Firing"),
    ],
)
def test_the_hint_names_a_calculator(
    turns: Turns, typed: Callable[..., None], titles: dict[str, str], example: str
) -> None:
    """The hint names a calculator that no phase uses yet, if any, and not by a number."""
    _calculators(turns, **titles)
    typed("", "", "", "", KeyboardInterrupt)
    says = f"Type 4 {example} if phase 4 uses the calculator {example}, or 4 no if it uses none"
    assert says in " ".join(turns.run().out.split())


def test_typed_phases(turns: Turns, typed: Callable[..., None]) -> None:
    """A game whose rules have no phases gets those that are typed; none of the points of another rule are taken."""
    turns.rules(TABLE.partition("## 2")[0] + OTHERS)
    turns.run().refused(2, "answers are missing", "--answer 'phases=Movement, Fire, Morale'")
    typed("", "", "Movement, Fire, movement", "Movement, Fire,  Night", "", "", "2 4.1", "")
    answer = turns.run()
    out = " ".join(answer.out.split())
    assert "[Enter: none: type the phases]" in out
    assert "An answer is required" in out
    assert "two phases have the name Movement" in out
    turn = turns.turn
    assert [(phase.title, phase.cite) for phase in turn.phases] == [
        ("Movement", "3"),
        ("Fire", "4.1"),
        ("Night", ""),
    ]
    assert turn.cite == ""


def test_another_rule(turns: Turns) -> None:
    """The author may name another rule with a list, or one without."""
    assert [phase.title for phase in turns.made("rule=Raiders in the reeds").phases] == [
        "Reeds hide a company",
        "Reeds slow it down",
    ]
    turns.path.unlink()
    assert [phase.title for phase in turns.made("rule=4", "phases=Move, Fire").phases] == ["Move", "Fire"]


def test_few_prompts_and_back(turns: Turns, typed: Callable[..., None]) -> None:
    """Six prompts without calculators; `<` returns to the list before, and `?` shows the file before it is written."""
    typed("", "no", "<", "4 no", "?", "French, British", "", "", "?", "")
    out = turns.run().out
    assert out.count("[Enter: ") == 6 + 2
    assert "\nid: orders" not in out and "  - id: orders\n" in out
    assert "The sides of your battle" in out
    assert [phase.title for phase in turns.turn.phases][-1] == "Fire"
    assert turns.turn.sides == ("French", "British")


def test_stopped_and_continued(turns: Turns, typed: Callable[..., None]) -> None:
    """Ctrl+C writes nothing and keeps the answers."""
    typed("", "", "French, British", KeyboardInterrupt)
    answer = turns.run()
    assert answer.status == 130
    assert "Your answers are kept" in answer.out
    assert not turns.path.exists()
    typed("", "", "", "", "no")
    refused = turns.run()
    assert "unfinished turn with 3 answers" in refused.out
    assert (refused.status, turns.path.exists()) == (2, False)
    typed("", "", "", "")
    assert turns.run().status == 0
    assert turns.turn.sides == ("French", "British")


def test_a_turn_made_by_hand(turns: Turns, typed: Callable[..., None]) -> None:
    """A turn made by hand is replaced only on request; its sides are offered, and parts that fit stay."""
    text = (
        "sides: [French, Allies]\nphases: [{id: old, title: Old, who: both}]\n"
        "notes: [A turn is an hour.]\ncup: {title: Chits, phase: old}\n"
    )
    turns.path.write_text(text)
    turns.run().refused(2, "replace=yes")
    turns.run("replace=no").refused(2, "stays as it is")
    assert turns.path.read_text() == text
    typed("", "yes", *[""] * 6)  # Enter alone replaces nothing
    answer = turns.run()
    assert "An answer is required" in answer.out
    assert "replaced " in answer.out
    assert "Left out, because it no longer fits: cup" in answer.out
    turn = turns.turn
    assert turn.sides == ("French", "Allies")
    assert turn.notes == ("A turn is an hour.",)
    assert turn.cup is None


@pytest.mark.usefixtures("shipped")
def test_an_included_game(say: Say, tmp_path: Path) -> None:
    """Its turn is replaced only if the author says so."""
    words = ("new-turn", "--game", "lob", "--folder", str(tmp_path / "there"))
    say(*words).refused(2, "replace=yes")
    say(*words, "--answer", "replace=no").refused(2, "stays as it is")
    assert not (tmp_path / "there").exists()
    assert say(*words, "--answer", "replace=yes").status == 0


def test_a_broken_turn(turns: Turns) -> None:
    """A file that cannot be read can be replaced."""
    turns.path.write_text("sides: [\n")
    assert turns.made("replace=yes").sides == ("Red", "Blue")


def test_the_example_of_a_new_game(
    own_game: Callable[[], Path], say: Say, typed: Callable[..., None]
) -> None:
    """Enter replaces the turn of the example game that new-game wrote."""
    turns = Turns(own_game(), say)
    rules = turns.folder / "rulebook/ford/01-rules.md"
    rules.write_text(rules.read_text() + "\n# 8.0 Sequence of play\n\n- 1\\. Orders.\n- 2\\. Fire.\n")
    typed(*[""] * 9)
    answer = turns.run()
    assert answer.status == 0, answer
    assert "It is the example that new-game wrote." in " ".join(answer.out.split())
    assert [phase.title for phase in turns.turn.phases] == ["Orders", "Fire"]
    assert turns.turn.cup is None


def test_json_and_folder(turns: Turns, say: Say) -> None:
    """The document names the file and the phases."""
    document = say("new-turn", "--game", "ford", "--folder", str(turns.folder), "--json").json
    assert document == {
        "file": str(turns.path),
        "phases": [phase.title for phase in turns.turn.phases],
        "left_out": [],
    }
    say("new-turn", "--game", "mill").refused(1, "unknown game mill")


HOSTILE = [
    "## 2 Sequence of play\n\n"
    "- 1\\. \x1b[31mred\u202e: {a: [b]} # \"quoted\" 'x'.\n- 2\\. [[ford:4.1]] `rm` <b>Fire</b> ***.\n"
    "- 3\\. \u96ea. \u96ea\n",
    "## 2 Sequence of play\n\n"
    + "".join(f"- {number}\\. Phase {number}. {'long ' * 400}; b; c\n" for number in range(1, 60)),
    "## 2 Sequence of play\n\n- 1\\. yes\n- 2\\. null: ~\n- 3\\. - - -\n- 4\\. " + "x" * 3000 + "\n",
    "## 2 Sequence of play\n\n| Phase |\n| --- |\n|  |\n| 1 |\n| a\\|b |\n| = 1+1 |\n",
    "## 2 Sequence of play\n\n- " + "(a) " * 500 + "1. " * 500 + "\n",
    "## 2 Sequence of play\n\n- 1\\. Fire!\n- 2\\. Fire?\n- 3\\. Fire (2)\n- 4\\. Fire-\n",
]


@pytest.mark.parametrize("text", HOSTILE, ids=["signs", "long", "words", "cells", "numbers", "same"])
def test_hostile_rules(turns: Turns, text: str) -> None:
    """Whatever the rule has, the file has no faults and nothing unprintable, or the phases must be typed."""
    turns.rules(text + "\n" + OTHERS)
    answer = turns.run()
    if answer.status:
        answer.refused(2, "answers are missing", "phases=")
        return
    written = turns.path.read_text()
    assert re.search(r"[\x00-\x09\x0b-\x1f\u202e]", written) is None
    assert 1 < len(turns.turn.phases) <= 40
    assert all(len(phase.title) <= 60 for phase in turns.turn.phases)
