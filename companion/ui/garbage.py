"""When Python looks for garbage: not before the first frame, seldom between two keys, for all of it in a lull.

To look through everything takes some 20 ms, for which a key would have to wait.
"""

from __future__ import annotations

import gc

_SELDOM = (2_000, 10, 15)
"""Thresholds of the three generations, the oldest one's such that it is looked through in a lull before."""


def hold_off() -> None:
    """Before the first frame: nothing of what is imported becomes garbage."""
    gc.disable()


def begin() -> None:
    """After it."""
    gc.enable()
    gc.set_threshold(*_SELDOM)


def keep() -> None:
    """What is there now stays for good and is not looked through again."""
    gc.freeze()


def sweep() -> None:
    """Looks for all garbage, where some may have gathered."""
    if gc.isenabled() and gc.get_count()[2] > 0:
        gc.collect()
