"""Makes an animated picture, which plays in documents, from pictures named after their milliseconds in it.

`python e2e/film.py FOLDER MILLISECONDS FILM.webp`
"""

import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av

FPS, WIDTH, HEIGHT = 8, 960, 600
LOOK = {"quality": "85", "compression_level": "6", "loop": "0"}

folder, milliseconds, film = sys.argv[1:]
shots = sorted(Path(folder).glob("*.jpg"), key=lambda shot: int(shot.stem))
ends = [*(int(shot.stem) for shot in shots[1:]), int(milliseconds)]
with av.open(film, "w", format="webp") as target:
    stream = target.add_stream("libwebp_anim", rate=FPS, options=LOOK)
    stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "bgra"
    for shot, (begin, end) in zip(shots, pairwise([0, *(round(one * FPS / 1000) for one in ends)]), strict=True):
        if begin == end:
            continue
        with av.open(shot) as source:
            picture = next(source.decode(video=0)).reformat(WIDTH, HEIGHT, "bgra", interpolation="LANCZOS")
        for number in range(begin, end):
            picture.pts, picture.time_base = number, Fraction(1, FPS)
            target.mux(stream.encode(picture))
    target.mux(stream.encode(None))
