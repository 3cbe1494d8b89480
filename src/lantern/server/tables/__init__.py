"""A table: its entries, what follows from them, what people may do at it and what they are shown."""
