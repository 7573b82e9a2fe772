"""Records as text lines or JSON. Says nothing that the records do not say."""
