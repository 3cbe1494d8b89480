"""Notices: what people are told of their tables while they are away, by their browsers or at an address of theirs."""
