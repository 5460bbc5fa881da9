"""What the command line shows of what people asked."""

from dayshift.core.db import Tx
from dayshift.job_pages.queries import open_questions


def open_questions_in_words(tx: Tx, most: int) -> list[str]:
    """The latest questions that no field answers, a line each, for an operator."""
    lines = [
        f"{one.asked_at:%Y-%m-%d %H:%M}  {one.title or 'a job that has gone'}"
        f"{f' at {one.employer}' if one.employer else ''} ({one.job_id}): {one.question}"
        for one in open_questions(tx, most)
    ]
    return lines or ["Nobody has asked what the jobs' own fields do not say."]
