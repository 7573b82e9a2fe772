"""Keys in `config.yaml`: legal changes, and faults."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from textual.binding import Binding, BindingsMap

from companion.load.settings import FILE, read_settings
from companion.ui.key_names import key_label, key_of, written
from companion.ui.keymap import _screens, bound, changed_keys


def changed(folder: Path, text: str) -> tuple[dict[str, str], list[str]]:
    """The keymap that results from these lines below `keys:`, and the faults."""
    (folder / FILE).write_text(f"keys:\n{indent(text, '  ')}")
    found = changed_keys(read_settings(folder))
    return found.keymap, [str(fault) for fault in found.faults]


def test_without_the_file_nothing_changes(tmp_path: Path) -> None:
    """There are neither changed keys nor faults without the file."""
    assert changed_keys(read_settings(tmp_path / "nowhere")) == ({}, ())


@pytest.mark.parametrize(
    ("text", "keymap"),
    [
        ("", {}),
        ("# nothing yet\n", {}),
        ("find.kind: ctrl+t", {"find.kind": "ctrl+t"}),
        ("find.kind: Ctrl+T", {"find.kind": "ctrl+t"}),
        ("turn.go: z, G", {"turn.go": "z,G"}),
        ('turn.go: "["', {"turn.go": "left_square_bracket"}),
        ("turn.go: left_square_bracket", {"turn.go": "left_square_bracket"}),
        ("undo: ctrl+u", {"undo": "ctrl+u"}),
        ("undo: ^u", {"undo": "ctrl+u"}),
        ("find.kind: f7", {"find.kind": "f7"}),
        ("find.kind: f8\nfind.scope: f7", {"find.kind": "f8", "find.scope": "f7"}),
        ("log.note: d", {"log.note": "d"}),
        ("calculators.filter: f4", {"calculators.filter": "f4"}),
    ],
)
def test_legal_changes(tmp_path: Path, text: str, keymap: dict[str, str]) -> None:
    """A key or several, by sign or name; two keys exchanged; the same key on screens that cannot be open together."""
    assert changed(tmp_path, text) == (keymap, [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("find.kid: f8", "config.yaml:2: keys.find.kid: unknown command (did you mean find.kind?"),
        ("zzz: f8", "config.yaml:2: keys.zzz: unknown command (companion keys lists all names)"),
        ("find.kind: f6", "config.yaml:2: keys.find.kind: F6 is already the key of find.charts"),
        ("find.kind: f2", "F2 is already the key of calculators"),
        ("undo: f6", "F6 is already the key of calculator.charts"),
        ("turn.go: 4", "4 is already the key of Phase 4"),
        ("turn.go: c", "c is already the key of turn.cup"),
        ("find.kind: k", "k is typed as text there"),
        ("help: h", "h is typed as text there"),
        ("calculator.restart: w", "w answers questions there"),
        ("find.kind: tab", "tab is reserved"),
        ("find.kind: f99", "'f99' is not a key"),
        ("find.kind: hyper+a", "'hyper+a' is not a key"),
        ("find.kind:", "'' is not a key"),
        ("find.kind: f8,", "'' is not a key"),
        ("find.kind: [f8]", "is not a key"),
        ("find.kind: {a: b}", "is not a key"),
        ("- find.kind", "expected a list of keys (write one key per line below it, indented: find.kind: F8)"),
        ("find.kind f6", "expected a list of keys"),
        ("find.kind: f8\nfind.kind: f9", "key 'find.kind' appears twice"),
        ("find.kind: !!python/object:os.system f8", "is not supported"),
        ("find.kind: *a", "anchors and aliases"),
        ("turn.go: \x1b[2J", "invalid YAML"),
    ],
)
def test_illegal_changes_are_reported(tmp_path: Path, text: str, message: str) -> None:
    """The message is one line that names the mistake; nothing is changed."""
    keymap, faults = changed(tmp_path, text)
    assert keymap == {}
    assert len(faults) == 1
    assert message in faults[0]


def test_a_key_given_to_two_commands_is_reported(tmp_path: Path) -> None:
    """The command that loses the key gets a fault that names the other one, which keeps it."""
    keymap, faults = changed(tmp_path, "turn.go: z\nturn.cup: z\nturn.units: y\n")
    assert keymap == {"turn.cup": "z", "turn.units": "y"}
    (fault,) = faults
    assert f"{FILE}:2: keys.turn.go: z is already the key of turn.cup" in fault


def test_an_illegal_exchange_changes_neither_key(tmp_path: Path) -> None:
    """If one of two exchanged keys is illegal, neither changes."""
    keymap, faults = changed(tmp_path, "find.kind: ctrl+g\nfind.scope: f2\n")
    assert keymap == {}
    assert len(faults) == 2


@pytest.mark.parametrize(
    ("key", "shown", "in_texts"),
    [
        ("n", "n", "n"),
        ("N", "N", "N"),
        ("f6", "F6", "F6"),
        ("escape", "Esc", "Escape"),
        ("pagedown", "PageDown", "PageDown"),
        ("left_square_bracket", "[", "["),
        ("ctrl+s", "^S", "Ctrl+S"),
        ("ctrl+down", "^↓", "Ctrl+Down"),
        ("shift+tab", "Shift+Tab", "Shift+Tab"),
    ],
)
def test_a_key_has_one_name_on_the_screen_and_one_in_texts(key: str, shown: str, in_texts: str) -> None:
    """The screen shows ^S; texts and the settings have Ctrl+S."""
    assert (key_label(key), written(key)) == (shown, in_texts)


def test_written_keys_can_be_read() -> None:
    """Every key of the app can be written and read."""
    for each in bound():
        for key in each.keys:
            assert key_of(written(key)) == key


def test_every_key_has_a_name_except_keys_of_single_lines() -> None:
    """A key can be changed only if it has a name."""
    for kind in _screens():
        for listed in BindingsMap(kind.__dict__.get("BINDINGS", [])).key_to_bindings.values():
            for each in listed:
                row = each.key.isalnum() and len(each.key) == 1 and "(" in each.action
                assert each.id or row, (kind, each)


def test_a_name_has_the_same_key_on_every_screen() -> None:
    """A name has the same key wherever it is used."""
    keys: dict[str, tuple[str, ...]] = {}
    for kind in _screens():
        listed: dict[str, list[str]] = {}
        for each in (
            b for bs in BindingsMap(kind.__dict__.get("BINDINGS", [])).key_to_bindings.values() for b in bs
        ):
            assert isinstance(each, Binding)
            if each.id:
                listed.setdefault(each.id, []).append(each.key)
        for name, here in listed.items():
            assert keys.setdefault(name, tuple(dict.fromkeys(here))) == tuple(dict.fromkeys(here)), name
