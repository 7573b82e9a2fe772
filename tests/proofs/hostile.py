"""Hostile input: malicious files, words and bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

ESCAPES = (
    "\x1b[31m",
    "\x1b]0;owned\x07",
    "\x9b2J",
    "\x00",
    "\x07",
    "\x08",
    "\x7f",
    "\r",
    "\u202e",
    "\u2066",
    "\u200f",
)
"""Characters and sequences that could control a terminal or reverse the reading order."""

TOKENS = (
    *ESCAPES,
    *(
        "&a [*a, *a]",
        "*a",
        "!!python/object/apply:os.system ['false']",
        "<<: *a",
        "---",
        "...",
        "? ",
        "%YAML 9.9",
    ),
    *(
        "[" * 60,
        "{" * 60,
        "(" * 300,
        "- " * 50,
        "[[" * 200,
        "`" * 99,
        "<b>",
        "<!--",
        "| a | b |",
        "# ",
        "\t",
        "\ufeff",
    ),
    *(
        "9" * 30,
        "-1",
        "1e999",
        "0",
        "0x10",
        "NO",
        "~",
        "''",
        '"',
        "'",
        ":",
        ": :",
        ": |",
        "#",
        "\u2212",
        "\u00e9",
    ),
    *(
        "__import__('os')",
        "a.b.c",
        "1 // 0",
        "1000000 * 1000000",
        "not " * 30,
        "min()",
        "lambda: 0",
        "yes",
        "nothing",
    ),
    *(
        "1d0",
        "0d6",
        "99999d99999",
        "d6",
        "2d6",
        "00-99",
        "{x}",
        "{" + "x" * 50 + "}",
        "use",
        "lob:8.4",
        "bp:shoot",
    ),
)

BYTES = (b"\xff\xfe", b"\x00" * 9, b"\xc3", b"\xed\xa0\x80", b"\x80abc", b"\xf4\x90\x80\x80")


def broken(text: str, chance: random.Random) -> bytes:
    """`text` with up to four random changes, as bytes."""
    for _ in range(chance.randint(1, 4)):
        text = _changed(text, chance)
    raw = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        at = chance.randrange(len(raw) + 1)
        raw = raw[:at] + chance.choice(BYTES) + raw[at:]
    if chance.random() < 0.05:
        raw = text.encode(chance.choice(("utf-16", "latin-1", "utf-32", "utf-8-sig")), "replace")
    return raw


def _changed(text: str, chance: random.Random) -> str:
    """Delete, repeat, insert, replace, shuffle or swap a random part."""
    at, end = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
    end = min(end, at + chance.choice((1, 5, 40, 400)))
    lines = text.splitlines(keepends=True)
    match chance.randrange(8):
        case 0:
            return text[:at] + text[end:]
        case 1:
            return text[:end] + text[at:end] * chance.randint(1, 5) + text[end:]
        case 2:
            return text[:at] + chance.choice(TOKENS) + text[at:]
        case 3:
            return text[:at] + chance.choice(TOKENS) + text[end:]
        case 4:
            return "".join(chance.sample(lines, len(lines)))
        case 5:
            return _swapped(lines, chance)
        case _:
            return _value(lines, chance)


def _value(lines: list[str], chance: random.Random) -> str:
    """Replace the value after a random key."""
    if not lines:
        return ""
    at = chance.randrange(len(lines))
    key, colon, _ = lines[at].partition(":")
    return "".join([*lines[:at], f"{key}{colon} {chance.choice(TOKENS)}\n", *lines[at + 1 :]])


def _swapped(lines: list[str], chance: random.Random) -> str:
    if len(lines) < 2:
        return "".join(lines)
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def flipped(raw: bytes, chance: random.Random) -> bytes:
    """Bytes with flipped bits, truncated, or replaced by random bytes."""
    way = chance.randrange(4)
    if way == 0:
        return chance.randbytes(chance.choice((0, 1, 16, 100, 5000)))
    if way == 1:
        return raw[: chance.randrange(len(raw) + 1)]
    changed = bytearray(raw)
    for _ in range(chance.choice((1, 3, 30, 300))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def value(chance: random.Random, depth: int = 3) -> object:
    """A random JSON value."""
    way = chance.randrange(9 if depth else 6)
    if way < 2:
        return chance.choice(TOKENS)
    if way < 4:
        return chance.choice((0, 1, -1, 2, 7, 10**6, 10**30, -(10**30), True, False, None, 0.5, 1e308))
    if way < 6:
        return chance.choice(("yes", "no", "A", "Line", "infantry", "", " ", "fresh"))
    if way < 8:
        return {str(value(chance, 0)): value(chance, depth - 1) for _ in range(chance.randrange(4))}
    return [value(chance, depth - 1) for _ in range(chance.randrange(4))]


def json_text(chance: random.Random) -> str:
    """Random JSON, sometimes malformed."""
    way = chance.randrange(12)
    if way == 0:
        return "[" * 100_000
    if way == 1:
        return '{"a":' * 50_000
    text = json.dumps(value(chance), ensure_ascii=chance.random() < 0.5)
    return text if way > 3 else text[: chance.randrange(len(text) + 1)] + chance.choice(TOKENS)


_HEAD = (
    "id: {id}\ntitle: T\ncite: X\nsummary: S\ninputs:\n"
    "  - {{name: a, label: A, kind: number, least: 0, most: 9, cite: X}}\n"
)
_OUT = "outcome:\n  - {name: x, label: X, show: headline}\n"


def _procedure(name: str, steps: str) -> dict[str, bytes]:
    text = _HEAD.format(id=name) + "steps:\n" + steps + _OUT
    return {f"tables/bp/procedures/{name}.yaml": text.encode()}


def _uses(levels: int) -> dict[str, bytes]:
    """Procedures that each use the previous one twice: expanded, they would fill any memory."""
    files = _procedure("u0", "  - {do: work-out, values: {x: a}}\n")
    for level in range(1, levels):
        step = "  - {{do: use, name: {n}, procedure: u{b}, given: {{a: a}}, take: {{{n}x: x}}}}\n"
        steps = step.format(n="p", b=level - 1) + step.format(n="q", b=level - 1)
        files |= _procedure(f"u{level}", f"{steps}  - {{do: work-out, values: {{x: px + qx}}}}\n")
    return files


def _chain(levels: int) -> dict[str, bytes]:
    """Procedures that each use the previous one."""
    files = _procedure("v0", "  - {do: work-out, values: {x: a}}\n")
    for level in range(1, levels):
        step = f"  - {{do: use, name: p, procedure: v{level - 1}, given: {{a: a}}, take: {{x: x}}}}\n"
        files |= _procedure(f"v{level}", step)
    return files


def _circle() -> dict[str, bytes]:
    step = "  - {{do: use, name: p, procedure: {b}, given: {{a: a}}, take: {{x: x}}}}\n"
    return _procedure("c1", step.format(b="c2")) | _procedure("c2", step.format(b="c1"))


def _endless() -> dict[str, bytes]:
    """Rounds inside rounds."""
    rounds = "{{do: rounds, name: {n}, during: {n} < 900, begin: {{{x}: 0}}, then: {{{x}: {x} + 1}}, steps: [{steps}]}}"
    inner = rounds.format(n="m", x="y", steps="{do: work-out, values: {z: y}}")
    return _procedure("endless", f"  - {rounds.format(n='n', x='x', steps=inner)}\n")


def _chapter(text: str) -> dict[str, bytes]:
    return {"rulebook/bp/90-more.md": f"---\ntitle: More\n---\n\n{text}\n".encode()}


def _grid(rows: int) -> dict[str, bytes]:
    lines = "\n".join(f"  r{number} | {number}" for number in range(rows))
    return {
        "tables/bp/charts/wide.yaml": f"id: wide\ntitle: W\ncite: X\npage: P\ngrid: |\n  R | c\n{lines}\n".encode()
    }


SPECIAL: dict[str, Callable[[], dict[str, bytes]]] = {
    "deep flow": lambda: {"tables/bp/glossary.yaml": b"terms: " + b"[" * 200_000},
    "deep block": lambda: {"tables/bp/glossary.yaml": b"".join(b" " * n + b"- \n" for n in range(1500))},
    "billion laughs": lambda: {
        "tables/bp/glossary.yaml": b"a: &a [x,x]\n"
        + b"".join(b"%c: &%c [*%c,*%c,*%c,*%c]\n" % (c + 1, c + 1, c, c, c, c) for c in range(97, 120))
    },
    "huge file": lambda: {"tables/bp/glossary.yaml": b"terms:\n" + b"  - {term: x}\n" * 2_000_000},
    "just small enough": lambda: {"tables/bp/glossary.yaml": b"terms:\n" + b"  - {term: x}\n" * 120_000},
    "many wrong keys": lambda: {
        "tables/bp/glossary.yaml": b"".join(b"key%d: 1\n" % number for number in range(100_000))
    },
    "one long line": lambda: {"tables/bp/glossary.yaml": b"terms: '" + b"x" * 1_900_000 + b"'"},
    "many rows": lambda: _grid(60_000),
    "uses that explode": lambda: _uses(40),
    "a chain of uses": lambda: _chain(60),
    "circle of uses": _circle,
    "rounds in rounds": _endless,
    "brackets": lambda: _chapter("# Head\n\n- " + "[" * 400_000),
    "links to nowhere": lambda: _chapter(
        "# Head\n\n- " + " ".join(f"[[bp:nowhere-{n}]]" for n in range(20_000))
    ),
    "blanks": lambda: _chapter("# Head\n\n- a" + " " * 400_000 + "b {"),
    "braces": lambda: _chapter("# Head\n\n- a" + " {.x" * 100_000),
    "stars": lambda: _chapter("# Head\n\n- " + "*a _b " * 100_000),
    "quotes": lambda: _chapter("# Head\n\n" + ">" * 300_000),
    "lists": lambda: _chapter("# Head\n\n" + "- " * 100_000),
    "headings": lambda: _chapter("# Head\n\n- a\n\n" * 40_000),
    "ticks": lambda: _chapter("# Head\n\n- " + " ".join("`" * (n % 900) for n in range(1800))),
    "table": lambda: _chapter(
        "# Head\n\n" + "|a" * 3000 + "|\n" + "|-" * 3000 + "|\n" + ("|b" * 3000 + "|\n") * 30
    ),
    "long heading": lambda: _chapter("# " + "1.1, " * 100_000),
    "asked": lambda: _chapter("# Head\n\n- x\n\n*Also asked:* " + "a; " * 200_000),
}
"""Files that are made to take long, or much memory."""
