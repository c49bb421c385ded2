"""Several processes on one port: the first starts the others and replaces those that die."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from spieltisch.core.errors import SpieltischError

log = logging.getLogger("spieltisch.web")
Work = Callable[[int, socket.socket], None]
LOOK_SECONDS = 0.5
YOUNG_SECONDS = 5.0  # whoever dies younger than this could not start
MOST_YOUNG_DEATHS = 5
STOP_SECONDS = 10.0


class CannotStart(SpieltischError):
    """The workers die as soon as they start."""


class Workers:
    """`work` is called in each process with its number and the listening socket."""

    def __init__(self, number: int, work: Work, listener: socket.socket) -> None:
        self.number = number
        self.work = work
        self.listener = listener
        self.running: dict[int, SpawnProcess] = {}
        self.born: dict[int, float] = {}
        self.young_deaths = 0
        self.stopping = False

    def run(self) -> None:
        """Until told to stop."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self.stop)
        for number in range(self.number):
            self.start(number)
        while not self.stopping:
            wait([process.sentinel for process in self.running.values()], LOOK_SECONDS)
            self.replace_the_dead()
        self.end()

    def start(self, number: int) -> None:
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=begin, args=(self.work, number, self.listener))
        process.start()
        self.running[number], self.born[number] = process, time.monotonic()

    def replace_the_dead(self) -> None:
        dead = [number for number, process in self.running.items() if not process.is_alive()]
        for number in dead if not self.stopping else ():
            code = self.running[number].exitcode
            log.warning("worker %s ended (%s); another takes its place", number, code)
            self.mourn(number)
            self.start(number)

    def mourn(self, number: int) -> None:
        young = time.monotonic() - self.born[number] < YOUNG_SECONDS
        self.young_deaths = self.young_deaths + 1 if young else 0
        if self.young_deaths >= MOST_YOUNG_DEATHS:
            self.end()
            raise CannotStart("the workers end as soon as they start; their log says why")

    def stop(self, _sign: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def end(self) -> None:
        """Ask all to stop; whoever does not is killed."""
        for process in self.running.values():
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for process in self.running.values():
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                process.kill()


def begin(work: Work, number: int, listener: socket.socket) -> None:
    """In the new process. Ctrl+C reaches it, too, but it waits for the first to say stop; should
    that one be killed, it stops by itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    work(number, listener)


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOP_SECONDS)
        os._exit(1)  # there is nobody left who would kill one that does not come to its end
