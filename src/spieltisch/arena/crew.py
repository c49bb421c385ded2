"""Many tasks on an executor: this process, others of this machine, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from signal import SIGINT, signal
from threading import Event
from time import perf_counter
from typing import Any, Generic, TypeVar

from spieltisch.core.errors import SpieltischError

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Done = tuple[list[Answer], float]
MakeExecutor = Callable[[], Executor]
MOST_TRIES = 5
BUSY, STOPPED = Event(), Event()  # of a worker process
PARCEL_SECONDS = 0.1  # handing out single games of a hundredth of a second costs too much


class NoCluster(SpieltischError):
    """The Dask cluster asked for is not there."""


class WorkersDie(SpieltischError):
    """Worker processes end again and again: it is the work that ends them."""


class Crew(Generic[Task, Answer]):
    """Hands tasks to an executor, a few ahead; when a worker dies, what it held is done again."""

    def __init__(self, make: MakeExecutor, work: Callable[[Task], Answer], ahead: int) -> None:
        self.make = make
        self.work = work
        self.ahead = ahead

    def answers(self, tasks: Iterable[Task]) -> Iterator[Answer]:
        """In the order they are ready."""
        waiting = list(tasks)[::-1]
        tries = 0
        while waiting:
            try:
                with self.make() as executor:
                    yield from self.drain(executor, waiting)
            except BrokenProcessPool:
                tries += 1
                if tries == MOST_TRIES:
                    raise WorkersDie(
                        f"worker processes ended {tries} times in the middle of their work; "
                        "a bot that ends its process does that"
                    ) from None

    def drain(self, executor: Executor, waiting: list[Task]) -> Iterator[Answer]:
        """What is not finished when the executor breaks is left in `waiting`."""
        under_way: dict[Future[Done[Answer]], list[Task]] = {}
        size = 1
        try:
            while waiting or under_way:
                while waiting and len(under_way) < self.ahead:
                    parcel = self.next_parcel(waiting, size)
                    under_way[executor.submit(work_through, self.work, parcel)] = parcel
                ready, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in ready:
                    answers, seconds = future.result()
                    size = parcel_size(len(under_way.pop(future)), seconds)
                    yield from answers
        finally:
            for future, parcel in under_way.items():
                waiting += parcel
                future.cancel()

    def next_parcel(self, waiting: list[Task], size: int) -> list[Task]:
        """The last ones are handed out singly, so that nobody waits for one worker at the end."""
        size = min(size, len(waiting) // self.ahead + 1)
        return [waiting.pop() for _ in range(min(size, len(waiting)))]


def crew_of(
    work: Callable[[Task], Answer], workers: int, executor: MakeExecutor | None
) -> Crew[Task, Answer]:
    """One worker is this process itself; more are processes beside it, if no executor is given."""
    if executor is None and workers == 1:
        return Crew(Here, work, 1)
    return Crew(executor or processes(workers), work, 4 * workers)


def work_through(work: Callable[[Task], Answer], parcel: list[Task]) -> Done[Answer]:
    """Run in a worker: the answers, and how long they took."""
    if STOPPED.is_set():
        raise KeyboardInterrupt
    BUSY.set()
    try:
        began = perf_counter()
        return [work(task) for task in parcel], perf_counter() - began
    finally:
        BUSY.clear()


def parcel_size(tasks: int, seconds: float) -> int:
    """So many as take a moment, by what the last parcel took; at most twice as many as that."""
    fitting = int(tasks * PARCEL_SECONDS / max(seconds, 0.001))
    return max(1, min(fitting, 2 * tasks))


class Here(Executor):
    """Does the work at once, in this process."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given, **named))
        except Exception as error:
            done.set_exception(error)
        return done


def processes(workers: int) -> MakeExecutor:
    context = get_context("spawn")
    return lambda: ProcessPoolExecutor(workers, context, hear_ctrl_c)


def hear_ctrl_c() -> None:
    """It reaches workers too. They drop what is under way, begin nothing new, and wait to be sent
    home: a worker that ended by itself would leave the executor broken, with much ado."""
    signal(SIGINT, drop_everything)


def drop_everything(_: int, __: object) -> None:
    STOPPED.set()
    if BUSY.is_set():
        raise KeyboardInterrupt


def dask_cluster(address: str) -> MakeExecutor:
    """Tasks of a worker that dies are given to another by the scheduler itself."""
    try:
        from distributed import Client  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise NoCluster("--dask: needs pip install 'spieltisch[dask]'") from None

    connect: Any = Client

    @contextmanager
    def connected() -> Iterator[Any]:
        try:
            client = connect(address)
        except (OSError, ValueError) as error:
            raise NoCluster(f"--dask {address}: no scheduler answers there ({error})") from None
        with client, client.get_executor(retries=MOST_TRIES) as executor:
            yield executor

    return connected  # type: ignore[return-value]
