"""Examples of what the games can be used for."""
