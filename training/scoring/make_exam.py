"""Writes the reference answers of the exam for language models: 200 of the development answers.

    python -m training.scoring.make_exam dayshift/interviews/scoring/data/exam.jsonl

All harmful answers are in it, and of the others some of every level, in random order.
"""

import json
import random
import sys
from pathlib import Path

from training.scoring.answer_set import load

SEED = 5
SIZE = 200


def main(file: Path) -> None:
    """Write the file."""
    rng = random.Random(SEED)
    answers = load("dev")
    chosen = [answer for answer in answers if answer.harmful]
    by_level = {level: [a for a in answers if a.levels[0] == level and not a.harmful] for level in range(6)}
    while len(chosen) < SIZE:
        for members in by_level.values():
            if members and len(chosen) < SIZE:
                chosen.append(members.pop(rng.randrange(len(members))))
    rng.shuffle(chosen)
    lines = []
    for answer in chosen:
        family, _, question = answer.question.partition("/")
        row = {"id": answer.id, "language": answer.language, "plan": f"{family}-{answer.language}"}
        row |= {"question": question, "text": answer.text, "levels": answer.levels, "harmful": answer.harmful}
        lines.append(json.dumps(row, ensure_ascii=False))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
