"""The player's own scenarios for the game in play, which a form writes to a file that the player may also edit.

Guests, who play from another machine, can use them, but not add, change or remove any.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import msgspec

from companion.errors import Refused
from companion.load.content import content_of
from companion.load.own_scenarios import (
    HEADER,
    OwnScenarios,
    checked_scenarios,
    own_path,
    read_own,
)
from companion.model import CompanionError, GameModule, Scenario
from companion.play.data_version import note_data
from companion.play.replacing import replace_file
from companion.play.store.lock import file_lock
from companion.workspace.context import AppContext
from companion.workspace.scenario_values import ScenarioValues, new_id

LONGEST_NAME = 80
"""Most characters in the name of a scenario."""
_LOCK = "scenarios"
_CONTROLS = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories of characters that texts in the file may not contain."""


def may_write(context: AppContext) -> bool:
    """Whether the player may add, change and remove scenarios of their own."""
    return not context.guest and len(context.places.bases) > 1


def own_ids(context: AppContext) -> set[str]:
    """Return the ids of the player's own scenarios for the game in play; empty if their file cannot be read."""
    if not may_write(context):
        return set()
    try:
        return {scenario.id for scenario in read_own(context.places, context.game).record.scenarios}
    except CompanionError:
        return set()


def is_included(context: AppContext) -> bool:
    """Whether the game in play comes with the companion, not from the player's own folder."""
    return any((base / "tables" / context.game).is_dir() for base in context.places.bases[:-1])


class OwnScenario:
    """A scenario of the player in a form: a new one, or one being changed."""

    def __init__(self, context: AppContext, name: str = "") -> None:
        """`name`: id of the scenario to change; empty for a new one. Raises Refused, always for a guest."""
        _check(context)
        self.context = context
        self.game = context.game
        file = read_own(context.places, self.game)
        self.name = name
        self.before = file.parts(name)
        if name and not self.before["scenarios"]:
            raise Refused(f"{name} is not one of your scenarios")
        self.form = ScenarioValues(self._module, self.before, context.session.game_state.sides)

    @property
    def _module(self) -> GameModule:
        """The records of the game, with its own names for the sides."""
        return self.context.library.module(self.game)

    def question(self, values: Mapping[str, str]) -> str:
        """Return the question before saving, whether to replace another scenario; empty for none. Raises Refused."""
        title = _checked_title(values["title"])
        same = self._called(title)
        if same is None or same.id == self.name:
            return ""
        if same.id not in own_ids(self.context):
            raise Refused(f"{same.title} comes with {self._module.game.name}; choose another name")
        if self.name:
            raise Refused(f"another scenario is called {same.title}; choose another name")
        return f"You already have a scenario {same.title}.\nReplace it, and everything that belongs to it?"

    def save(self, values: Mapping[str, str]) -> Scenario:
        """Save the scenario, and use it from now on. Raises CompanionError, leaving everything unchanged."""
        _check(self.context)
        _check_characters(values)
        same = self._called(_checked_title(values["title"]))
        taken = {scenario.id for scenario in self._module.scenarios.scenarios}
        name = self.name or (same.id if same is not None else new_id(values["title"], taken, "scenario"))
        parts = self.form.written(name, {**values, "title": _checked_title(values["title"])})
        with file_lock(self.context.places.data / _LOCK):
            file = read_own(self.context.places, self.game)
            if self.name and file.parts(name) != self.before:
                raise Refused(
                    f"{file.path} has changed since this form was opened; close the form and open it again"
                )
            _write(self.context, file, file.changed(name, parts))
        return self.context.module.scenario(name)

    def _called(self, title: str) -> Scenario | None:
        scenarios = self._module.scenarios.scenarios
        return next((each for each in scenarios if each.title.casefold() == title.casefold()), None)


def remove_scenario(context: AppContext, name: str) -> None:
    """Remove one of the player's scenarios and all that belongs to it. Raises CompanionError, always for a guest."""
    _check(context)
    with file_lock(context.places.data / _LOCK):
        file = read_own(context.places, context.game)
        if not file.parts(name)["scenarios"]:
            raise Refused(f"{name} is not one of your scenarios")
        _write(context, file, file.changed(name, {}))


def _write(context: AppContext, file: OwnScenarios, text: str) -> None:
    """Write the file unless it would have faults, and use its scenarios from now on."""
    module = context.library.module(context.game)
    text = text if file.text else f"{HEADER}{text}"
    scenarios = checked_scenarios(context.places, module, text)
    path = own_path(context.places, context.game)
    try:
        ends = b"\r\n" if path.exists() and b"\r\n" in path.read_bytes() else b"\n"
    except OSError as error:
        raise CompanionError(f"{path} cannot be read: {error.strerror}") from None
    replace_file(path, text.encode().replace(b"\n", ends))
    changed = msgspec.structs.replace(module, scenarios=scenarios)
    modules = tuple(changed if each is module else each for each in context.library.modules)
    content = content_of(context.places).whole
    library = msgspec.structs.replace(context.library, modules=modules, content=content)
    context.use_library(library, context.finder)
    if not context.session.store.read_only:
        note_data(context.session)


def _check(context: AppContext) -> None:
    if context.guest:
        raise Refused("guests cannot change scenarios; add them on the computer that runs companion serve")
    if not may_write(context):
        raise Refused("there is no folder for your scenarios")


def _checked_title(typed: str) -> str:
    title = " ".join(typed.split())
    if not title:
        raise Refused("the scenario needs a name")
    if len(title) > LONGEST_NAME:
        raise Refused(f"the name has {len(title):,} characters; at most {LONGEST_NAME}")
    return title


def _check_characters(values: Mapping[str, str]) -> None:
    """Raise Refused for control characters and noncharacters, except tabs and line breaks."""
    for text in values.values():
        for character in text:
            if character not in "\t\n" and (
                unicodedata.category(character) in _CONTROLS or ord(character) & 0xFFFE == 0xFFFE
            ):
                place = text.index(character)
                near = text[max(0, place - 20) : place].rpartition("\n")[2]
                after = f' after "{near}"' if near else ""
                code = f"U+{ord(character):04X}"
                raise Refused(f"the control character {code}{after} cannot be saved; delete it")
