"""Training what the search has learned."""
