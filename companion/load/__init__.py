"""From files to records. All faults are gathered; nothing else knows YAML or Markdown.

The modules are imported one by one: telling whether the content has changed needs none of the readers.
"""
