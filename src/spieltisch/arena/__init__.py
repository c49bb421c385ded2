"""Tournaments between bots, and studies of games: `tournament(...)` and `study(...)` play and
return what they found; `spieltisch.arena.report` writes it down."""

from spieltisch.arena.crew import dask_cluster, processes
from spieltisch.arena.findings import Study
from spieltisch.arena.plan import Tournament
from spieltisch.arena.sprt import Sprt
from spieltisch.arena.study import study
from spieltisch.arena.tournament import Results, tournament

__all__ = [
    "Results",
    "Sprt",
    "Study",
    "Tournament",
    "dask_cluster",
    "processes",
    "study",
    "tournament",
]
