"""Records in JSON files that say their format: exported table rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from companion.model import Refused

FORMAT = 1
"""Format that this version writes, and the latest that it reads."""

R = TypeVar("R", bound=msgspec.Struct)


class _Head(msgspec.Struct):
    format: int


class _Content(msgspec.Struct, Generic[R]):
    format: int
    records: tuple[R, ...]


def encode_records(records: Sequence[R]) -> bytes:
    """Return the records as an indented JSON object with `format` and `records`."""
    return msgspec.json.format(msgspec.json.encode(_Content(FORMAT, tuple(records))), indent=2) + b"\n"


def decode_records(raw: bytes, kind: type[R], name: str) -> tuple[R, ...]:
    """Return the records of JSON; `name` is what messages call them. Raises Refused for anything else."""
    try:
        found = msgspec.json.decode(raw, type=_Head).format
        if found <= FORMAT:
            return msgspec.json.decode(raw, type=_Content[kind]).records  # type: ignore[valid-type]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"these are no {name}: {error}") from None
    raise Refused(f"these {name} are of a newer version of the companion (format {found})")
