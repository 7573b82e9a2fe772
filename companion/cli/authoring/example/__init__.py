"""Questions of `companion new-example` about a worked example."""
