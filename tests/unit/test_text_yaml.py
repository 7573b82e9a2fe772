"""YAML as text with line numbers: values are neither guessed nor lost, and nothing crashes."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.load.faults import Faults, key_path
from companion.load.records import read_tree
from companion.load.text_yaml import DEEPEST, LONGEST, YamlFault, read_yaml

DEEP = {
    "flow lists": "'a: ' + '[' * 100_000",
    "closed flow lists": "'a: ' + '[' * 100_000 + ']' * 100_000",
    "flow mappings": "'{a: ' * 100_000",
    "block lists": "'- ' * 100_000",
    "block keys": "'? ' * 100_000",
    "indented keys": "''.join(' ' * i + 'a:\\n' for i in range(1_500))",
}


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("4.10", "4.10"),
        ("NO", "NO"),
        ("yes", "yes"),
        ("1:2", "1:2"),
        ("012", "012"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("~", "~"),
        ("null", "null"),
        ("", ""),
        ("''", ""),
        ("2018-06-06", "2018-06-06"),
        ("'4.10'", "4.10"),
        ('"a\\tb"', "a\tb"),
        ("=", "="),
        ("<<", "<<"),
        ("+1", "+1"),
        ("−1", "−1"),
        ("½", "½"),
        (">-\n  one\n  two", "one two"),
        ("|\n  one\n  two\n", "one\ntwo\n"),
    ],
)
def test_text_stays_text(written: str, text: str) -> None:
    """A scalar keeps the text of the file, whatever type YAML would give it."""
    assert read_yaml(f"key: {written}").value == {"key": text}
    if "\n" not in written:
        assert read_yaml(f"- {written}").value == [text]


@pytest.mark.parametrize("key", ["4.10", "NO", "~", "1:2", "012", "<<", "null"])
def test_keys_stay_text(key: str) -> None:
    """Keys are text too, and a merge key is an ordinary key."""
    assert read_yaml(f"{key}: x").value == {key: "x"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        ("# nothing\n", {}),
        ("---\n", ""),
        ("a", "a"),
        ("[]", []),
        ("{}", {}),
        ("---\na: b\n", {"a": "b"}),
    ],
)
def test_small_files(text: str, value: object) -> None:
    """A file may be empty, or contain one document."""
    assert read_yaml(text).value == value


@pytest.mark.parametrize(
    ("text", "key", "first", "second"),
    [
        ("a: 1\nb: 2\na: 3\n", "a", 1, 3),
        ("a:\n  x: 1\n  y: 2\n  x: 3\n", "x", 2, 4),
        ("- {x: 1}\n- x: 1\n  x: 2\n", "x", 2, 3),
        ("a: {x: 1, x: 2}\n", "x", 1, 1),
        ("'no': 1\nno: 2\n", "no", 1, 2),
        ("a:\nb:\na:\n", "a", 1, 3),
        ("a: [1]\n\na: {b: 1}\n", "a", 1, 3),
    ],
)
def test_equal_keys_are_refused(text: str, key: str, first: int, second: int) -> None:
    """The message names both lines."""
    with pytest.raises(YamlFault, match=f"key '{key}' appears twice, first in line {first}") as caught:
        read_yaml(text)
    assert caught.value.line == second
    assert caught.value.mend


def test_equal_keys_in_different_places_are_fine() -> None:
    """A key may be repeated, but not within a mapping."""
    assert read_yaml("a: {x: 1}\nb: {x: 2}\nc: [{x: 1}, {x: 2}]").value["b"] == {"x": "2"}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: &x 1\n", 1, "anchors and aliases"),
        ("a: 1\nb: &x [1]\n", 2, "anchors and aliases"),
        ("a: 1\nb: &x {c: 1}\n", 2, "anchors and aliases"),
        ("&x a: 1\n", 1, "anchors and aliases"),
        ("a: *x\n", 1, "anchors and aliases"),
        ("a: 1\n*x : 2\n", 2, "anchors and aliases"),
        ("a: !!python/object:os.system x\n", 1, "tag .*is not supported"),
        ("a: !!int 1\n", 1, "tag .*is not supported"),
        ("a: 1\nb: !own {c: 1}\n", 2, "tag .*is not supported"),
        ("a: !own [1]\n", 1, "tag .*is not supported"),
        ("a: ! x\n", 1, "tag .*is not supported"),
        ("a: 1\n---\nb: 2\n", 2, "more than one document"),
        ("a: 1\n...\n---\n", 3, "more than one document"),
        ("? [a]\n: b\n", 1, "a key must be plain text"),
        ("{a: b}: c\n", 1, "a key must be plain text"),
        ("a:\n\tb: 1\n", 2, "invalid YAML"),
        ("a: 1\n\tb: 2\n", 2, "invalid YAML"),
        ("a: [1\nb: 2\n", 2, "invalid YAML"),
        ("a: 'open\n", 2, "invalid YAML"),
        ("a: b: c\n", 1, "invalid YAML"),
        ("a: 1\n  b: 2\n", 2, "invalid YAML"),
        ("a: @x\n", 1, "invalid YAML"),
        ("a: %x\n", 1, "invalid YAML"),
        ("a: {b: 1\n", 2, "invalid YAML"),
    ],
)
def test_refused_with_its_line(text: str, line: int, says: str) -> None:
    """Unsupported YAML is refused with its line."""
    with pytest.raises(YamlFault, match=says) as caught:
        read_yaml(text)
    assert caught.value.line == line


@pytest.mark.parametrize("text", ["a: \x00", "a: \x07b", "a: \x1b[31m", "a: \ud800", "a: \udcff\n", "\uffff"])
def test_invalid_characters_are_refused(text: str) -> None:
    """Control characters and lone surrogates are a fault of the whole file, not a crash."""
    with pytest.raises(YamlFault) as caught:
        read_yaml(text)
    assert caught.value.line == 0


def test_a_tab_inside_a_value_is_text() -> None:
    """Only indentation may not be a tab."""
    assert read_yaml("a: b\tc\n").value == {"a": "b\tc"}


@pytest.mark.parametrize("char", ["\u202e", "\u2066", "\u200f", "\ufeff"])
def test_bidi_characters_do_not_move_anything(char: str) -> None:
    """They stay part of their text; keys that look alike stay different, and line numbers stay right."""
    tree = read_yaml(f"a: x{char}y\na{char}: z\nb: w\n")
    assert tree.value == {"a": f"x{char}y", f"a{char}": "z", "b": "w"}
    assert tree.line(("b",)) == 3


def test_depth_is_bounded() -> None:
    """Deep enough for every file, and no deeper."""
    assert read_yaml("[" * DEEPEST + "]" * DEEPEST).value
    with pytest.raises(YamlFault, match=f"deeper than {DEEPEST}"):
        read_yaml("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))


def test_length_is_bounded() -> None:
    """A file that is too long is not read."""
    with pytest.raises(YamlFault, match=f"longer than {LONGEST:,}"):
        read_yaml("#" * (LONGEST + 1))


@pytest.mark.parametrize("shape", DEEP)
def test_a_hundred_thousand_levels_do_not_crash(shape: str) -> None:
    """The test uses a separate process, because a crash would end the interpreter."""
    code = (
        "from companion.load.text_yaml import YamlFault, read_yaml\n"
        f"text = {DEEP[shape]}\n"
        "try:\n    read_yaml(text)\nexcept YamlFault as fault:\n    print(fault.line, fault.says)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert any(says in done.stdout for says in ("nested deeper", "invalid YAML", "a key must be plain text"))


def test_lines_of_key_paths() -> None:
    """Every key and item has its line; other paths have the line of their container."""
    text = "id: x\n\n# note\nsteps:\n  - do: a\n    when: b\n  -\n    do: c\n    list: [1,\n      2]\nend: >-\n  t\n"
    tree = read_yaml(text)
    lines = {
        ("id",): 1,
        ("steps",): 4,
        ("steps", 0): 5,
        ("steps", 0, "when"): 6,
        ("steps", 1, "do"): 8,
        ("steps", 1, "list", 0): 9,
        ("steps", 1, "list", 1): 10,
        ("end",): 11,
        ("steps", 0, "absent"): 5,
        ("steps", 9): 4,
        ("absent",): 1,
        (): 1,
    }
    assert {path: tree.line(path) for path in lines} == lines


@pytest.mark.parametrize(
    ("path", "text"),
    [((), ""), (("a",), "a"), (("a", 2, "b"), "a[2].b"), (("a", 0, 1), "a[0][1]"), (("a", "4.10"), "a.4.10")],
)
def test_key_paths_as_they_are_read(path: tuple[str | int, ...], text: str) -> None:
    """Key paths in the form that is shown."""
    assert key_path(path) == text


@pytest.mark.parametrize("text", ["- a\n", "just text\n", "42\n", "[]"])
def test_a_file_without_keys_is_a_fault(text: str) -> None:
    """A table file must begin with a key."""
    faults = Faults("f.yaml")
    assert read_tree(text, faults) is None
    assert [(each.line, each.says) for each in faults.noted] == [(1, "the file must contain keys and values")]


def test_an_invalid_file_is_one_fault() -> None:
    """The fault has the line and a correction."""
    faults = Faults("f.yaml")
    assert read_tree("a: 1\na: 2\n", faults) is None
    assert str(faults.noted[0]) == "f.yaml:2: key 'a' appears twice, first in line 1 (keep one of them)"


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Every text gives a tree or one fault."""
    try:
        tree = read_yaml(text)
    except YamlFault as fault:
        assert fault.line >= 0
        return
    assert isinstance(tree.value, dict | list | str)


@settings(deadline=None)
@given(
    st.dictionaries(
        st.text("abcxyz", min_size=1, max_size=5), st.sampled_from(["4.10", "NO", "~", "012", ""]), min_size=1
    )
)
def test_keys_values_and_lines_are_unchanged(written: dict[str, str]) -> None:
    """Reading keeps keys, values and lines of any plain mapping."""
    tree = read_yaml("".join(f"{key}: {value}\n" for key, value in written.items()))
    assert tree.value == written
    assert [tree.line((key,)) for key in written] == list(range(1, len(written) + 1))
