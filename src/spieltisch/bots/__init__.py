"""Players for seats. A bot gets a view, the legal moves and a generator, never a State."""
