# compiled by mypyc
"""Tables stepped from outside: chance draws by itself, masks and views are written.

The vectors written here never grow, so NumPy can look at their memory without copying. How is
handed in (`array_over`, as in research/arrays.py): where this is compiled, there is no NumPy.
"""

from collections.abc import Callable
from sys import getrefcount
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, Policy, State, new_buffer

ArrayOver = Callable[[object, str, int], Any]  # memory, kind of number, length of a row
NUMBERS: Final = "f4"
MARKS: Final = "i1"
BLOCK: Final = 65536  # bytes of rows that are made at once
EVERY_SEAT: Final = -1
ILLEGAL: Final = -3
RUNNING: Final = 0
ENDED: Final = 1


def legal_codes(state: State, buffer: "vec[i64]") -> list[int]:
    """As Game.legal, but with a buffer of the caller's: a new one costs more than the list."""
    count = state.legal(buffer)
    codes: list[int] = []
    index: i64 = 0
    while index < count:
        codes.append(buffer[index])
        index += 1
    return codes


def chances(state: State, buffer: "vec[i64]") -> list[tuple[int, float]]:
    """The outcomes at CHANCE with their probabilities."""
    count = state.legal(buffer)
    total: i64 = 0
    index: i64 = 0
    while index < count:
        total += state.weight(buffer[index])
        index += 1
    outcomes: list[tuple[int, float]] = []
    index = 0
    while index < count:
        code = buffer[index]
        outcomes.append((code, float(state.weight(code)) / float(total)))
        index += 1
    return outcomes


@final
class Block:
    """Memory for some views and their masks, a row each, and the arrays that lie over it: making
    an array takes as long as writing a view. What is handed out is a copy of an answer with the
    arrays themselves."""

    def __init__(self, rows: i64, numbers: i64, codes: i64, array_over: ArrayOver) -> None:
        self.seen: vec[i32] = vec[i32]([0] * (rows * numbers))
        self.marks: vec[u8] = vec[u8]([0] * (rows * codes))
        seen_rows: Any = array_over(self.seen, NUMBERS, numbers)
        mark_rows: Any = array_over(self.marks, MARKS, codes)
        self.answers: list[dict[str, Any]] = [
            {"observation": seen_rows[row], "action_mask": mark_rows[row]} for row in range(rows)
        ]
        self.arrays: list[Any] = [seen_rows, mark_rows]
        for answer in self.answers:
            self.arrays.extend(answer.values())
        self.whole: list[Any] = [array_over(self.seen, MARKS, 4 * numbers), mark_rows]
        self.unheld = self.holders()

    def holders(self) -> int:
        """Of all rows together. Whatever is cut out of a row refers to the array of all rows."""
        return sum(map(getrefcount, self.arrays))

    def wipe(self) -> None:
        """As bytes, which is the fastest way."""
        for array in self.whole:
            array.fill(0)


@final
class Rows:
    """Memory for one view after the other. Rows are handed out without a copy: a block is used
    again only when nobody holds any row of it, and otherwise left to those who do. While the
    latest row is being looked at, the other block is written."""

    def __init__(self, numbers: i64, codes: i64, array_over: ArrayOver) -> None:
        self.numbers = numbers
        self.codes = codes
        self.array_over = array_over
        self.rows: i64 = 1 + BLOCK // (4 * numbers + codes)
        self.block = self.new_block()
        self.spare = self.new_block()
        self.row: i64 = -1

    def new_block(self) -> Block:
        return Block(self.rows, self.numbers, self.codes, self.array_over)

    def take_row(self) -> None:
        self.row += 1
        if self.row == self.rows:
            self.take_block()
            self.row = 0

    def take_block(self) -> None:
        taken = self.spare
        self.spare = self.block
        if taken.holders() == taken.unheld:
            taken.wipe()
        else:
            taken = self.new_block()
        self.block = taken


@final
class OneTable:
    """A table whose seats all decide outside."""

    def __init__(
        self,
        state: State,
        rng: Rng,
        most_moves: i64,
        codes: i64,
        numbers: i64,
        array_over: ArrayOver,
    ) -> None:
        self.state = state
        self.rng = rng
        self.buffer: vec[i64] = new_buffer(most_moves)
        self.listed: vec[i64] = new_buffer(most_moves)  # the moves of the seat that decides
        self.number: i64 = 0  # of moves listed
        self.rows = Rows(numbers, codes, array_over)

    def begin(self, state: State, rng: Rng) -> i64:
        self.state = state
        self.rng = rng
        return self.settle()

    def play(self, code: i64) -> i64:
        """Play a move and let chance draw; whose turn it is then, or ILLEGAL."""
        if not self.is_listed(code):
            return ILLEGAL
        self.state.play(code)
        return self.settle()

    def is_listed(self, code: i64) -> bool:
        """The list ascends."""
        low: i64 = 0
        high = self.number
        while low < high:
            middle = (low + high) >> 1
            if self.listed[middle] < code:
                low = middle + 1
            else:
                high = middle
        return low < self.number and self.listed[low] == code

    def settle(self) -> i64:
        """Let chance draw until a seat decides or the game is over."""
        state = self.state
        while state.turn == CHANCE:
            state.play(state.draw(self.rng, self.buffer))
        self.number = state.legal(self.listed)
        return state.turn

    def look(self, seat: i64) -> dict[str, Any]:
        """What a seat is told. Only the one that decides has moves in its mask: what others could
        do is not for all to know. After the end every mask is full, because no move will be played
        and samplers choke on an empty one."""
        rows = self.rows
        rows.take_row()
        block = rows.block
        self.state.observe(seat, block.seen, rows.row * rows.numbers)
        if self.state.turn == seat:
            self.mark_listed(block.marks, rows.row * rows.codes)
        elif self.state.turn == OVER:
            self.mark_all(block.marks, rows.row * rows.codes)
        return block.answers[rows.row].copy()

    def mark_listed(self, marks: "vec[u8]", begin: i64) -> None:
        index: i64 = 0
        while index < self.number:
            marks[begin + self.listed[index]] = 1
            index += 1

    def mark_all(self, marks: "vec[u8]", begin: i64) -> None:
        index = begin
        while index < begin + self.rows.codes:
            marks[index] = 1
            index += 1


@final
class ManyTables:
    """Tables of one game, stepped together. Seats decide outside: one of each table, the others
    playing by the table's policy, or every seat. A game that ended is laid anew in the step after.
    `outside` and `policies` may be changed by table, for the next game there."""

    def __init__(
        self,
        begin: State,
        rngs: list[Rng],
        policies: list[Policy],
        seat: i64,
        most_moves: i64,
        codes: i64,
        numbers: i64,
        array_over: ArrayOver,
    ) -> None:
        self.begin = begin  # copied for every new game
        self.rngs = rngs
        self.policies = policies
        self.outside: list[int] = [seat for _ in rngs]  # the seats that decide, or EVERY_SEAT
        self.codes = codes
        self.numbers = numbers
        self.states: list[State] = [begin for _ in rngs]
        self.buffer: vec[i64] = new_buffer(most_moves)
        tables: i64 = len(rngs)
        self.masks: vec[u8] = vec[u8]([0] * (tables * codes))
        places = tables * len(self.buffer)
        self.listed: vec[i64] = vec[i64]([0] * places)  # what is marked in the masks
        self.numbers_listed: vec[i64] = vec[i64]([0] * tables)
        self.seen: vec[i32] = vec[i32]([0] * (tables * numbers))
        self.deciding: vec[i64] = vec[i64]([0] * tables)  # whose view was written
        self.standing: vec[i64] = vec[i64]([RUNNING] * tables)
        self.rewards: vec[float] = vec[float]([0.0] * tables)  # of the seat that moved
        self.payoffs: vec[float] = vec[float]([0.0] * (tables * begin.seats))
        self.seen_rows: Any = array_over(self.seen, NUMBERS, numbers)

    def lay_all(self) -> None:
        self.seen_rows.fill(0)
        table: i64 = 0
        while table < len(self.deciding):
            self.lay(table)
            table += 1

    def lay_now(self, table: i64) -> None:
        """A new game at a table whose last view was handed out already."""
        self.seen_rows[table].fill(0)
        self.lay(table)

    def lay(self, table: i64) -> None:
        """A new game; one that is over before the seat decides is laid again."""
        self.standing[table] = RUNNING
        self.pay(table, 0, [0.0] * self.begin.seats)
        state = self.begin.copy()
        self.advance(state, table)
        while state.turn == OVER:
            state = self.begin.copy()
            self.advance(state, table)
        self.states[table] = state
        self.write(table)

    def step(self, codes: list[int]) -> i64:
        """Play a move at every table; the first table whose move is not legal, or -1."""
        wrong = self.first_illegal(codes)
        if wrong >= 0:
            return wrong
        self.seen_rows.fill(0)
        table: i64 = 0
        while table < len(self.deciding):
            if self.standing[table] == RUNNING:
                self.play(table, codes[table])
            else:
                self.lay(table)
            table += 1
        return -1

    def first_illegal(self, codes: list[int]) -> i64:
        table: i64 = 0
        while table < len(self.deciding):
            code: i64 = codes[table]
            if code < 0 or code >= self.codes or self.masks[table * self.codes + code] == 0:
                return table
            table += 1
        return -1

    def play(self, table: i64, code: i64) -> None:
        state = self.states[table]
        mover = state.turn
        state.play(code)
        self.advance(state, table)
        if state.turn == OVER:
            self.standing[table] = ENDED
            self.pay(table, mover, state.payoffs())
        self.write(table)

    def pay(self, table: i64, mover: i64, payoffs: list[float]) -> None:
        self.rewards[table] = payoffs[mover]
        begin = table * self.begin.seats
        seat: i64 = 0
        while seat < self.begin.seats:
            self.payoffs[begin + seat] = payoffs[seat]
            seat += 1

    def advance(self, state: State, table: i64) -> None:
        """Go on until a seat must be asked outside, or the game is over."""
        rng = self.rngs[table]
        policy = self.policies[table]
        while state.turn != OVER:
            if state.turn == CHANCE:
                state.play(state.draw(rng, self.buffer))
            elif self.asks_for(table, state.turn):
                return
            else:
                state.play(self.decide(state, policy, rng))

    def asks_for(self, table: i64, seat: i64) -> bool:
        outside: i64 = self.outside[table]
        if outside == EVERY_SEAT:
            return True
        return seat == outside

    def decide(self, state: State, policy: Policy, rng: Rng) -> i64:
        """The policy sees a state its seat could believe in, never the true one."""
        if state.legal(self.buffer) == 1:
            return self.buffer[0]
        believed = state.copy()
        believed.resample(state.turn, rng)
        return policy.choose(believed, rng, self.buffer)

    def write(self, table: i64) -> None:
        """The view and the mask of the seat to be asked; at the end, of the seat asked last."""
        state = self.states[table]
        if state.turn != OVER:
            self.deciding[table] = state.turn
        self.write_mask(table, state)
        state.observe(self.deciding[table], self.seen, table * self.numbers)

    def write_mask(self, table: i64, state: State) -> None:
        """Only what was marked before is wiped. After the end every move is marked, because none
        will be played and samplers choke on a mask without any."""
        if self.numbers_listed[table] == self.codes:
            self.fill_mask(table, 0)
        else:
            self.mark(table, 0)
        if state.turn == OVER:
            self.numbers_listed[table] = self.codes
            self.fill_mask(table, 1)
            return
        count = state.legal(self.buffer)
        self.numbers_listed[table] = count
        begin = table * len(self.buffer)
        index: i64 = 0
        while index < count:
            self.listed[begin + index] = self.buffer[index]
            index += 1
        self.mark(table, 1)

    def mark(self, table: i64, sign: u8) -> None:
        row = table * self.codes
        index = table * len(self.buffer)
        end = index + self.numbers_listed[table]
        while index < end:
            self.masks[row + self.listed[index]] = sign
            index += 1

    def fill_mask(self, table: i64, sign: u8) -> None:
        code = table * self.codes
        end = code + self.codes
        while code < end:
            self.masks[code] = sign
            code += 1
