"""Opens zip files that others have made; those that are damaged, encrypted or oddly packed are refused."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from companion.errors import Refused

_PIECE = 65_536
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x41
"""The bits of a part's flags that say it is encrypted."""


class Archive:
    """A zip file with bounds; what it unpacks to is counted from the directory, before anything is unpacked."""

    def __init__(self, file: BinaryIO, name: str, kind: str, *, parts: int, unpacked: int) -> None:
        """Open a zip file, such as `a Word document`, of at most so many parts and unpacked bytes. Raises Refused."""
        self._name, self._kind = name, kind
        with self._refusing():
            self._zip = zipfile.ZipFile(file)
        self.parts = self._zip.namelist()
        size = sum(part.file_size for part in self._zip.infolist())
        for count, most, what in ((len(self.parts), parts, "parts"), (size, unpacked, "unpacked bytes")):
            if count > most:
                raise Refused(f"{name} has {count:,} {what}; the limit is {most:,}")

    def pieces(self, part: str) -> Iterator[bytes]:
        """Yield the content of a part, piece by piece. Raises Refused."""
        info = self._zip.getinfo(part)
        if info.flag_bits & _ENCRYPTED:
            raise Refused(f"{self._name} is encrypted; save it without a password")
        if info.compress_type not in _PACKINGS:
            raise Refused(f"{self._name} uses an unsupported compression method")
        with self._refusing():
            content = self._zip.open(info)
        with content:
            while True:
                with self._refusing():
                    piece = content.read(_PIECE)
                if not piece:
                    return
                yield piece

    def read(self, part: str) -> bytes:
        """Return the content of a part. Raises Refused."""
        return b"".join(self.pieces(part))

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Turn what zipfile raises for damaged files into a refusal."""
        try:
            yield
        except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, ValueError, zlib.error):
            raise Refused(f"{self._name} cannot be read as {self._kind}; the file may be damaged") from None
