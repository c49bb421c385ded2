"""Tables stepped from outside: chance draws by itself, masks and views are written. Compiled.

The vectors written here never grow, so NumPy can look at their memory without copying.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, Policy, State, new_buffer

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
    codes = legal_codes(state, buffer)
    weights = [float(state.weight(code)) for code in codes]
    total = 0.0
    for weight in weights:
        total += weight
    return [(codes[index], weights[index] / total) for index in range(len(codes))]


@final
class OneTable:
    """A table whose seats all decide outside."""

    def __init__(self, state: State, rng: Rng, most_moves: i64, codes: i64, numbers: i64) -> None:
        self.state = state
        self.rng = rng
        self.buffer: vec[i64] = new_buffer(most_moves)
        self.listed: vec[i64] = new_buffer(most_moves)
        self.number: i64 = 0  # of moves listed
        self.mask: vec[u8] = vec[u8]([0] * codes)  # of the seat that decides
        self.seen: vec[float] = vec[float]([0.0] * numbers)  # by the seat that decides
        self.glance: vec[float] = vec[float]([0.0] * numbers)  # by the seat that looked last

    def begin(self, state: State, rng: Rng) -> i64:
        self.state = state
        self.rng = rng
        return self.settle()

    def play(self, code: i64) -> i64:
        """Play a move and let chance draw; whose turn it is then, or ILLEGAL."""
        if code < 0 or code >= len(self.mask) or self.mask[code] == 0:
            return ILLEGAL
        self.state.play(code)
        return self.settle()

    def settle(self) -> i64:
        """Let chance draw until a seat decides or the game is over."""
        state = self.state
        while state.turn == CHANCE:
            state.play(state.draw(self.rng, self.buffer))
        self.mark(0)
        self.number = state.legal(self.listed)
        self.mark(1)
        if state.turn != OVER:
            state.observe(state.turn, self.seen)
        return state.turn

    def mark(self, sign: u8) -> None:
        index: i64 = 0
        while index < self.number:
            self.mask[self.listed[index]] = sign
            index += 1

    def look(self, seat: i64) -> None:
        self.state.observe(seat, self.glance)


@final
class ManyTables:
    """Tables of one game, stepped together. Seats decide outside: one of each table, the others
    playing by the policy, or every seat. A game that ended is laid anew in the step after."""

    def __init__(
        self,
        begin: State,
        rngs: list[Rng],
        policy: Policy,
        seat: i64,
        most_moves: i64,
        codes: i64,
        numbers: i64,
    ) -> None:
        self.begin = begin  # copied for every new game
        self.rngs = rngs
        self.policy = policy
        self.seat = seat  # the one that decides outside, or EVERY_SEAT
        self.codes = codes
        self.numbers = numbers
        self.states: list[State] = [begin for _ in rngs]
        self.buffer: vec[i64] = new_buffer(most_moves)
        self.sight: vec[float] = vec[float]([0.0] * numbers)
        tables: i64 = len(rngs)
        self.masks: vec[u8] = vec[u8]([0] * (tables * codes))
        places = tables * len(self.buffer)
        self.listed: vec[i64] = vec[i64]([0] * places)  # what is marked in the masks
        self.numbers_listed: vec[i64] = vec[i64]([0] * tables)
        self.seen: vec[float] = vec[float]([0.0] * (tables * numbers))
        self.deciding: vec[i64] = vec[i64]([0] * tables)  # whose view was written
        self.standing: vec[i64] = vec[i64]([RUNNING] * tables)
        self.rewards: vec[float] = vec[float]([0.0] * tables)  # of the seat that moved
        self.payoffs: vec[float] = vec[float]([0.0] * (tables * begin.seats))

    def lay_all(self) -> None:
        table: i64 = 0
        while table < len(self.deciding):
            self.lay(table)
            table += 1

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
        while state.turn != OVER:
            if state.turn == CHANCE:
                state.play(state.draw(rng, self.buffer))
            elif self.asks_for(state.turn):
                return
            else:
                state.play(self.decide(state, rng))

    def asks_for(self, seat: i64) -> bool:
        if self.seat == EVERY_SEAT:
            return True
        return seat == self.seat

    def decide(self, state: State, rng: Rng) -> i64:
        """The policy sees a state its seat could believe in, never the true one."""
        if state.legal(self.buffer) == 1:
            return self.buffer[0]
        believed = state.copy()
        believed.resample(state.turn, rng)
        return self.policy.choose(believed, rng, self.buffer)

    def write(self, table: i64) -> None:
        """The view and the mask of the seat to be asked; at the end, of the seat asked last."""
        state = self.states[table]
        if state.turn != OVER:
            self.deciding[table] = state.turn
        self.write_mask(table, state)
        state.observe(self.deciding[table], self.sight)
        at = table * self.numbers
        index: i64 = 0
        while index < self.numbers:
            self.seen[at + index] = self.sight[index]
            index += 1

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
