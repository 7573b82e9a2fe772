"""Finding the rule: an index over entries, charts, procedures and terms. Only this folder imports whoosh."""
