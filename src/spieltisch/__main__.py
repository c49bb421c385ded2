"""`python -m spieltisch`."""

from spieltisch.cli import main

main()
