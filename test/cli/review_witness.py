"""A witness for 'fourscore review': judges games by the scores of all moves.

review_witness.py [--node-limit N] WIDTHxHEIGHT GAME...: compares the JSON of 'fourscore
review' with a judgement of its own, made of the output of 'fourscore solve --all-moves', and
text and lines of --short with the JSON.  With a limit, what is known must agree with the
review without it.  Prints how many moves were judged, and how many not.
"""
import argparse
import json
import pathlib
import re
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from rules import NAMES, NO_MOVE, Board, last_stone, require, run, scores_of_moves, sign


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
    # The result is that of the last move.
    winner = None if not game else (len(game) - 1) % 2 + 1 if after > 0 else \
        0 if after == 0 else len(game) % 2 + 1
    return {"moves": moves, "changes": len(changes), "winner": winner, "score": -after if game else None,
            "decided": changes[-1] if changes else 0, "accuracies": accuracies}


def compare_end(board, review, expected):
    """The score, the last stone and what the summary begins with."""
    winner, score = review["winner"], review["score"]
    require(expected["score"] in (None, score) and review["over"] == board.over, board.moves, review)
    last = len(board.moves) if board.over else last_stone(board, score)
    end = (f"{'xo'[winner - 1]} {'won' if board.over else 'wins'} on move {last}" if score else
           "The game ended in a draw" if board.over else "it is a draw")
    before = "" if board.over else "With best play from here "
    require(review["last_stone"] == last and re.match(before + end + "[:;]", review["summary"]),
            board.moves, review)


def compare(game, review, expected):
    for move in review["moves"]:
        move["best"].sort()
    require(review["game"] == game and review["finished"])
    require(review["moves"] == expected["moves"], (game, review, expected))
    for name in ("changes", "decided"):
        require(review[name] == expected[name], (game, name, review))
    for i, side in enumerate(("first", "second")):
        found, own = review[side], expected["moves"][i::2]
        require(found["accuracy"] == expected["accuracies"][i], (game, side, found))
        require(found["moves"] == len(own) and found["unknown"] == 0)
        require(found["choices"] == sum(move["choice"] for move in own))
        for name in MISTAKES:
            require(found[name] == sum(move["verdict"] == name for move in own))
    require(expected["winner"] in (None, review["winner"]), (game, review))
    told = re.search(r": ([xo]) threw the (win|draw) away with move (\d+) \((..)\)"
                     r"(?:, the last of (\d+) moves that changed the result)?\.$", review["summary"])
    require((told is not None) == (expected["decided"] > 0), review["summary"])
    if told:
        decided, move = expected["decided"], expected["moves"][expected["decided"] - 1]
        row = sum(earlier["column"] == move["column"] for earlier in expected["moves"][:decided])
        require(told.groups() == ("ox"[decided % 2], "win" if move["before"] > 0 else "draw",
                                  str(decided), f"{' abcdefghijkl'[move['column']]}{row}",
                                  str(expected["changes"]) if expected["changes"] > 1 else None),
                review["summary"])


def compare_limited(review, exact):
    """What is known after a limit is so without it."""
    def contains(bounds, score):
        return bounds == score if isinstance(bounds, int) else \
            bounds["lower"] <= score <= bounds["upper"]

    require(review["finished"] is False)
    require(review["winner"] in (None, exact["winner"]))
    require(review["decided"] in (None, exact["decided"]) and review["changes"] <= exact["changes"])
    for own, other in zip(review["moves"], exact["moves"], strict=True):
        require(contains(own["before"], other["before"]) and contains(own["after"], other["after"]))
        require(own["verdict"] in ("not_judged", other["verdict"]), own, other)
        require(own["choice"] in (None, other["choice"]), own, other)
    for i, side in enumerate(("first", "second")):
        require(review[side]["choices"] <= sum(move["choice"] for move in exact["moves"][i::2]))


# -------------------------------------------------------------------- text

MISTAKES = {"best": "", "not_judged": "not judged", "slower_win": "win made longer",
            "sooner_loss": "loss made quicker", "draw_lost": "draw thrown away",
            "win_drawn": "win thrown away, now a draw", "win_lost": "win thrown away, now lost"}


def counted(count, one, many):
    return f"{count} {one if count == 1 else many}"


def text_of_side(name, side):
    mistakes = [counted(count, *words) for count, *words in (
        (side["win_lost"] + side["win_drawn"], "win thrown away", "wins thrown away"),
        (side["draw_lost"], "draw thrown away", "draws thrown away"),
        (side["slower_win"], "win made longer", "wins made longer"),
        (side["sooner_loss"], "loss made quicker", "losses made quicker")) if count]
    unknown, count = side["unknown"], counted(side["moves"], "move", "moves")
    known = (f"accuracy {side['accuracy']}% in {counted(side['choices'], 'choice', 'choices')}"
             if side["accuracy"] is not None else "accuracy not known" if unknown else "no choice")
    return (f"{name}: {known}; " + (", ".join(mistakes) or "no mistake" + " known" * (unknown > 0)) +
            f"; {unknown} of {count} not fully known" * (unknown > 0))


def text_of_score(score, i):
    """The score, or the bounds, for the first player."""
    bounds = [score] * 2 if isinstance(score, int) else [score["lower"], score["upper"]]
    bounds = bounds if i % 2 == 0 else [-bounds[1], -bounds[0]]
    texts = [f"{bound:+d}" if bound else "0" for bound in bounds]
    return texts[0] if bounds[0] == bounds[1] else "..".join(texts)


def text_of_move(i, move, width):
    best = "".join(NAMES[column - 1] for column in move["best"]) or "?"
    verdict = MISTAKES[move["verdict"]]
    if move["lost"]:
        verdict += f" by {counted(move['lost'], 'stone', 'stones')}"
    before, after = (text_of_score(move[when], i) for when in ("before", "after"))
    return (f"{i + 1:4}  {'xo'[i % 2]} {NAMES[move['column'] - 1]}  {before:>6}  {after:>6}  " +
            (f"{best:{width}}  {verdict}" if verdict else best))


def text_of(review):
    lines = [f"{review['file']}:{review['line']}: {review['game'] or '-'}", review["summary"],
             text_of_side("x", review["first"]), text_of_side("o", review["second"])]
    if review["moves"]:
        width = max(len("best"), *(len(move["best"]) for move in review["moves"]))
        lines += ["", "            score for x (+ x wins, 0 draw, - o wins)",
                  "move       before   after  best"]
    return lines + [text_of_move(i, move, width) for i, move in enumerate(review["moves"])]


def short_of(review):
    def accuracy_of(side):
        known = "" if side["accuracy"] is None else f"{side['accuracy']}%"
        return known + "?" if side["unknown"] else known or "-"

    return " ".join([review["game"] or "-", "x", accuracy_of(review["first"]),
                     "o", accuracy_of(review["second"]), review["summary"]])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--node-limit")
    parser.add_argument("board")
    parser.add_argument("games", nargs="+")
    wanted = parser.parse_args()
    limit = ["--no-book", "--node-limit", wanted.node_limit] if wanted.node_limit else []

    def printed(*options):
        return run("review", "--quiet", "--threads", "1", "--board", wanted.board, *options,
                   lines=wanted.games, status=4 if limit else 0)

    lines = printed("--json", *limit)
    reviews = [json.loads(line) for line in lines]
    require([review["line"] for review in reviews] == [*range(1, len(wanted.games) + 1)])
    text = []
    for review in reviews:
        text += [""] * (text != []) + text_of(review)
    for line, own in zip(printed(*limit), text, strict=True):
        require(line == own, line, own)
    require(printed("--short", *limit) == [short_of(review) for review in reviews])
    scores = scores_of_moves(wanted.board, [game[:i] for game in wanted.games
                                            for i in range(len(game))])
    for game, review in zip(wanted.games, reviews):
        if limit:
            compare_limited(review, judge(game, scores))
        else:
            compare(game, review, judge(game, scores))
            compare_end(Board(*map(int, wanted.board.split("x")), game), review, judge(game, scores))
    judged = [move["verdict"] != "not_judged" for review in reviews for move in review["moves"]]
    print(sum(judged), len(judged) - sum(judged))


main()
