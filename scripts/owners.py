#!/usr/bin/env python3
"""Computes who holds an element, as a short script would; scripts/bench compares layoutq with it.

usage: owners.py SPT TPW WPC SHAPE COORD, each as 1,4; the last dimension is fastest
"""

import itertools
import sys


def numbers(text):
    return [int(item) for item in text.split(",")]


def main():
    spt, tpw, wpc, shape, coordinate = map(numbers, sys.argv[1:])
    positions = []
    for d, extent in enumerate(shape):
        tile = spt[d] * tpw[d] * wpc[d]
        reps = max(1, -(-extent // tile))
        held = []
        for position in range(coordinate[d], reps * tile, extent):
            rep, rest = divmod(position, tile)
            warp, rest = divmod(rest, spt[d] * tpw[d])
            lane, element = divmod(rest, spt[d])
            held.append((warp, lane, rep, element, reps))
        positions.append(held)
    places = []
    for parts in itertools.product(*positions):
        warp = lane = rep = element = 0
        for d, (w, l, r, e, reps) in enumerate(parts):
            warp = warp * wpc[d] + w
            lane = lane * tpw[d] + l
            rep = rep * reps + r
            element = element * spt[d] + e
        block = 1
        for size in spt:
            block *= size
        places.append((warp, lane, rep * block + element))
    print(",".join(f"dim{d}" for d in range(len(shape))) + ",warp,lane,register,thread")
    lanes = 1
    for size in tpw:
        lanes *= size
    for warp, lane, register in sorted(places):
        print(",".join(map(str, [*coordinate, warp, lane, register, warp * lanes + lane])))


main()
