"""random_games.py WIDTH HEIGHT COUNT SEED: print random games to their end."""
import random
import sys


def has_four(stones, column, row):
    for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            x, y = column + way * step[0], row + way * step[1]
            while (x, y) in stones:
                length += 1
                x, y = x + way * step[0], y + way * step[1]
        if length >= 4:
            return True
    return False


def play(width, height, chance):
    stones, heights, game = (set(), set()), [0] * width, ""
    while len(game) < width * height:
        column = chance.choice([c for c in range(width) if heights[c] < height])
        own = stones[len(game) % 2]
        own.add((column, heights[column]))
        game += "123456789abc"[column]
        if has_four(own, column, heights[column]):
            break
        heights[column] += 1
    return game


width, height, count, seed = map(int, sys.argv[1:])
chance = random.Random(seed)
for _ in range(count):
    print(play(width, height, chance))
