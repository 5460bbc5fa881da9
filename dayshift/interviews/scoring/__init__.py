"""Scores answers by their words, with a verbatim quote for each level. No database, no HTTP."""

from dayshift.interviews.scoring import judging
from dayshift.interviews.scoring.judging import Judgement, score_interview
from dayshift.interviews.scoring.offline import NoAnswer, read_lines, score_lines
from dayshift.interviews.scoring.preprocessing import searchable
from dayshift.interviews.scoring.quoting import speaks_of_forbidden
from dayshift.interviews.scoring.report import NO_RESPONSE, Answer, Report
from dayshift.interviews.scoring.score import (
    Reading,
    missing_from,
    read_answers,
    scorer_version,
    total_of,
    wording_of,
)
from dayshift.interviews.scoring.translating import Said, translated, unread

__all__ = [
    "NO_RESPONSE",
    "Answer",
    "Judgement",
    "NoAnswer",
    "Reading",
    "Report",
    "Said",
    "judging",
    "missing_from",
    "read_answers",
    "read_lines",
    "score_interview",
    "score_lines",
    "scorer_version",
    "searchable",
    "speaks_of_forbidden",
    "total_of",
    "translated",
    "unread",
    "wording_of",
]
