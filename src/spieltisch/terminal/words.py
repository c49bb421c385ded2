"""What the terminal itself says, in every language; the games' own words are the rooms'."""

from __future__ import annotations

from collections.abc import Mapping

HELP = {
    "de": """\
NUMMER oder Zug    spielen, z. B. 2 oder take 3; Enter spielt den einzigen Zug
? ZUG              warum ein Zug nicht erlaubt ist, mit der Regel
hint               was der Könner spielen würde
undo               deine letzte Entscheidung zurücknehmen
moves, table, log  alle Züge, den Tisch, den ganzen Verlauf zeigen
rules [REGEL]      die Spielregeln, oder eine (rules {clause})
save DATEI         speichern; weiter mit: spieltisch play --resume DATEI
quit               aufhören""",
    "fr": """\
NUMÉRO ou coup     jouer, p. ex. 2 ou take 3 ; Entrée joue le seul coup
? COUP             pourquoi un coup n’est pas permis, avec la règle
hint               ce que jouerait le joueur confirmé
undo               annuler votre dernière décision
moves, table, log  montrer tous les coups, la table, tout le journal
rules [RÈGLE]      les règles du jeu, ou une seule (rules {clause})
save FICHIER       enregistrer ; reprendre : spieltisch play --resume FICHIER
quit               arrêter""",
    "en": """\
NUMBER or move     play, such as 2 or take 3; Enter plays the only move
? MOVE             why a move is not allowed, with the rule
hint               what the strong bot would play
undo               take back your last decision
moves, table, log  show all moves, the table, the whole log
rules [CLAUSE]     the rule book, or one clause (rules {clause})
save FILE          save; go on with: spieltisch play --resume FILE
quit               leave""",
}

WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "player": "Spieler {number}",
        "your_move": "{name}, dein Zug (help hilft): ",
        "hand_over": "{name} ist dran. Gib das Gerät weiter, dann Enter. ",
        "more_moves": "… und {number} weitere: moves zeigt alle.",
        "earlier": "… {number} Zeilen davor: log zeigt alle.",
        "no_such_number": "Die Züge haben die Nummern 1 bis {number}.",
        "refused": "Nicht erlaubt ({clause}): {why}.",
        "allowed": "Das ist erlaubt: {move}",
        "unreadable": "„{text}“ ist kein Zug dieses Spiels. help zeigt, was du eingeben kannst.",
        "no_such_clause": "Eine Regel „{text}“ gibt es nicht.",
        "nothing_to_undo": "Es gibt noch nichts zurückzunehmen.",
        "undone": "Zurückgenommen: {moves}.",
        "share": "{share} % vom Sieg",
        "only_move": "Es gibt nur diesen Zug.",
        "save_where": "save DATEI: Nenne eine Datei.",
        "saved": "Gespeichert: {file}.",
        "not_saved": "{file}: {why}.",
        "save_first": "Speichern? Dateiname, oder Enter für nein: ",
        "left": "Die Partie ist beendet.",
        "thinks": "{name} denkt nach …",
        "won": "{names} gewinnt.",
        "won_together": "{names} gewinnen.",
        "and": " und ",
        "seat": "Spieler",
        "points": "Punkte",
        "clause": "Regel",
        "what_for": "wofür",
    },
    "fr": {
        "player": "Joueur {number}",
        "your_move": "{name}, à vous (help pour l’aide)\N{NO-BREAK SPACE}: ",
        "hand_over": "C’est à {name}. Passez l’appareil, puis Entrée. ",
        "more_moves": "… et {number} autres\N{NO-BREAK SPACE}: moves les montre tous.",
        "earlier": "… {number} lignes avant\N{NO-BREAK SPACE}: log les montre toutes.",
        "no_such_number": "Les coups portent les numéros 1 à {number}.",
        "refused": "Interdit ({clause})\N{NO-BREAK SPACE}: {why}.",
        "allowed": "C’est permis\N{NO-BREAK SPACE}: {move}",
        "unreadable": "«\N{NO-BREAK SPACE}{text}\N{NO-BREAK SPACE}» n’est pas un coup de ce jeu. "
        "help montre ce que vous pouvez taper.",
        "no_such_clause": "Il n’y a pas de règle «\N{NO-BREAK SPACE}{text}\N{NO-BREAK SPACE}».",
        "nothing_to_undo": "Il n’y a encore rien à annuler.",
        "undone": "Annulé\N{NO-BREAK SPACE}: {moves}.",
        "share": "{share}\N{NO-BREAK SPACE}% de la victoire",
        "only_move": "Il n’y a que ce coup.",
        "save_where": "save FICHIER\N{NO-BREAK SPACE}: nommez un fichier.",
        "saved": "Enregistré\N{NO-BREAK SPACE}: {file}.",
        "not_saved": "{file}\N{NO-BREAK SPACE}: {why}.",
        "save_first": "Enregistrer\N{NO-BREAK SPACE}? Nom du fichier, ou Entrée pour non"
        "\N{NO-BREAK SPACE}: ",
        "left": "La partie est arrêtée.",
        "thinks": "{name} réfléchit…",
        "won": "{names} gagne.",
        "won_together": "{names} gagnent.",
        "and": " et ",
        "seat": "joueur",
        "points": "points",
        "clause": "règle",
        "what_for": "pour quoi",
    },
    "en": {
        "player": "Player {number}",
        "your_move": "{name}, your move (help lists commands): ",
        "hand_over": "It is {name}'s turn. Hand over, then press Enter. ",
        "more_moves": "… and {number} more: moves lists them all.",
        "earlier": "… {number} lines before: log shows them all.",
        "no_such_number": "Moves have the numbers 1 to {number}.",
        "refused": "Not allowed ({clause}): {why}.",
        "allowed": "That is allowed: {move}",
        "unreadable": "“{text}” is no move of this game. help shows what you can type.",
        "no_such_clause": "There is no clause “{text}”.",
        "nothing_to_undo": "There is nothing to take back yet.",
        "undone": "Taken back: {moves}.",
        "share": "{share} % of the victory",
        "only_move": "There is only this move.",
        "save_where": "save FILE: name a file.",
        "saved": "Saved: {file}.",
        "not_saved": "{file}: {why}.",
        "save_first": "Save? A file name, or Enter for no: ",
        "left": "You have left the game.",
        "thinks": "{name} is thinking …",
        "won": "{names} wins.",
        "won_together": "{names} win.",
        "and": " and ",
        "seat": "seat",
        "points": "points",
        "clause": "clause",
        "what_for": "what for",
    },
}
