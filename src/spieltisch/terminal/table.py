"""People and bots at one terminal: it draws what the seat that decides may see, takes its moves
and says why one is not allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from spieltisch.bots.by_name import bot
from spieltisch.bots.levels import thinker
from spieltisch.core.bot import BadBot
from spieltisch.core.errors import IllegalMove, UnreadableMove
from spieltisch.core.match import Match
from spieltisch.core.rng import seeded
from spieltisch.terminal.saved import written
from spieltisch.terminal.score_sheet import score_sheet
from spieltisch.terminal.screen import Screen
from spieltisch.terminal.words import HELP, WORDS

MOST_LISTED = 20
LONGEST_NUMBER = 6
MOST_TOLD = 8
MOST_HINTS = 3
CLAUSE = re.compile(r"\b[A-Z]{2}-[A-Z]?\d+\b")


class Left(Exception):
    """Somebody has had enough."""


class TerminalTable:
    def __init__(
        self,
        match: Match,
        bots: Mapping[int, str],
        names: Sequence[str],
        language: str,
        screen: Screen,
    ) -> None:
        """`bots` are names by seat; people have the other seats."""
        self.match = match
        self.levels = dict(bots)
        self.bots = {seat: bot(level) for seat, level in bots.items()}
        self.people = [seat for seat in range(match.seats) if seat not in bots]
        self.names = list(names)
        self.language = language
        self.words = WORDS[language]
        self.texts = match.game.texts(language)
        self.screen = screen
        self.shown = dict.fromkeys(self.people, 0)  # steps each of them has been told
        self.sitting: int | None = self.people[0] if len(self.people) == 1 else None

    def say(self, key: str, style: str = "", **facts: str | int) -> None:
        self.screen.say(self.words[key].format(**facts), style)

    # From turn to turn.

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        try:
            while not self.match.over:
                self.let_bots_play()
                if not self.match.over:
                    self.take_turn()
            self.show_result()
        except BadBot as error:
            self.screen.say(str(error), "bold")
            with suppress(EOFError, KeyboardInterrupt):  # nobody is there to ask
                self.save_first()
        except Left:
            self.say("left")
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            self.say("left")

    def let_bots_play(self) -> None:
        if self.match.turn in self.people:
            return
        name = self.names[self.match.turn] if self.match.turn >= 0 else ""
        with self.screen.waiting(self.words["thinks"].format(name=name)):
            try:
                self.match.play(self.bots)
            except BadBot:
                raise
            except Exception as error:  # somebody's own bot may do anything
                told = f"{name} failed ({type(error).__name__}: {error})"
                raise BadBot(told) from error

    def take_turn(self) -> None:
        """One decision of a person, with whatever else that person asks before it."""
        seat = self.match.turn
        self.hand_over(seat)
        self.show_news(seat)
        self.show_table(seat)
        self.show_moves(MOST_LISTED)
        steps = len(self.match.steps)
        while len(self.match.steps) == steps:
            self.obey(self.screen.ask(self.words["your_move"].format(name=self.names[seat])))

    def hand_over(self, seat: int) -> None:
        """Nobody sees the cards of whoever sat here before."""
        if self.sitting == seat:
            return
        self.screen.clear()
        self.screen.ask(self.words["hand_over"].format(name=self.names[seat]))
        self.screen.clear()
        self.sitting = seat

    # What is shown.

    def show_news(self, seat: int) -> None:
        """What happened since this person looked last."""
        told = [
            self.match.game.told(seen, self.language, self.names)
            for number, seen in self.match.told(seat)
            if number > self.shown[seat]
        ]
        self.shown[seat] = len(self.match.steps)
        self.screen.say()
        if len(told) > MOST_TOLD:
            self.say("earlier", "dim", number=len(told) - MOST_TOLD)
        for line in told[-MOST_TOLD:]:
            self.screen.say(line)

    def show_table(self, seat: int | None) -> None:
        self.screen.say()
        self.screen.draw(self.match.text(seat, self.language, self.names).splitlines())

    def show_moves(self, most: int) -> None:
        """Numbered, with what each means."""
        legal = self.match.legal
        self.screen.say()
        listed = enumerate(legal[:most], 1)
        self.screen.columns([(str(at), move, self.meaning(move)) for at, move in listed])
        if len(legal) > most:
            self.say("more_moves", "dim", number=len(legal) - most)

    def meaning(self, move: str) -> str:
        said = self.match.sentence(move, self.language, self.names)
        return said.removeprefix(f"{self.names[self.match.turn]} ")

    def show_result(self) -> None:
        result = self.match.result
        assert result is not None
        self.show_table(None)
        self.screen.say()
        sheet = score_sheet(self.match.game, result, self.names, self.language)
        self.screen.console.print(sheet)
        for seat, score in enumerate(result.scores):
            self.screen.say(f"{self.names[seat]}: {score}")
        self.screen.say(f"{self.texts.sheet[result.ending]} ({result.ending_clause})")
        winners = self.words["and"].join(self.names[seat] for seat in result.winners)
        self.say("won" if len(result.winners) == 1 else "won_together", "bold", names=winners)

    # What is asked.

    def obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        rest = rest.strip()
        if line.startswith("?"):
            self.explain(line[1:].strip())
        elif command.isdecimal() and len(line) <= LONGEST_NUMBER:
            self.play_number(int(command))
        elif command in COMMANDS:
            COMMANDS[command](self, rest)
        elif line:
            self.push(line)
        elif len(self.match.legal) == 1:
            self.push(self.match.legal[0])
        else:
            self.show_moves(MOST_LISTED)

    def play_number(self, number: int) -> None:
        legal = self.match.legal
        if 1 <= number <= len(legal):
            self.push(legal[number - 1])
        else:
            self.say("no_such_number", number=len(legal))

    def push(self, move: str) -> None:
        try:
            self.match.push(move, seat=self.match.turn)
        except (IllegalMove, UnreadableMove) as error:
            self.refuse(move, error)

    def explain(self, move: str) -> None:
        """Whether a move is allowed, and if not, the clause with its text."""
        if not move:
            self.help("")
            return
        try:
            self.match.checked(move)
        except (IllegalMove, UnreadableMove) as error:
            clause = self.refuse(move, error)
            if clause:
                self.rules(clause)
        else:
            self.say("allowed", move=self.meaning(move))

    def refuse(self, move: str, error: IllegalMove | UnreadableMove) -> str:
        """Say why not; the clause, if one says so."""
        if isinstance(error, IllegalMove):
            why = self.match.game.refused(error.refusal, self.language, self.names)
            self.say("refused", "bold", clause=error.clause, why=why)
            return error.clause
        self.say("unreadable", "bold", text=move[:40])
        found = CLAUSE.search(str(error))
        return found.group() if found else ""

    def help(self, _: str) -> None:
        clause = next(iter(self.texts.clauses()))
        self.screen.draw(HELP[self.language].format(clause=clause).splitlines())

    def moves(self, _: str) -> None:
        self.show_moves(len(self.match.legal))

    def table(self, _: str) -> None:
        self.show_table(self.match.turn)

    def log(self, _: str) -> None:
        for line in self.match.log(self.match.turn, self.language, self.names):
            self.screen.say(line)

    def hint(self, _: str) -> None:
        """The best moves a strong bot finds, which sees no more than the seat does."""
        legal, seat = self.match.legal, self.match.turn
        if len(legal) == 1:
            self.say("only_move")
            return
        helper = thinker("strong")
        helper.sit(self.match.game, seat)
        with self.screen.waiting("…"):
            rng = seeded("hint", self.match.game.name, seat, len(self.match.steps))
            reports = helper.analyse(self.match.view(seat), legal, rng)
        best = sorted(reports, key=lambda report: (-report.value, legal.index(report.move)))
        self.screen.columns(
            [
                (str(legal.index(one.move) + 1), one.move, self.share(one.value))
                for one in best[:MOST_HINTS]
            ]
        )

    def share(self, value: float) -> str:
        return self.words["share"].format(share=round(100 * value))

    def undo(self, _: str) -> None:
        """Back to the last decision of a person, what bots decided after it included."""
        if not any(who in self.people for who, _ in self.match.steps):
            self.say("nothing_to_undo")
            return
        gone = self.match.undo()
        while gone[0][0] not in self.people:
            gone = self.match.undo() + gone
        decided = [text for who, text in gone if who in self.people]
        self.say("undone", moves=", ".join(decided))
        steps = len(self.match.steps)
        self.shown = {seat: min(seen, steps) for seat, seen in self.shown.items()}

    def rules(self, clause: str) -> None:
        if clause:
            self.show_clause(clause.upper())
            return
        for section in self.texts.sections:
            self.screen.say(f"\n{section.title}", "bold")
            for one in section.clauses:
                self.screen.say(f"{one.id} {one.text}")
        for variant in self.texts.variants:
            self.screen.say(f"\n{variant.title}", "bold")
            self.screen.say(variant.text)

    def show_clause(self, number: str) -> None:
        clause = self.texts.clauses().get(number)
        if clause is None:
            self.say("no_such_clause", text=number[:20])
        else:
            self.screen.say(f"{clause.id}: {clause.text}")

    def save(self, file: str) -> None:
        if not file:
            self.say("save_where")
            return
        try:
            written(self.match, self.levels, self.names).save(Path(file).expanduser())
        except OSError as error:
            self.say("not_saved", file=file, why=error.strerror or str(error))
        else:
            self.say("saved", file=file)

    def quit(self, _: str) -> None:
        self.save_first()
        raise Left

    def save_first(self) -> None:
        file = self.screen.ask(self.words["save_first"])
        if file:
            self.save(file)


COMMANDS = {
    "help": TerminalTable.help,
    "moves": TerminalTable.moves,
    "table": TerminalTable.table,
    "log": TerminalTable.log,
    "hint": TerminalTable.hint,
    "undo": TerminalTable.undo,
    "rules": TerminalTable.rules,
    "save": TerminalTable.save,
    "quit": TerminalTable.quit,
}
