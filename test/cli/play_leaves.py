#!/usr/bin/env python3
"""play_leaves.py GAMES SEED CERTIFICATE...

Play games from every leaf of certificates.  P plays as fourscore-certificate(5)
says below "Static proofs"; M completes a four if it can, and otherwise plays at
random, outside of stalled cells as long as it can.  P must reach the claim.
"""
import random
import sys

import recoder


class Walk(recoder.checker.Checker):
    """Keeps the positions after P's moves that make leaves."""
    def __init__(self, data):
        super().__init__(data)
        self.leaves = set()

    def proves(self, mover, stones):
        found = super().proves(mover, stones)
        if found:
            self.leaves.add((mover, stones))
        return found


def stalled_cells(rules, own, empty):
    """The entries and all cells above them; 'own' are the stones of P."""
    distance = {cell: rules.height - 1 - i % rules.step
                for i in range(rules.width * rules.step)
                for cell in [1 << i]}
    below = rules.threats(own) >> 1 & empty
    lowest = [min(cells) for column in rules.columns
              if (cells := list(recoder.checker.each(below & column)))]
    entries = [cell for cell in lowest if distance[cell] % 2]
    if bin(empty).count("1") % 2:
        entries += [cell for cell in lowest if distance[cell] % 2 == 0][:1]
    return sum(cell << up for cell in entries
               for up in range(distance[cell] + 1))


def answer(rules, own, empty, stalled, played):
    """The cell that P plays, after M played the cell 'played'."""
    fours = rules.threats(own) & rules.playable(rules.full ^ empty)
    if fours:
        return fours & -fours
    columns = [column & empty & ~stalled for column in rules.columns]
    odd = [column for column in columns if bin(column).count("1") % 2]
    above = [column for column in odd if column & played << 1]
    column = (above or odd)[0]
    return column & -column


def play(walk, mover, stones, rnd):
    """Whether P reaches the claim in a game from a leaf; M is to move."""
    rules, own, other = walk.rules, mover ^ stones, mover
    empty, stone = rules.full ^ stones, bin(stones).count("1")
    cells = bin(rules.full).count("1")
    stalled = stalled_cells(rules, own, empty) if walk.statics else 0
    while empty:
        playable = rules.playable(rules.full ^ empty)
        moves = (rules.threats(other) & playable or playable & ~stalled
                 or playable)
        played = rnd.choice(list(recoder.checker.each(moves)))
        stone += 1
        if rules.threats(other) & played:
            return -((cells + 2 - stone) // 2) >= walk.score
        other, empty, stone = other | played, empty ^ played, stone + 1
        cell = answer(rules, own, empty, stalled, played)
        if rules.threats(own) & cell:
            return (cells + 2 - stone) // 2 >= walk.score
        own, empty = own | cell, empty ^ cell
    return walk.score <= 0


def main(games, seed, *names):
    rnd, lost = random.Random(int(seed)), 0
    print("# seed", seed)
    for name in names:
        with open(name, "rb") as file:
            walk = Walk(file.read())
        walk.check()
        bad = [leaf for leaf in sorted(walk.leaves)
               if not all(play(walk, *leaf, rnd) for _ in range(int(games)))]
        print(f"# {name}: {len(walk.leaves)} leaves, {len(bad)} of them lost")
        lost += len(bad) + (not walk.leaves)
    return 1 if lost else 0


sys.exit(main(*sys.argv[1:]))
