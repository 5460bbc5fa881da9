"""Generate sheets for raters: answers in random order by question, with its anchors but without writer or kind.

    python -m training.scoring.rating_sheets ANSWERS SHEETS WAVE WRITER...

`ANSWERS` contains the writers' `NAME.jsonl` files; the anchors are those of the newest plans. Two raters get the same
answers in different orders, so each sheet has two versions (`a` and `b`).
"""

import hashlib
import json
import random
import sys
from collections import defaultdict
from pathlib import Path

from dayshift.knowledge.question_plans import Question, newest
from training.scoring.assign import questions

ANSWERS_PER_SHEET = 225
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
    """Return an id that does not identify the writer."""
    return hashlib.sha256(answer_id.encode()).hexdigest()[:6]


def make(answers: Path, sheets: Path, wave: str, writers: list[str]) -> None:
    """Write the sheets of one wave of writers: `{wave}{number}{rater}.txt`."""
    assigned = sorted(answers.parent.joinpath("assign").glob("w*.json"))
    items = {item["id"]: item for file in assigned for item in json.loads(file.read_text("utf-8"))}
    by_question: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for writer in writers:
        for line in (answers / f"{writer}.jsonl").read_text("utf-8").splitlines():
            answer = json.loads(line)
            item = items[answer["id"]]
            by_question[item["language"], item["question"]].append((blind_id(answer["id"]), answer["text"]))
    groups: list[list[tuple[str, str]]] = []
    size = 10**9
    for key in sorted(by_question):
        if size + len(by_question[key]) > ANSWERS_PER_SHEET + 10 or (groups and groups[-1][0][0] != key[0]):
            groups.append([])
            size = 0
        groups[-1].append(key)
        size += len(by_question[key])
    for number, keys in enumerate(groups, 1):
        for rater in "ab":
            rng = random.Random(f"{SEED}{wave}{number}{rater}")
            order = rng.sample(keys, len(keys))
            lines = [RULES]
            for language, question in order:
                work, text = questions(language)[question]
                lines.append(f"\n## {work}: {text}")
                asked = _question(language, question)
                lines += [f"  {level.level}: {level.anchor}" for level in asked.levels]
                lines += [f"  Aspect {one.aspect}: {one.text}" for one in asked.follow_ups]
                blinded = by_question[language, question]
                lines += [f"\n[{name}] {text}" for name, text in rng.sample(blinded, len(blinded))]
            (sheets / f"{wave}{number:02}{rater}.txt").write_text("\n".join(lines), encoding="utf-8")


def _question(language: str, question: str) -> Question:
    family, _, name = question.partition("/")
    plan = newest(f"{family}-{language}")
    if plan is None:
        raise LookupError(f"no plan {family}-{language}")
    return plan.question(name)


if __name__ == "__main__":
    first, second, name, *rest = sys.argv[1:]
    make(Path(first), Path(second), name, rest)
