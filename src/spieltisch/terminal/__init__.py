"""The table for a terminal: the same matches, drawn in text.

It draws views and says what the rooms say; it never looks into a State.
"""
