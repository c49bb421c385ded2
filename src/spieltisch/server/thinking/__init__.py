"""Bots in seats, hints and analyses, thought in worker processes."""
