"""The other processes on the same database. Alone, there is none, and everything here does
nothing: nobody else has to ask which it is."""

from __future__ import annotations

from spieltisch.server.background import Background
from spieltisch.server.cluster.alone import Alone
from spieltisch.server.cluster.interface import Cluster, TablesHere
from spieltisch.server.cluster.several import Several
from spieltisch.server.store.engine import Store


def cluster_on(store: Store, background: Background, here: TablesHere) -> Cluster:
    return Several(store, background, here) if store.shared else Alone()
