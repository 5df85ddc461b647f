"""A witness for 'fourscore review': judges games by the scores of all moves.

review_witness.py WIDTHxHEIGHT GAME... compares the JSON of 'fourscore review'
with a judgement of its own, made of the output of 'fourscore solve --all-moves'.
Prints the number of moves compared.
"""
import json
import pathlib
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from require import require
from rules import NAMES, NO_MOVE, run, scores_of_moves, sign


def verdict(before, after):
    if after == before:
        return "best"
    if sign(after) == sign(before):
        return "slower_win" if before > 0 else "sooner_loss"
    if before == 0:
        return "draw_lost"
    return "win_drawn" if after == 0 else "win_lost"


def worth(name, lost):
    if name == "best":
        return Fraction(1)
    if name in ("slower_win", "sooner_loss"):
        return max(Fraction(1, 2), 1 - Fraction(lost, 20))
    return Fraction(0)


def judge(game, scores):
    """The parts of a review, from the scores of all moves by position."""
    moves, worths, changes = [], ([], []), []
    for i, name in enumerate(game):
        column = NAMES.index(name) + 1
        known = {c: s for c, s in enumerate(scores[game[:i]], 1) if s != NO_MOVE}
        before, after = max(known.values()), known[column]
        found = verdict(before, after)
        lost = before - after if found in ("slower_win", "sooner_loss") else 0
        choice = len(set(known.values())) > 1
        if choice:
            worths[i % 2].append(worth(found, lost))
        if found in ("draw_lost", "win_drawn", "win_lost"):
            changes.append(i + 1)
        moves.append({
            "column": column, "before": before, "after": after,
            "best": sorted(c for c in known if known[c] == before),
            "verdict": found, "lost": lost, "choice": choice,
        })
    accuracies = [int(100 * sum(list_, Fraction(0)) / len(list_)) if list_ else None
                  for list_ in worths]
    return {"moves": moves, "changes": len(changes),
            "decided": changes[-1] if changes else 0, "accuracies": accuracies}


def compare(game, review, expected):
    for move in review["moves"]:
        move["best"].sort()
    require(review["game"] == game)
    require(review["moves"] == expected["moves"], (game, review, expected))
    for name in ("changes", "decided"):
        require(review[name] == expected[name], (game, name, review))
    for i, side in enumerate(("first", "second")):
        found, own = review[side], expected["moves"][i::2]
        require(found["accuracy"] == expected["accuracies"][i], (game, side, found))
        require(found["moves"] == len(own) and found["unknown"] == 0)
        require(found["choices"] == sum(move["choice"] for move in own))
        for name in ("best", "slower_win", "sooner_loss", "draw_lost", "win_drawn",
                     "win_lost"):
            require(found[name] == sum(move["verdict"] == name for move in own))
    if game:  # the result is that of the last move
        after = expected["moves"][-1]["after"]
        last = (len(game) - 1) % 2 + 1
        winner = 0 if after == 0 else last if after > 0 else 3 - last
        require(review["winner"] == winner, (game, review))


def main():
    board, *games = sys.argv[1:]
    scores = scores_of_moves(board, [game[:i] for game in games for i in range(len(game))])
    reviews = [json.loads(line) for line in
               run("review", "--json", "--quiet", "--board", board, lines=games)]
    require(len(reviews) == len(games))
    for game, review in zip(games, reviews):
        compare(game, review, judge(game, scores))
    print(sum(map(len, games)))


main()
