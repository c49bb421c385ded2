"""A program that ends in the middle of a game; played by the tests of tournaments."""

import sys

sys.stdin.readline()
raise SystemExit(7)
