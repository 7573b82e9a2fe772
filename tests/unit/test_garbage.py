"""When Python looks for garbage while the app runs."""

from __future__ import annotations

import gc

from companion.ui import startup


def test_garbage_is_swept_where_it_is_looked_for_at_all() -> None:
    """Off, nothing is looked through; on, a ring of references goes."""
    was, enabled = gc.get_threshold(), gc.isenabled()
    runs: list[str] = []

    def told(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            runs.append(phase)

    gc.callbacks.append(told)
    try:
        startup.pause_gc()
        startup.collect_garbage()
        assert runs == []
        startup.resume_gc()
        gc.collect(1)
        startup.collect_garbage()
        assert runs == ["start"]
        startup.collect_garbage()
        assert runs == ["start"]
    finally:
        gc.callbacks.remove(told)
        gc.set_threshold(*was)
        (gc.enable if enabled else gc.disable)()
