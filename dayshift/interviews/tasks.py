"""Work done later: the words and the score of an interview, and the end of one to which nobody came."""

import asyncio
import json
from datetime import timedelta

from dayshift import interviewer
from dayshift.interviewer import Answer
from dayshift.interviews.access import load_interview
from dayshift.interviews.actions import close_missed
from dayshift.interviews.consent import Helpers
from dayshift.interviews.hearing import HEAR, hearing, waits_for_words
from dayshift.interviews.model import judge
from dayshift.interviews.scoring import record_score
from dayshift.interviews.usage import keep_usage
from dayshift.kit.db import Database, Tx
from dayshift.kit.tasks import Handler, Snooze, Task, Write, keep
from dayshift.providers.storage import Storage

SCORE = "interviews.score"
CLOSE_MISSED = "interviews.close_missed"
CLOSE_EVERY = timedelta(minutes=5)
CLOSE_AT_ONCE = 100
LOOK_FOR_WORDS_EVERY = timedelta(seconds=5)


def schedule(tx: Tx) -> None:
    """Have missed appointments closed, from now on and again and again."""
    keep(tx, CLOSE_MISSED, {}, key=CLOSE_MISSED)


def handlers(db: Database, storage: Storage, helpers: Helpers) -> dict[str, Handler]:
    """The task kinds of this room."""

    async def score(task: Task) -> Write | None:
        """Score what was said, from the text alone; without consent nothing is scored."""
        loaded = await db.read(load_interview, task.payload["interview_id"])
        if loaded is None or not loaded[0].ai_scoring:
            return None
        interview, responses = loaded
        if waits_for_words(interview, responses):
            raise Snooze(LOOK_FOR_WORDS_EVERY)
        plan = interviewer.find_plan(interview.plan_id, interview.plan_version)
        answers = [Answer(said.question_id, said.question_text, said.response_text) for said in responses]
        asked = helpers.allowed(interview.consent_version).model
        passes, usage = await judge(asked, plan, answers) if asked else ({}, None)
        name = asked.name if asked else ""
        report = await asyncio.to_thread(interviewer.judging.report_with, plan, answers, passes, name)
        corrected = sum(said.corrected for said in responses)  # What counts is what the person put right.
        summary = json.dumps({**report.as_summary_json(), "correctedAnswers": corrected}, ensure_ascii=False)

        def write(tx: Tx) -> None:
            keep_usage(tx, interview.id, usage)
            record_score(tx, interview.id, report.total, summary, for_person=report.needs_person)

        return write

    async def close(_task: Task) -> None:
        """Close the appointments to which nobody came, some at a time."""
        closed = await db.write(close_missed, CLOSE_AT_ONCE)
        raise Snooze(timedelta(0) if closed == CLOSE_AT_ONCE else CLOSE_EVERY)

    return {SCORE: score, HEAR: hearing(db, storage, helpers), CLOSE_MISSED: close}
