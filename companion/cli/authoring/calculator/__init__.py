"""Questions of `companion new-calculator`, and how it reads rules and writes the calculator."""
