"""Real browsers at real tables. Every game joins by its name."""
