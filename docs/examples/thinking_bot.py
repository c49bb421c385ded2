"""A bot that thinks, for all four games, through the API alone: it lays a table for itself and bots
of the house, and plays it to the end. It was written from these docs and nothing else.

    python docs/examples/thinking_bot.py http://localhost:8000 holmes [SEATS [LEVEL]]
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from functools import cache
from itertools import combinations
from math import exp, sqrt
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

Json = dict[str, Any]

# ---- Tatort Themse: a turn brings one witness, so points are weighed against those paid. ----


def themse(cards: Json, view: Json, legal: list[str]) -> str:
    """Take what brings more than its witnesses are worth; question whoever is wanted most."""
    wanted = {witness: witness_worth(cards, view, witness) for witness in "BMUL"}
    if "renew" in legal:
        return "keep" if wanted[view["display"][0]] >= max(wanted.values()) else "renew"
    if legal[0].startswith("pay"):
        return min(legal, key=lambda move: sum(1 + wanted[witness] / 4 for witness in move[4:]))
    if legal[-1] == "blind" or legal[0].startswith("open"):
        unseen = (view["shuffles"] or [{"unseen": ""}])[-1]["unseen"] or "BMUL"
        mean = sum(wanted[witness] for witness in unseen) / len(unseen)
        return max(legal, key=lambda move: mean if move == "blind" else wanted[move[-1]])
    return max(legal, key=lambda move: taking_worth(cards, view, move))


def case_of(view: Json, clue: str) -> int:
    """Find the case of a clue by its initial."""
    return next(i for i, case in enumerate(view["cases"]) if case["id"][0].upper() == clue[0])


def clue_worth(cards: Json, view: Json, clue: str) -> float:
    """Points a clue brings: its value and a better claim to the bonus, if its case is solved."""
    case, value, depth = case_of(view, clue), int(clue[1]), Counter[int]()
    for column in view["grid"]:
        for under, other in enumerate(reversed(column)):
            depth[case_of(view, other)] += 2 + under
    open_odds = {i: exp(depth[i] / 6) for i, c in enumerate(view["cases"]) if not c["solved"]}
    sums = [row[case] for row in view["sums"]]
    ahead = sums.pop(view["seat"]) - max(sums)
    spread = 0.5 + 0.6 * view["cases"][case]["left"]
    claim = 1 / (1 + exp(-(ahead + value) / spread)) - 1 / (1 + exp(-ahead / spread))
    bonus = float(cards["case"][case]["bonus"])
    return (value + claim * bonus) * (1 - open_odds[case] / sum(open_odds.values()))


def taking_worth(cards: Json, view: Json, move: str) -> float:
    """Judge taking (perhaps after eliminating) against keeping the witnesses; passing is 0."""
    if move == "pass":
        return 0.0
    column, number = (int(word) for word in f"{move} 0".split()[1:3])
    gone = view["grid"][column - 1][: -2 - number : -1]
    left = Counter(case_of(view, clue) for clue in gone)
    open_cases = [i for i, case in enumerate(view["cases"]) if case["left"] > left[i]]
    if len(open_cases) <= 1:
        return 100.0 if final_lead(cards, view, gone[-1], open_cases) > 0 else -100.0
    value = int(gone[-1][1])
    paid = value + max(0, value - view["hand"].count(gone[-1][2])) + 2 * number
    witness = min(1.0, sum(map(len, view["grid"])) / 11)  # those left at the end are worth nothing
    return clue_worth(cards, view, gone[-1]) - witness * float(paid)


def final_lead(cards: Json, view: Json, taken: str, open_cases: list[int]) -> int:
    """My points ahead of the best other seat if the game ends with my taking this clue."""
    sums = [list(row) for row in view["sums"]]
    sums[view["seat"]][case_of(view, taken)] += int(taken[1])
    totals = [sum(own for i, own in enumerate(row) if i not in open_cases) for row in sums]
    for i in range(len(view["cases"])):
        best = max(row[i] for row in sums)
        first = [seat for seat, row in enumerate(sums) if row[i] == best]
        if i not in open_cases and len(first) == 1:
            totals[first[0]] += cards["case"][i]["bonus"]
    return int(totals.pop(view["seat"]) - max(totals))


def witness_worth(cards: Json, view: Json, witness: str) -> float:
    """How much one more of a witness helps towards the two lowest clues of every column."""
    worth, have = 0.0, view["hand"].count(witness)
    for column in view["grid"]:
        for under, clue in enumerate(column[:-3:-1]):
            lacks = int(clue[1]) - have
            if clue[2] == witness:
                worth += (
                    clue_worth(cards, view, clue)
                    / (1 + 2 * under)
                    / (1 + lacks if lacks > 0 else 4)
                )
    return worth


# ---- Troika: tiles are worth the sets they are and the sets they may still become. ----

FUEL = 7.0  # what fuel is worth, in points


def troika(cards: Json, view: Json, legal: list[str]) -> str:
    """Call if that is right and rich enough; else do what leaves the best tiles."""
    seat, down = (
        view["seat"],
        sum(place is not None and not place["face_up"] for place in view["field"]),
    )
    tiles = sorted(view["containers"][seat] + view["hands"][seat]["known"])
    if "troika" in legal and right_call(view, tiles):
        bonus = 0 if any(view["calls"]) else 5
        if down <= 2 * view["seats"] or best_sets(tiles, chances(view)) - FUEL + bonus >= 10:
            return "troika"
    return max(
        (move for move in legal if move != "troika"),
        key=lambda move: tiles_after(view, tiles, move),
    )


def divides(tiles: Counter[int]) -> bool:
    """Tell whether tiles divide into sets with none left over."""
    low = min(tiles.elements(), default=0)
    sets = (Counter({low: 3}), Counter(range(low, low + 3)))
    return not low or any(wanted <= tiles and divides(tiles - wanted) for wanted in sets)


def right_call(view: Json, tiles: list[int]) -> bool:
    """Tell whether a call would be right (TR-10)."""
    there = tiles if view.get("fuel") == "anywhere" else view["containers"][view["seat"]]
    return any(
        divides(Counter(tiles) - Counter({fuel: 3})) for fuel, n in Counter(there).items() if n >= 3
    )


def unseen_tiles(view: Json) -> Counter[int]:
    """Count the tiles I have not seen in this round."""
    seen = Counter(place["value"] for place in view["field"] if place and place["value"])
    for tiles in view["containers"] + [hand["known"] for hand in view["hands"]]:
        seen.update(tiles)
    return Counter({value: 7 if value == 7 else 3 for value in range(1, 16)}) - seen


def chances(view: Json, returned: int = 0) -> list[float]:
    """For every value the chance to get one more of it before the round ends."""
    down = sum(place is not None and not place["face_up"] for place in view["field"])
    known = Counter([place["value"] for place in view["field"] if place] + [returned])
    unseen = unseen_tiles(view)
    share = 0.75 if view["seats"] == 2 else 1.3 / view["seats"]
    each = min(0.9, share * down / (sum(unseen.values()) + 1))
    time_left = min(1.0, down / 3 / view["seats"])
    return [
        (1 - 0.35 ** known[value] * (1 - each) ** unseen[value]) * time_left for value in range(16)
    ]


def best_sets(tiles: list[int], chance: list[float]) -> float:
    """Worth of tiles: the best mixture of sets there are, sets that may come, and the rest."""

    @cache
    def worth(rest: tuple[int, ...], fuelled: bool) -> float:
        if not rest:
            return 0.0
        low, options = rest[0], [worth(rest[1:], fuelled) - 1]
        options += [
            use(rest, Counter(range(start, start + 3)), (start + 2) % 10, fuelled)
            for start in range(max(1, low - 2), min(low, 13) + 1)
        ]
        return max(*options, use(rest, Counter({low: 3}), 0.0 if fuelled else FUEL, True))

    def use(rest: tuple[int, ...], wanted: Counter[int], points: float, fuelled: bool) -> float:
        have, odds = Counter(rest) & wanted, 1.0
        for value, number in (wanted - have).items():
            odds *= chance[value] ** (1.5 * number)
        after = worth(tuple(sorted((Counter(rest) - have).elements())), fuelled)
        return odds * points - (1 - odds) * sum(have.values()) + after

    return worth(tuple(sorted(tiles)), False)


def tiles_after(view: Json, tiles: list[int], move: str) -> float:
    """Worth of my tiles after a move, on average where it turns or draws an unknown tile."""
    word, last = move.split()[:2]
    number = int(last)
    odds = chances(view, number if word in ("back", "hide") else 0)
    if word == "take":
        return best_sets([*tiles, number], odds) + 0.1
    if word in ("back", "hide"):
        return best_sets(list((Counter(tiles) - Counter([number])).elements()), odds) - 0.2
    value = view["field"][number - 1]["value"]
    outcomes = Counter({value: 1}) if value else unseen_tiles(view)
    least = best_sets(tiles, odds) if word == "turn" else -99.0
    total = sum(n * max(least, best_sets([*tiles, tile], odds)) for tile, n in outcomes.items())
    return total / max(1, sum(outcomes.values()))


# ---- Holmes: every clue shifts the odds of a majority; glasses buy clues. ----


def holmes(cards: Json, view: Json, move: str) -> float:
    """Judge visits by what the person's ability brings, and single steps by the clue that moves."""
    word, *names = move.split()
    if word == "visit":  # the person left can be visited again today
        return ability_worth(cards, view, names[0]) + 0.15 * sum(
            ability_worth(cards, view, p) for p in names[2:]
        )
    if word in ("use", "as"):
        return ability_worth(cards, view, names[0] if names else view["visited"])
    if word == "steal":
        return shift(view, names[0], 1, -1)
    if word == "lay":  # worth more than any visit, which can follow; or not worth while
        return 100.0 if shift(view, names[0], 1, 0) > 1 else -100.0
    if word in ("joker", "join"):
        return (
            1.5 if names == ["loose"] else shift(view, names[0] if names else view["stolen"], 1, 0)
        )
    return clue_worth_now(view, names[0]) if names else 0.5 * (word == "apart")


def shift(view: Json, kind: str, more_mine: int, more_theirs: int) -> float:
    """What changes in points if I have so many more of a kind, and the other so many more."""
    me, other = view["players"][view["seat"]], view["players"][1 - view["seat"]]
    mine = (me["rows"] + me["jokers"] + (view["face_down"] or "")).count(kind)
    theirs = (other["rows"] + other["jokers"] + other["known"]).count(kind)
    rest = (view["unseen"] + view["display"]).count(kind) * turns_to_come(view) / 21
    return standing(kind, mine + more_mine, theirs + more_theirs, rest) - standing(
        kind, mine, theirs, rest
    )


def standing(kind: str, mine: int, theirs: int, rest: float) -> float:
    """Expected points of a kind, mine less the other's, with so many of it still to come."""
    if kind == "M":
        sure, hoped, mix = (0, -1, 1, 3, 6, 10), (0.0, 0.7, 2.4, 4.5, 7.0, 10.0), min(1.0, rest / 2)
        worth = [(1 - mix) * low + mix * high for low, high in zip(sure, hoped, strict=True)]
        return worth[min(mine, 5)] - worth[min(theirs, 5)]
    odds = 1 / (1 + exp(-(mine - theirs) * 1.2 / sqrt(rest + 0.2)))
    return odds * (int(kind) - theirs) - (1 - odds) * (int(kind) - mine)


def turns_to_come(view: Json) -> float:
    """My turns after this one; `placed` counts both players' markers of the day."""
    return ((7 - int(view["day"])) * 6 + 6 - int(view["placed"])) / 2


def clue_worth_now(view: Json, clue: str) -> float:
    """What a clue brings me, and a little for its not going to the other."""
    me = view["players"][view["seat"]]
    if clue == "J":
        return max(
            [1.5]
            + [shift(view, kind, 1, 0) for kind in set(me["rows"]) - set(me["jokers"]) - {"M"}]
        )
    return shift(view, clue, 1, 0) - 0.3 * shift(view, clue, 0, 1)


def glasses(view: Json, number: int) -> float:
    """Worth of a number of glasses: the first are needed most, and none at the end."""
    return 2.2 * sum(0.9**i for i in range(number)) * min(1.0, turns_to_come(view) / 5)


def ability_worth(cards: Json, view: Json, person: str) -> float:
    """Worth of a person's ability now; nothing if I cannot pay for it."""
    steps: list[Json] = next(p["ability"] for p in cards["person"] if p["id"] == person)
    have, price = (
        view["players"][view["seat"]]["glasses"],
        sum(step.get("pay", 0) for step in steps),
    )
    if price > have:
        return 0.0
    worth = sum(step_worth(cards, view, step, person) for step in steps)
    return worth + glasses(view, have - price) - glasses(view, have) if worth else 0.0


def step_worth(cards: Json, view: Json, step: Json, person: str) -> float:
    """Worth of one step of an ability, its price left out."""
    me, other, open_clues = (
        view["players"][view["seat"]],
        view["players"][1 - view["seat"]],
        view["display"],
    )
    shown = sorted((clue_worth_now(view, clue) for clue in open_clues), reverse=True)
    unseen = [clue_worth_now(view, clue) for clue in view["unseen"]] if view["pile"] else []
    action, number = next((name, n) for name, n in step.items() if name not in ("kinds", "hidden"))
    if action in ("gain", "gain_per_kind_in_display", "steal_markers"):
        source = other["glasses"] if action == "steal_markers" else view["reserve"]
        number = min(
            number, source, 99 if action != "gain_per_kind_in_display" else len(set(open_clues))
        )
        twice = 2 if action == "steal_markers" else 1
        return twice * (glasses(view, me["glasses"] + number) - glasses(view, me["glasses"]))
    if action == "take_open" and step.get("kinds") == "same":
        kinds = [
            kind for kind, n in Counter(str(open_clues)).items() if n >= number and kind not in "JM"
        ]
        return max((shift(view, kind, number, 0) for kind in kinds), default=0.0)
    if action == "take_open":
        return sum(shown[:number])
    if action in ("draw_hidden", "sniff"):
        return (
            number * mean_best(unseen, 1) if action == "draw_hidden" else mean_best(unseen, number)
        )
    if action == "steal_clue":
        return max((shift(view, kind, 1, -1) for kind in other["rows"]), default=0.0)
    if action == "renew_display":
        return mean_best(unseen, 4) - max(shown, default=0.0) if unseen else 0.0
    if action == "copy":
        plain = {p["id"] for p in cards["person"] if not any("copy" in s for s in p["ability"])} - {
            person
        }
        return max(
            (
                ability_worth(cards, view, p["id"])
                for p in view["persons"]
                if p["face_up"] and p["id"] in plain
            ),
            default=0.0,
        )
    return 0.0


def mean_best(gains: list[float], tries: int) -> float:
    """Mean of the best of some tries among equally likely gains."""
    n = len(gains)
    odds: list[float] = [((i + 1) ** tries - i**tries) / n**tries for i in range(n)]
    return sum(gain * odd for gain, odd in zip(sorted(gains), odds, strict=True))


# ---- Zug um Zug: wagons have to be on the way before the pile runs out. ----

LETTERS = {
    "purple": "P",
    "blue": "B",
    "orange": "O",
    "white": "W",
    "green": "G",
    "yellow": "Y",
    "black": "K",
    "red": "R",
}


def zug(cards: Json, view: Json, legal: list[str]) -> str:
    """Choose tickets as a whole; lay, draw or fetch tickets by what gets on the way by it."""
    if legal[0].split()[0] in ("keep", "complete"):
        return choose_tickets(cards, view, legal)
    worths = {"lay": lay_worth, "draw": draw_worth, "tickets": fetch_worth}
    return max(
        legal,
        key=lambda move: (
            worths[move.split()[0]](cards, view, move) if move.split()[0] in worths else 0.0
        ),
    )


def need_of(cards: Json, tickets: list[int]) -> Counter[str]:
    """Wagons that tickets ask for; they are numbered from 1 in the card list."""
    return Counter(
        LETTERS[colour] for ticket in tickets for colour in cards["ticket"][ticket - 1]["cards"]
    )


def lacking(need: Counter[str], have: Counter[str]) -> int:
    """Wagons still missing when locomotives replace any colour."""
    return max(0, sum((need - have).values()) - have["L"])


def departed(view: Json) -> Counter[str]:
    """My cards on the way and those in my yard, which follow."""
    cards = Counter(view["on_the_way"][view["seat"]])
    for row in view["yards"][view["seat"]]:
        cards.update({row["colour"]: row["cards"], "L": row["locomotives"]})
    return cards


def first_half(view: Json) -> bool:
    """Tell whether a second half follows (four players), into which hands and tickets are kept."""
    return bool(view["seats"] == 4 and view["half"] == 0)


def turns_left(view: Json) -> float:
    """My turns that are left, this one included."""
    return 1.0 if view["last_turns"] is not None else 2 + view["pile"] / (1.5 * view["seats"])


def to_come(view: Json) -> float:
    """Useful wagons I can still expect to draw and to bring on the way."""
    return 0.22 * float(view["pile"] / view["seats"] + 22 * first_half(view))


def choose_tickets(cards: Json, view: Json, legal: list[str]) -> str:
    """Find the best set of tickets that can still be chosen, and name its lowest."""
    word, final = legal[0].split()[0], legal[0].startswith("complete")
    names = [int(move.split()[1]) for move in legal if move != "done"]
    have = Counter(view["on_the_way"][view["seat"]])
    if not final:
        have = departed(view) + Counter(
            view["hand"] if turns_left(view) >= 3 or first_half(view) else ""
        )
    best, answer = -1e9, legal[0]
    for size in range("done" not in legal, (len(names) if len(names) < 16 else 5) + 1):
        for group in combinations(names, size):
            tickets = [*view["chosen"], *group, *([] if final else view["held"])]
            shown = [cards["ticket"][ticket - 1] for ticket in tickets]
            bonus = sum(
                cards["big_cities"].get(city, 0) for ticket in shown for city in ticket["cities"]
            )
            lack = lacking(need_of(cards, tickets), have)
            costs = 1000.0 * lack if final else 3.0 * lack + 10 * max(0.0, lack - to_come(view))
            worth = sum(ticket["points"] for ticket in shown) + 0.2 * bonus - costs
            if worth > best:
                best, answer = worth, f"{word} {group[0]}" if group else "done"
    return answer


def hand_share(view: Json) -> float:
    """What a card in hand is worth of one on the way."""
    return 0.5 if first_half(view) else max(0.02, min(0.5, 0.14 * (turns_left(view) - 1.5)))


def draw_worth(cards: Json, view: Json, move: str) -> float:
    """Worth of a card for the hand, and of the second one that may follow."""
    have, need = departed(view) + Counter(view["hand"]), need_of(cards, view["held"])
    worth = {"L": 1.4, "blind": 0.0}
    for card in LETTERS.values():
        worth[card] = (1.0 if need[card] > have[card] else 0.45) + 0.15 * (card in view["hand"])
    unseen = view["shuffles"][-1]["unseen"] if view["pile"] and view["shuffles"] else ""
    worth["blind"] = sum(worth[card] for card in unseen) / max(1, len(unseen))
    card, second = move.split()[1], 0.0
    if view["phase"] != "second_card" and card != "L":
        others = Counter(c for c in view["display"] if c and c != "L") - Counter([card])
        second = max(worth[other] for other in [*others, "blind"])
    return 4 * hand_share(view) * (worth[card] + second)


def fetch_worth(cards: Json, view: Json, move: str) -> float:
    """New tickets pay when there are more wagons to come than the present ones ask for."""
    have, need = departed(view) + Counter(view["hand"]), need_of(cards, view["held"])
    spare = sum((have - need).values()) + to_come(view) - lacking(need, have)
    return min(9.0, spare - 6) if turns_left(view) > 2 else 0.6 * (spare - 6)


def lay_worth(cards: Json, view: Json, move: str) -> float:
    """Points of what gets on the way, less what the cards were worth in hand; and the robbed."""
    laid, have, need = move.split()[1], departed(view), need_of(cards, view["held"])
    robbed = sum(
        row["cards"] + row["locomotives"]
        for yard in view["yards"]
        for row in yard
        if row["colour"] == laid[0]
    )
    worth = 3.0 * float(robbed)
    for row in laid if len(set(laid)) == 3 else [laid]:
        safe = 1.0
        for i, card in enumerate(sorted(row, key=lambda c: c != "L")):  # locomotives leave first
            safe *= 1 - min(0.5, 0.08 * (view["seats"] - 1) / (len(row) - i))
            joker = card == "L" and lacking(need, have)
            useful = 1.0 if joker or need[card] > have[card] else 0.3
            arrives = min(1.0, max(0.0, turns_left(view) - 1 - i))
            have[card] += 1
            worth += 4 * (
                useful * safe * arrives - hand_share(view) * (1.4 if card == "L" else useful)
            )
    return worth


# ---- Choosing and playing ----


def choose(game: str, cards: Json, view: Json, legal: list[str]) -> str:
    """Answer one of the legal moves, the one that seems best."""
    if len(legal) == 1:
        return legal[0]
    if game == "holmes":
        return max(legal, key=lambda move: holmes(cards, view, move))
    return {"tatort_themse": themse, "troika": troika, "zug_um_zug": zug}[game](cards, view, legal)


class Api:
    """The HTTP API of a server, with one credential."""

    def __init__(self, server: str) -> None:
        self.server, self.credential = server, ""

    def open(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request, again when told that it was too early."""
        headers = {"Content-Type": "application/json"}
        if self.credential:
            headers["Authorization"] = f"Bearer {self.credential}"
        request = Request(
            f"{self.server}/api{path}",
            json.dumps(body).encode() if body else None,
            headers,
            method=method,
        )
        while True:
            try:
                return urlopen(request, timeout=120)
            except HTTPError as error:
                if error.code not in (429, 503):
                    raise
                time.sleep(float(error.headers.get("Retry-After") or 1))

    def read(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request and read its JSON."""
        with self.open(method, path, body) as answer:
            return json.load(answer)


def play(api: Api, table: str, game: str, cards: Json) -> Json:
    """Answer every question of the game stream, opened again if it breaks; the last look."""
    while True:
        for line in api.open("GET", f"/tables/{table}/stream"):
            if not line.strip():
                continue  # a sign of life
            event: Json = json.loads(line)
            look: Json = event.get("look", event)
            if look["stage"] == "over":
                return look
            if look["legal"]:
                move = quote(choose(game, cards, look["view"], look["legal"]))
                try:
                    api.read("POST", f"/tables/{table}/move/{move}?number={look['number']}")
                except HTTPError as error:
                    if error.code != 409:  # else a newer view is on its way
                        raise


def main(server: str, game: str, seats: str = "", level: str = "casual") -> None:
    """Lay a table, play one game, print the scores, one's own first."""
    api = Api(server)
    info = next(entry for entry in api.read("GET", "/games") if entry["name"] == game)
    bots = [{"kind": "bot", "level": level}] * (int(seats or info["least_seats"]) - 1)
    wish = {
        "game": game,
        "seats": [{"kind": "person", "name": "Thinker"}, *bots],
        "house": {"bot_pace": 0},
    }
    seated = api.read("POST", "/tables", wish)
    api.credential = seated["credential"]
    end = play(api, seated["table"], game, info["cards"] or {})
    scores, mine = list(end["result"]["scores"]), end["seat"]
    print(
        f"{game}: {scores.pop(mine)} against {scores},",
        "won" if mine in end["result"]["winners"] else "lost",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
