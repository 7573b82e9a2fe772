"""Press random keys in all calculators: each key may change only what docs/keys.md says, and only visibly.

    python -m tests.proofs.grammar --keys 3000 --seed 1
    python -m tests.proofs.grammar --keys 500 --seed 7 --game pub --size 40x20

Compares the answers and the painted rows before and after each key. An answer may change only if its row was fully
visible before, and only by a key to which docs/keys.md gives that answer. After the key, the row must still be
visible, or the line above the roll must name question and answer.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from textual.geometry import Region

from companion.engine import Dice
from companion.load.places import Places
from companion.model import Decision
from companion.ui.messages import OpenCalculator
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.entry_rows import ChoiceRow, NumberRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.rows import AddRow, MemberRow, Row, YesNoRow
from companion.ui.widgets.status_line import StatusLine
from tests.conftest import ROOT
from tests.proofs.hands import Hands, opened
from tests.proofs.play import GAMES, SIZES, warm

MOVES = ("up", "down", "tab", "shift+tab", "enter")
SIGNS = (
    "plus",
    "minus",
    "space",
    "delete",
    "backspace",
    "left",
    "right",
    "slash",
    "question_mark",
    "full_stop",
)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
KEYS: tuple[str, ...] = (*LETTERS, *"0123456789" * 2, *MOVES * 3, *SIGNS * 2)
EACH = 40
"""Keys pressed in a calculator before the next one is opened."""

Answers = dict[str, str]


class Seen(NamedTuple):
    """State of the screen and of the answers before or after a key."""

    answers: Answers
    rows: dict[str, Row]
    in_sight: frozenset[str]
    marked: Row | None
    typed: str
    guided: bool
    deciding: bool
    """Whether the cursor is on the choices that a side has between rolls."""
    status_line: str
    """Text of the line above the roll."""

    def with_choice(self, key: str) -> set[str]:
        """Return the choices that this key answers after it completes a typed number; empty if none is typed."""
        finished = bool(self.typed) and isinstance(self.marked, NumberRow) and key in LETTERS
        rows = self.rows.items() if finished else ()
        return {name for name, row in rows if isinstance(row, ChoiceRow) and key in row.keys().values()}


def look(screen: CalculatorScreen) -> Seen:
    """Return the answers, and the rows whose question and answer are fully painted."""
    rows = {name_of(row): row for row in screen.form.rows}
    marked = screen.focused if isinstance(screen.focused, Row) else None
    typed = marked.typed if isinstance(marked, ChoiceRow | NumberRow) else ""
    in_sight = frozenset(name for name, row in rows.items() if is_painted(screen, row))
    line = str(screen.query_one(StatusLine).content)
    answers = dict(leaves(screen.form.sheet.values, ""))
    follow_ups = screen.query_one(FollowUps)
    deciding = follow_ups.has_focus and any(isinstance(each, Decision) for each in follow_ups.steps)
    return Seen(answers, rows, in_sight, marked, typed, screen.form.step_by_step, deciding, line)


def name_of(row: Row) -> str:
    """Return the path of a row, with the member of a set, or + for the row that adds units."""
    path = ".".join(row.path)
    if isinstance(row, MemberRow):
        return f"{path}={row.choice.key}"
    return f"{path}+" if isinstance(row, AddRow) else path


def leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every single answer with its path; the number of units in a list as the path and +."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and all(isinstance(each, Mapping) for each in value) and value:
        yield f"{path}+", str(len(value))
        for number, unit in enumerate(value, 1):
            yield from leaves(unit, f"{path}.{number}")
    elif isinstance(value, list):
        yield from ((f"{path}={member}", "yes") for member in value)
    elif value is not None and value != "":
        yield path, str(value)


def is_painted(screen: CalculatorScreen, row: Row) -> bool:
    """Return whether question and answer of a row are painted, as far as the form has room for them."""
    placed = screen._compositor.visible_widgets.get(row)
    if placed is None:
        return False
    region, clip = placed
    return clip.contains_region(Region(*region.offset, region.width, min(row.answer_height, clip.height)))


def changed(before: Seen, after: Seen) -> set[str]:
    """Return the paths of the answers that differ; added or removed units count once."""
    paths = {
        path
        for path in before.answers.keys() | after.answers.keys()
        if before.answers.get(path) != after.answers.get(path)
    }
    counts = {path for path in paths if path.endswith("+")}
    units = tuple(f"{path[:-1]}." for path in counts)
    return {path for path in paths if path in counts or not path.startswith(units)} if units else paths


def may_change(key: str, before: Seen) -> set[str]:
    """Return the answers that docs/keys.md allows a key to change."""
    row = before.marked
    marked = {name_of(row)} if row is not None else set()
    if key in ("plus", "minus"):
        number = marked if isinstance(row, NumberRow) and (key == "minus" or before.typed) else set()
        return number | {name for name in before.rows if name.endswith("+")}
    if key in MOVES or (before.guided and key in ("left", "right")):
        return marked if before.typed else set()
    if key in ("left", "right"):
        return marked if isinstance(row, ChoiceRow) else set()
    if key == "space":
        return marked if isinstance(row, YesNoRow | AddRow) else set()
    if key == "delete":
        return marked
    if key.isdecimal():
        return marked if isinstance(row, NumberRow | ChoiceRow) else set()
    if key in LETTERS:
        toggled = {name for name, each in before.rows.items() if each.asked and each.hotkey == key}
        if isinstance(row, ChoiceRow) and key in row.keys().values():
            return marked
        if before.typed and isinstance(row, NumberRow):
            return toggled | marked | before.with_choice(key)
        return toggled | (marked if key in "yn" and isinstance(row, YesNoRow) else set())
    return marked if before.typed and isinstance(row, NumberRow) else set()


def faults(key: str, before: Seen, after: Seen) -> Iterator[str]:
    """Yield a message for each change that docs/keys.md does not allow, or that was not visible.

    An answer that is no longer legal is dropped. Its row is then marked and gives the reason, or the status line says
    so, or the row disappears if it is a member of a set.
    """
    if before.deciding and key in ("enter", "right"):
        return
    paths = changed(before, after)
    legal = may_change(key, before)
    marked = name_of(after.marked) if after.marked is not None else ""
    dropped = {
        path
        for path in paths - legal - after.answers.keys()
        if path == marked
        or (path in after.rows and not after.rows[path].asked)
        or "No longer valid: " in after.status_line
    }
    for path in paths - dropped:
        change = f"{before.answers.get(path)} -> {after.answers.get(path)}"
        if path not in legal:
            yield f"{key} changed {path} ({change}), mark on {before.marked and name_of(before.marked)}"
        if path not in before.in_sight:
            yield f"{key} changed {path} ({change}), which was not visible"
        row = after.rows.get(path)
        counted = any(word in after.status_line for word in ("Added: ", "Removed: "))
        if isinstance(row, AddRow) and (marked.startswith(path[:-1]) or counted):
            continue
        if (
            row is not None
            and row.asked
            and path not in after.in_sight
            and row.answer_line() not in after.status_line
        ):
            yield f"{key} changed {path} ({change}), which is not shown"
    if len(paths - dropped) > 1 and not before.typed and not before.with_choice(key):
        yield f"{key} changed several answers: {sorted(paths)}"


class Walk(NamedTuple):
    """A run in one game at one size."""

    game: str
    size: tuple[int, int]
    seed: int


async def walk(cache: Path, plan: Walk, keys: int) -> list[str]:
    """Press random keys in random calculators and return the faults, each with its calculator and keys."""
    chance = random.Random(plan.seed)
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        places = Places((ROOT, Path(folder) / "own"), cache, Path(folder) / "data")
        async with opened(places, plan.game, plan.size, Dice(random.Random(plan.seed))) as hands:
            for _ in range(-(-keys // EACH)):
                assert hands.app.context is not None
                procedure = chance.choice(hands.app.context.module.procedures).id
                messages = await _in_calculator(hands, procedure, chance, min(keys, EACH))
                found += [
                    f"{procedure} at {plan.size[0]}x{plan.size[1]}, seed {plan.seed}: {each}"
                    for each in messages
                ]
    return found


async def _in_calculator(hands: Hands, procedure: str, chance: random.Random, keys: int) -> list[str]:
    hands.app.post_message(OpenCalculator(procedure))
    await hands.rest()
    found: list[str] = []
    trail: list[str] = []
    screen = cast(CalculatorScreen, hands.app.screen)
    for _ in range(keys):
        if hands.app.screen is not screen:
            break
        before = look(screen)
        key = _some_key(chance, before)
        trail.append(key)
        await hands.press(key)
        if hands.app.screen is screen:
            found += [f"{each}; keys: {' '.join(trail)}" for each in faults(key, before, look(screen))]
    await hands.press("escape", "escape", "f5")
    return found


def _some_key(chance: random.Random, before: Seen) -> str:
    """A random key, or one that answers the marked question, so that most calculators reach their roll."""
    row = before.marked
    if isinstance(row, ChoiceRow) and row.legal and chance.random() < 0.3:
        keys: list[str] = list(row.keys().values())
        taken: str = chance.choice(keys)
        return taken[:1]
    if isinstance(row, NumberRow) and chance.random() < 0.3:
        return chance.choice(("1", "2", "3", "enter"))
    key: str = chance.choice(KEYS)
    return key


def plans(seed: int, games: tuple[str, ...], sizes: tuple[tuple[int, int], ...]) -> list[Walk]:
    """Return a run for each game and size."""
    return [
        Walk(game, size, seed * 1000 + number)
        for number, (game, size) in enumerate((game, size) for size in sizes for game in games)
    ]


def main() -> int:
    """Run the proof and print the faults; return 1 if there are any."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keys", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--size", help="as 80x24")
    options = parser.parse_args()
    width, _, height = (options.size or "").partition("x")
    chosen = plans(
        options.seed,
        (options.game,) if options.game else GAMES,
        ((int(width), int(height)),) if options.size else SIZES,
    )
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        cache = warm(Path(folder))
        for plan in chosen:
            faults_found = asyncio.run(walk(cache, plan, -(-options.keys // len(chosen))))
            found += faults_found
            where = f"{plan.game} at {plan.size[0]}x{plan.size[1]}, seed {plan.seed}"
            print("\n".join([*faults_found, f"{where}: {len(faults_found)} faults"]), flush=True)
    print(f"{options.keys} keys, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
