"""Scores answers by their words, with a verbatim quote for each level. No database, no HTTP."""

from dayshift.scoring import judging
from dayshift.scoring.evidence import KINDS
from dayshift.scoring.judging import Judgement, score_interview
from dayshift.scoring.offline import NoAnswer, score_lines
from dayshift.scoring.quoting import phrase_to_read_back, speaks_of_forbidden
from dayshift.scoring.raters import RATERS
from dayshift.scoring.report import Answer, Report
from dayshift.scoring.score import NO_RESPONSE, rate, read_answers, total_of, wording_of

__all__ = [
    "KINDS",
    "NO_RESPONSE",
    "RATERS",
    "Answer",
    "Judgement",
    "NoAnswer",
    "Report",
    "judging",
    "phrase_to_read_back",
    "rate",
    "read_answers",
    "score_interview",
    "score_lines",
    "speaks_of_forbidden",
    "total_of",
    "wording_of",
]
