from functools import partial

from spieltisch.research.pettingzoo.table_env import checked_env, table_env

raw_env = partial(table_env, "holmes")
env = partial(checked_env, "holmes")

__all__ = ["env", "raw_env"]
