"""From files to records. All faults are gathered; nothing else knows YAML or Markdown."""

from companion.load.places import Places
from companion.load.source import load_library, read_library

__all__ = ["Places", "load_library", "read_library"]
