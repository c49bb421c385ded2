"""PettingZoo environments, one module a game: `tatort_themse_v0.env()`, `.raw_env()`."""
