from functools import partial

from spieltisch.research.pettingzoo.table_env import checked_env, table_env

raw_env = partial(table_env, "tatort_themse")
env = partial(checked_env, "tatort_themse")

__all__ = ["env", "raw_env"]
