"""The base of the records that authors write."""

from typing import Literal

import msgspec

YesNo = Literal["yes", "no"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records that authors write; an unknown key is a fault."""
