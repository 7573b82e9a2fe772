"""What `companion new-example` asks about a worked example."""
