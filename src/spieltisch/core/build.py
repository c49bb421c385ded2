"""Which build runs: the one mypyc compiled, or plain Python."""

from spieltisch.core import state


def is_compiled() -> bool:
    return not str(state.__file__).endswith(".py")


def description() -> str:
    return "compiled" if is_compiled() else "pure Python"
