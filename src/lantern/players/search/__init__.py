"""Search: the tree, what it has learned to expect, and the bots that are made of them."""
