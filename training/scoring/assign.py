"""Generate the writing assignments for the answer data set, one sheet per writer.

    python -m training.scoring.assign FOLDER

A sheet contains questions, a speaker to write as and the wanted kind of answer. It contains no levels, no rubric and
nothing about the scorer. The random seed is fixed, so the sheets are reproducible.
"""

import itertools
import json
import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from dayshift.question_plans import FAMILIES, newest

SEED = 20261123
ITEMS = 80
WRITERS = {"en": {"train": 18, "dev": 4, "test": 7}, "es": {"train": 10, "dev": 2, "test": 3}}
MORE_TRAINING = {"en": 30, "es": 15}
"""Writers added when the learning curve had not flattened. Half of what they write are the kinds below."""
HARD_KINDS = {"harmful", "stopped-harm", "owned-mistake", "weak", "advice", "others", "boasting", "slogans"}
HARD_FACTOR = 2

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
"""Questions that appear only in the development set or only in the test set."""
UNSEEN_SHARE = 0.6

_SHEETS = tomllib.loads(Path(__file__).with_name("sheets.toml").read_text("utf-8"))


def questions(language: str) -> dict[str, tuple[str, str]]:
    """Return (title of the plan, question text) by `family/question`."""
    plans = [(family, plan) for family in FAMILIES if (plan := newest(f"{family}-{language}"))]
    return {f"{family}/{q.id}": (plan.title, q.text) for family, plan in plans for q in plan.questions}


def sheet(name: str, language: str, split: str, rng: random.Random, hard_factor: int = 1) -> list[dict[str, str]]:
    """Return the assignments of one writer, with `hard_factor` times the usual weight for the hard kinds."""
    prompts = questions(language)
    reserved = {key for keys in UNSEEN.values() for key in keys}
    own = [key for key in prompts if key in UNSEEN.get(split, ())]
    shared = [key for key in prompts if key not in reserved]
    unseen = round(ITEMS * UNSEEN_SHARE) if own else 0
    keys = _spread(own, unseen, rng) + _spread(shared, ITEMS - unseen, rng)
    rng.shuffle(keys)
    kind_of = {kind["id"]: kind for kind in _SHEETS["kinds"]}
    groups = {each["group"]: each for each in _SHEETS["speakers"] if each["language"] == language}
    weights = {id_: kind["weight"] * (hard_factor if id_ in HARD_KINDS else 1) for id_, kind in kind_of.items()}
    kinds = _spread_by_weight(weights, ITEMS, rng)
    speakers = _spread_by_weight({name: group["weight"] for name, group in groups.items()}, ITEMS, rng)
    items = []
    for number, (key, kind, group) in enumerate(zip(keys, kinds, speakers, strict=True), 1):
        instruction = kind_of[kind]["told"].format(harm=rng.choice(_SHEETS["harms"]), tone=rng.choice(_SHEETS["tones"]))
        work, text = prompts[key]
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
                "speaker": rng.choice(groups[group]["ways"]),
                "told": instruction,
                "seed": rng.choice(_SHEETS["seeds"]),
            }
        )
    return items


def _spread(keys: list[str], count: int, rng: random.Random) -> list[str]:
    drawn: list[str] = []
    while len(drawn) < count:
        drawn += rng.sample(keys, min(len(keys), count - len(drawn)))
    return drawn


def _spread_by_weight(weights: dict[str, int], count: int, rng: random.Random) -> list[str]:
    """Return `count` keys, each about in proportion to its weight, in random order."""
    total = sum(weights.values())
    exact = {key: weight * count / total for key, weight in weights.items()}
    drawn = [key for key, share in exact.items() for _ in range(int(share))]
    remainders = {key: share - int(share) for key, share in exact.items()}
    while len(drawn) < count:
        key = rng.choices(list(remainders), list(remainders.values()))[0]
        drawn.append(key)
        remainders[key] = 0.0
    rng.shuffle(drawn)
    return drawn


def writers() -> Iterator[tuple[str, str, str, int]]:
    """Yield (name, language, split, factor of the hard kinds) of every writer, in the order of their numbers."""
    plan = [(language, split, count, 1) for language, splits in WRITERS.items() for split, count in splits.items()]
    plan += [(language, "train", count, HARD_FACTOR) for language, count in MORE_TRAINING.items()]
    numbers = itertools.count(1)
    for language, split, count, factor in plan:
        for number in itertools.islice(numbers, count):
            yield f"w{number:02}", language, split, factor


def main(folder: Path) -> None:
    """Write the sheets: `NAME.txt` for the writer, `NAME.json` for the data set."""
    for name, language, split, factor in writers():
        items = sheet(name, language, split, random.Random(SEED + int(name[1:])), factor)
        (folder / f"{name}.json").write_text(json.dumps(items, ensure_ascii=False, indent=1), encoding="utf-8")
        lines = [
            f"{i['id']}\n  Work: {i['work']}\n  Question: {i['text']}\n  Speaker: {i['speaker']}\n"
            f"  Answer: {i['told']}\n  May come up: {i['seed']}\n"
            for i in items
        ]
        (folder / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
