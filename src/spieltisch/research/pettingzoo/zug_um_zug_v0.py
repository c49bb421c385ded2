from functools import partial

from spieltisch.research.pettingzoo.table_env import checked_env, table_env

raw_env = partial(table_env, "zug_um_zug")
env = partial(checked_env, "zug_um_zug")

__all__ = ["env", "raw_env"]
