# compiled by mypyc
"""A small seeded generator that callers pass in: xoshiro128++ on four 32-bit words.

Every intermediate value stays below 2**63, so the compiled build (whose integers wrap) and
the uncompiled one (whose integers grow) give the same numbers.
"""

import hashlib
from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
WORD_SIZE: Final = 0x100000000
MOST_BELOW: Final = 0x7FFFFFFF


@final
class Rng:
    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def word(self) -> i64:
        """The next 32 bits."""
        total: i64 = (self.a + self.d) & WORD
        answer: i64 = ((((total << 7) & WORD) | (total >> 25)) + self.a) & WORD
        shifted: i64 = (self.b << 9) & WORD
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= shifted
        self.d = ((self.d << 11) & WORD) | (self.d >> 21)
        return answer

    def below(self, count: i64) -> i64:
        """A number from 0 to count - 1, each equally likely (count up to 2**31 - 1)."""
        if count <= 0 or count > MOST_BELOW:
            raise ValueError("below() takes a count from 1 to 2**31 - 1")
        product: i64 = self.word() * count
        if (product & WORD) < count:
            threshold: i64 = (WORD_SIZE - count) % count
            while (product & WORD) < threshold:
                product = self.word() * count
        return product >> 32

    def copy(self) -> "Rng":
        return Rng(self.a, self.b, self.c, self.d)


def seeded(*seed: object) -> Rng:
    """A generator for a seed of any printable parts; equal parts give equal generators."""
    spelled = "\x1f".join(str(part) for part in seed)
    digest = hashlib.blake2b(spelled.encode(), digest_size=16).digest()
    words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 16, 4)]
    return Rng(words[0], words[1], words[2], words[3] | 1)
