"""Generate the writing assignments for the answer data set, one sheet per writer.

    python -m training.scoring.assign FOLDER          the sheets of the first set
    python -m training.scoring.assign FOLDER later    those for the kinds of work that were added later
    python -m training.scoring.assign FOLDER second   those of the second round: more training, and a new sealed test
    python -m training.scoring.assign FOLDER third    those of the third round: each writer answers as one person
    python -m training.scoring.assign FOLDER fourth   those of the fourth: like the third, more Spanish and hidden acts
    python -m training.scoring.assign FOLDER sixth    those of the sixth: lively, honest stories with trouble in them

A sheet contains questions, a speaker to write as and the wanted kind of answer. It contains no levels, no rubric and
nothing about the scorer. The random seed is fixed, so the sheets are reproducible.
"""

import itertools
import json
import random
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from dayshift.knowledge.question_plans import FAMILIES, newest

FIRST_FAMILIES = (
    *("management", "salon", "fitness", "kitchen", "bar", "restaurant", "hotel", "warehouse", "construction"),
    *("maintenance", "general"),
)
"""The kinds of work of the first set. Fixed, so that its sheets stay reproducible when plans are added."""
LATER_FAMILIES = ("healthcare", "retail", "production", "security", "office", "driving", "cleaning", "care")

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

LATER_ITEMS = 40
LATER_SHARE = 0.75
"""Share of a later writer's items that ask about the later kinds of work; the others repeat questions of training."""
LATER_WRITERS = {"en": range(90, 97), "es": range(97, 100)}

SECOND_ITEMS = {"train": 60, "test-2": 70}
SECOND_WRITERS = {
    "train": {"en": range(100, 103), "es": range(103, 105)},
    "test-2": {"en": range(110, 114), "es": range(114, 116)},
}
"""The second round asks every question of every plan; only the `UNSEEN` ones of development stay out of training."""
YOUNG_FACTOR = 2
"""The second round has twice the usual share of young speakers, because a trial network did worse on them."""
HIDDEN_ACT = "hidden-act"
"""A harmful act in one sentence of a good answer: only in the training sheets of the second round, where it is
a sixth of the items. The sealed test keeps the kinds of the first one."""
HIDDEN_ACT_WEIGHT = 24

_SHEETS = tomllib.loads(Path(__file__).with_name("sheets.toml").read_text("utf-8"))


def questions(language: str, families: Sequence[str] = FAMILIES) -> dict[str, tuple[str, str]]:
    """Return (title of the plan, question text) by `family/question`."""
    plans = [(family, plan) for family in families if (plan := newest(f"{family}-{language}"))]
    return {f"{family}/{q.id}": (plan.title, q.text) for family, plan in plans for q in plan.questions}


def sheet(name: str, language: str, split: str, rng: random.Random, hard_factor: int = 1) -> list[dict[str, str]]:
    """Return the assignments of one writer, with `hard_factor` times the usual weight for the hard kinds."""
    prompts = questions(language, FIRST_FAMILIES)
    reserved = {key for keys in UNSEEN.values() for key in keys}
    own = [key for key in prompts if key in UNSEEN.get(split, ())]
    shared = [key for key in prompts if key not in reserved]
    unseen = round(ITEMS * UNSEEN_SHARE) if own else 0
    keys = _spread(own, unseen, rng) + _spread(shared, ITEMS - unseen, rng)
    return _items(name, language, split, keys, rng, hard_factor)


def later_sheet(name: str, language: str, rng: random.Random) -> list[dict[str, str]]:
    """Return the assignments of one writer of the later kinds of work. Their split is decided when they are rated."""
    reserved = {key for keys in UNSEEN.values() for key in keys}
    later = list(questions(language, LATER_FAMILIES))
    first = [key for key in questions(language, FIRST_FAMILIES) if key not in reserved]
    count = round(LATER_ITEMS * LATER_SHARE)
    keys = _spread(later, count, rng) + _spread(first, LATER_ITEMS - count, rng)
    return _items(name, language, "", keys, rng, HARD_FACTOR)


def second_sheet(name: str, language: str, split: str, rng: random.Random) -> list[dict[str, str]]:
    """Return the assignments of one writer of the second round."""
    keys = [key for key in questions(language) if split != "train" or key not in UNSEEN["dev"]]
    drawn = _spread(keys, SECOND_ITEMS[split], rng)
    hard_factor = HARD_FACTOR if split == "train" else 1
    return _items(name, language, split, drawn, rng, hard_factor, second=True)


def _items(  # noqa: PLR0913  (what a sheet is made of)
    name: str,
    language: str,
    split: str,
    keys: list[str],
    rng: random.Random,
    hard_factor: int,
    *,
    second: bool = False,
) -> list[dict[str, str]]:
    """Return an assignment for each question, in random order."""
    rng.shuffle(keys)
    kind_of = {kind["id"]: kind for kind in _SHEETS["kinds"]}
    groups = {each["group"]: each for each in _SHEETS["speakers"] if each["language"] == language}
    weights = {id_: kind["weight"] * (hard_factor if id_ in HARD_KINDS else 1) for id_, kind in kind_of.items()}
    speaker_weights = {name: group["weight"] for name, group in groups.items()}
    weights[HIDDEN_ACT] = HIDDEN_ACT_WEIGHT if second and split == "train" else 0
    if second:
        speaker_weights["young"] *= YOUNG_FACTOR
    kinds = _spread_by_weight(weights, len(keys), rng)
    speakers = _spread_by_weight(speaker_weights, len(keys), rng)
    items = []
    for number, (key, kind, group) in enumerate(zip(keys, kinds, speakers, strict=True), 1):
        item = _item(f"{name}-{number:02}", language, key, rng, kind=kind, group=group, ways=groups[group]["ways"])
        items.append(item | {"split": split})
    return items


def _item(  # noqa: PLR0913  (what an assignment is made of)
    id_: str, language: str, key: str, rng: random.Random, *, kind: str, group: str, ways: Sequence[str]
) -> dict[str, str]:
    """Return the assignment of one answer to the question `key`, spoken in one of the `ways` of a group."""
    own = _SHEETS["later"].get(key.partition("/")[0], _SHEETS)
    told = next(each["told"] for each in _SHEETS["kinds"] if each["id"] == kind)
    work, text = questions(language)[key]
    return {
        "id": id_,
        "language": language,
        "question": key,
        "kind": kind,
        "group": group,
        "work": work,
        "text": text,
        "told": told.format(harm=rng.choice(own["harms"]), tone=rng.choice(_SHEETS["tones"])),
        "speaker": rng.choice(ways),
        "seed": rng.choice(own["seeds"]),
    }


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
        _store(folder / f"{name}.json", items)
        (folder / f"{name}.txt").write_text("\n".join(map(_as_text, items)), encoding="utf-8")


def later(folder: Path) -> None:
    """Write the sheets of the later kinds of work: `NAME.md` for the writer, `NAME.json` for the data set."""
    for language, numbers in LATER_WRITERS.items():
        for number in numbers:
            name = f"w{number}"
            items = later_sheet(name, language, random.Random(SEED + number))
            _store_with_intro(folder, name, items, _SHEETS["writing"]["writers"][name])


def second(folder: Path) -> None:
    """Write the sheets of the second round, like those of the later kinds of work."""
    for split, languages in SECOND_WRITERS.items():
        for language, numbers in languages.items():
            for number in numbers:
                name = f"w{number}"
                items = second_sheet(name, language, split, random.Random(SEED + number))
                _store_with_intro(folder, name, items, _SHEETS["writing"]["writers"][name])


def as_one_person(folder: Path, round_: str) -> None:
    """Write the sheets of the third, fourth or sixth round, whose writers each speak as one person throughout."""
    plan = _SHEETS[round_]
    for name, writer in plan["writers"].items():
        rng = random.Random(SEED + int(name[1:]))
        language, split = writer["language"], writer["split"]
        keys = [key for key in questions(language) if not split.startswith("train") or key not in UNSEEN["dev"]]
        drawn = _spread(keys, plan["items"], rng)
        kinds = _spread_by_weight(plan["weights"], len(drawn), rng)
        rng.shuffle(drawn)
        heard = next(s for s in _SHEETS["speakers"] if s["language"] == language and s["group"] == "recognition")
        items = []
        for number, (key, kind) in enumerate(zip(drawn, kinds, strict=True), 1):
            recognized = rng.random() < plan["recognition"]
            group, ways = ("recognition", heard["ways"]) if recognized else (writer["group"], ["yourself"])
            items.append(
                _item(f"{name}-{number:02}", language, key, rng, kind=kind, group=group, ways=ways) | {"split": split}
            )
        _store_with_intro(folder, name, items, f"{writer['who']}. You are the speaker of every item.")


def _store_with_intro(folder: Path, name: str, items: list[dict[str, str]], writer: str) -> None:
    languages = {"en": "US English", "es": "Spanish, as it is spoken in the United States"}
    language = languages[items[0]["language"]]
    intro = _SHEETS["writing"]["intro"].format(name=name, count=len(items), language=language, writer=writer)
    _store(folder / f"{name}.json", items)
    (folder / f"{name}.md").write_text("\n".join([intro, *map(_as_text, items)]), encoding="utf-8")


def _store(file: Path, items: list[dict[str, str]]) -> None:
    file.write_text(json.dumps(items, ensure_ascii=False, indent=1), encoding="utf-8")


def _as_text(item: dict[str, str]) -> str:
    return (
        f"{item['id']}\n  Work: {item['work']}\n  Question: {item['text']}\n  Speaker: {item['speaker']}\n"
        f"  Answer: {item['told']}\n  May come up: {item['seed']}\n"
    )


if __name__ == "__main__":
    target, round_ = Path(sys.argv[1]), "".join(sys.argv[2:])
    if round_ in {"third", "fourth", "sixth"}:
        as_one_person(target, round_)
    else:
        {"later": later, "second": second}.get(round_, main)(target)
