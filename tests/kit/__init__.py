"""The conformance kit: what every room must do, written as plain functions that raise
AssertionError. `tests/test_conformance.py` runs them over all rooms; README.md says how."""
