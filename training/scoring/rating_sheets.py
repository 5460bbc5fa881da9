"""Makes sheets for raters: answers in random order under their question and its anchors, without writer or kind.

    python -m training.scoring.rating_sheets ANSWERS ANCHORS SHEETS WAVE WRITER...

`ANSWERS` holds `NAME.jsonl` files of writers, `ANCHORS` is a JSON file of the anchors by question. Two raters get the
same answers in different orders, so each sheet is made twice (`a` and `b`).
"""

import hashlib
import json
import random
import sys
from collections import defaultdict
from pathlib import Path

from training.scoring.assign import questions

ANSWERS_ON_A_SHEET = 225
SEED = 7

RULES = """\
Rate each answer from 0 to 5 against the anchors of its question. Only what the answer says counts.
0: nothing in it answers the question (empty, off the subject, only refuses or asks back).
1: tells as the person's own act something harmful or dishonest, however well it is told, or shows the opposite of
   what is asked for.
2 to 5: by the anchors. Length, grammar, accent, spelling, recogniser errors, politeness and style never matter.
Where two levels fit, take the higher one if all that its anchor asks for is there, else the lower one.
"""


def blind_id(answer_id: str) -> str:
    """An id that says nothing about the writer."""
    return hashlib.sha256(answer_id.encode()).hexdigest()[:6]


def make(answers: Path, anchors: Path, sheets: Path, wave: str, writers: list[str]) -> None:
    """Write the sheets `WAVE NUMBER RATER.txt` of one wave of finished writers."""
    assigned = sorted(answers.parent.joinpath("assign").glob("w*.json"))
    items = {item["id"]: item for file in assigned for item in json.loads(file.read_text("utf-8"))}
    levels = json.loads(anchors.read_text("utf-8"))
    by_question: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for writer in writers:
        for line in (answers / f"{writer}.jsonl").read_text("utf-8").splitlines():
            said = json.loads(line)
            item = items[said["id"]]
            by_question[item["language"], item["question"]].append((blind_id(said["id"]), said["text"]))
    groups: list[list[tuple[str, str]]] = []
    size = 10**9
    for key in sorted(by_question):
        if size + len(by_question[key]) > ANSWERS_ON_A_SHEET + 10 or (groups and groups[-1][0][0] != key[0]):
            groups.append([])
            size = 0
        groups[-1].append(key)
        size += len(by_question[key])
    for number, keys in enumerate(groups, 1):
        for rater in "ab":
            draw = random.Random(f"{SEED}{wave}{number}{rater}")  # noqa: S311
            order = draw.sample(keys, len(keys))
            out = [RULES]
            for language, question in order:
                work, text = questions(language)[question]
                out.append(f"\n## {work}: {text}")
                out += [f"  {one['level']}: {one['anchor']}" for one in levels[question][language]["levels"]]
                said_here = by_question[language, question]
                out += [f"\n[{name}] {said}" for name, said in draw.sample(said_here, len(said_here))]
            (sheets / f"{wave}{number:02}{rater}.txt").write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    first, second, third, name, *rest = sys.argv[1:]
    make(Path(first), Path(second), Path(third), name, rest)
