"""One table for four card and board games."""

__version__ = "0.1.0"
