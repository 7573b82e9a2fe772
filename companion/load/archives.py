"""Opens zip files from other programs; damaged, encrypted and unsupported ones are refused."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from companion.errors import Refused

_CHUNK = 65_536
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x41
"""Flag bits of an encrypted part."""


class Archive:
    """A zip file with size limits, checked against its directory before anything is unpacked."""

    def __init__(self, file: BinaryIO, name: str, kind: str, *, parts: int, unpacked: int) -> None:
        """Open a zip file with at most `parts` parts and `unpacked` bytes. Raises Refused.

        Messages use `name` and `kind`, as in `a Word document`.
        """
        self._name, self._kind = name, kind
        with self._refusing():
            self._zip = zipfile.ZipFile(file)
        self.parts = self._zip.namelist()
        size = sum(part.file_size for part in self._zip.infolist())
        for count, most, what in ((len(self.parts), parts, "parts"), (size, unpacked, "unpacked bytes")):
            if count > most:
                raise Refused(f"{name} has {count:,} {what}; the limit is {most:,}")

    def pieces(self, part: str) -> Iterator[bytes]:
        """Yield the content of a part in chunks. Raises Refused."""
        info = self._zip.getinfo(part)
        if info.flag_bits & _ENCRYPTED:
            raise Refused(f"{self._name} is encrypted; save it without a password")
        if info.compress_type not in _COMPRESSIONS:
            raise Refused(f"{self._name} uses an unsupported compression method")
        with self._refusing():
            content = self._zip.open(info)
        with content:
            while True:
                with self._refusing():
                    piece = content.read(_CHUNK)
                if not piece:
                    return
                yield piece

    def read(self, part: str) -> bytes:
        """Return the content of a part. Raises Refused."""
        return b"".join(self.pieces(part))

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turn the errors of zipfile for damaged files into refusals."""
        try:
            yield
        except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, ValueError, zlib.error):
            raise Refused(f"{self._name} cannot be read as {self._kind}; the file may be damaged") from None
