"""Draws what each writer of the answer set is asked to write, and prints one sheet per writer.

    python -m training.scoring.assign FOLDER

A sheet shows a writer the questions, a person to speak as and the kind of answer wanted. It shows no levels, no rubric
and nothing of the scorer. Drawn from a fixed seed, so that the sheets can be made again.
"""

import json
import random
import sys
import tomllib
from pathlib import Path

from dayshift.question_plans import FAMILIES, newest

SEED = 20261123
ITEMS = 80
WRITERS = {"en": {"train": 18, "dev": 4, "test": 7}, "es": {"train": 10, "dev": 2, "test": 3}}

UNSEEN = {
    "test": (
        *("fitness/experience", "fitness/pressure", "fitness/coaching", "fitness/motivation", "salon/experience"),
        *("salon/complaint", "salon/motivation", "construction/pressure", "hotel/motivation", "management/experience"),
        *("maintenance/diagnosis", "bar/pressure"),
    ),
    "dev": (
        *("salon/pressure", "construction/motivation", "hotel/experience", "bar/motivation", "maintenance/pressure"),
        "warehouse/motivation",
    ),
}
"""Questions that only the development set or only the sealed test asks."""
UNSEEN_SHARE = 0.6

_WORDING = tomllib.loads(Path(__file__).with_name("sheets.toml").read_text("utf-8"))


def questions(language: str) -> dict[str, tuple[str, str]]:
    """`family/question`: the title of the plan and the text that is asked."""
    plans = [(family, plan) for family in FAMILIES if (plan := newest(f"{family}-{language}"))]
    return {f"{family}/{q.id}": (plan.title, q.text) for family, plan in plans for q in plan.questions}


def sheet(name: str, language: str, split: str, draw: random.Random) -> list[dict[str, str]]:
    """What one writer is asked to write."""
    asked = questions(language)
    apart = {key for keys in UNSEEN.values() for key in keys}
    own = [key for key in asked if key in UNSEEN.get(split, ())]
    shared = [key for key in asked if key not in apart]
    unseen = round(ITEMS * UNSEEN_SHARE) if own else 0
    keys = _spread(own, unseen, draw) + _spread(shared, ITEMS - unseen, draw)
    draw.shuffle(keys)
    kind_of = {kind["id"]: kind for kind in _WORDING["kinds"]}
    ways = {one["group"]: one for one in _WORDING["speakers"] if one["language"] == language}
    kinds = _spread_by_weight({name: kind["weight"] for name, kind in kind_of.items()}, ITEMS, draw)
    speakers = _spread_by_weight({group: one["weight"] for group, one in ways.items()}, ITEMS, draw)
    items = []
    for number, (key, kind, group) in enumerate(zip(keys, kinds, speakers, strict=True), 1):
        told = kind_of[kind]["told"].format(harm=draw.choice(_WORDING["harms"]), tone=draw.choice(_WORDING["tones"]))
        work, text = asked[key]
        items.append(
            {
                "id": f"{name}-{number:02}",
                "split": split,
                "language": language,
                "question": key,
                "kind": kind,
                "group": group,
                "work": work,
                "text": text,
                "speaker": draw.choice(ways[group]["ways"]),
                "told": told,
                "seed": draw.choice(_WORDING["seeds"]),
            }
        )
    return items


def _spread(keys: list[str], count: int, draw: random.Random) -> list[str]:
    drawn: list[str] = []
    while len(drawn) < count:
        drawn += draw.sample(keys, min(len(keys), count - len(drawn)))
    return drawn


def _spread_by_weight(weights: dict[str, int], count: int, draw: random.Random) -> list[str]:
    """Each key about in proportion to its weight, in random order."""
    whole = sum(weights.values())
    exact = {key: weight * count / whole for key, weight in weights.items()}
    drawn = [key for key, share in exact.items() for _ in range(int(share))]
    rest = {key: share - int(share) for key, share in exact.items()}
    while len(drawn) < count:
        key = draw.choices(list(rest), list(rest.values()))[0]
        drawn.append(key)
        rest[key] = 0.0
    draw.shuffle(drawn)
    return drawn


def main(folder: Path) -> None:
    """Write the sheets: `NAME.txt` for the writer, `NAME.json` for the data set."""
    number = 0
    for language, splits in WRITERS.items():
        for split, writers in splits.items():
            for _ in range(writers):
                number += 1
                name = f"w{number:02}"
                items = sheet(name, language, split, random.Random(SEED + number))  # noqa: S311
                (folder / f"{name}.json").write_text(json.dumps(items, ensure_ascii=False, indent=1), encoding="utf-8")
                lines = [
                    f"{i['id']}\n  Work: {i['work']}\n  Question: {i['text']}\n  Speaker: {i['speaker']}\n"
                    f"  Answer: {i['told']}\n  May come up: {i['seed']}\n"
                    for i in items
                ]
                (folder / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
