"""A report in another language: its own sentences, never the person's words or what was asked. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dayshift.core.language import LANGUAGES
from dayshift.interviews.scoring.report import Recommendation
from dayshift.interviews.scoring.score import summarize
from dayshift.knowledge.question_plans import Plan, find_plan, translations, wording_for


@dataclass(frozen=True, slots=True)
class Said:
    """What a report says of one competency, in our words."""

    competency: str
    level: int | None
    level_text: str
    would_raise: str
    needs_person: bool


def translated(
    said: Sequence[Said], recommendation: Recommendation, plan_id: str, version: int, language: str
) -> tuple[str, list[Said]] | None:
    """Return the summary and what is said of each competency in `language`.

    None if it is the report's own, the plan is not known there, or a sentence is not one of the plan's.
    """
    try:
        own, others = find_plan(plan_id, version), translations(plan_id, version)
    except LookupError:
        return None
    other = next((one for one in others if one.language == language), None)
    if other is None:
        return None
    names = {one.competency: other.question(one.id).competency for one in own.questions}
    sentences = _sentences(own, other)
    if not all(one.competency in names and {one.level_text, one.would_raise} <= sentences.keys() for one in said):
        return None
    found = [
        Said(names[one.competency], one.level, sentences[one.level_text], sentences[one.would_raise], one.needs_person)
        for one in said
    ]
    return summarize(found, recommendation, wording_for(language)), found


def unread(said: Sequence[Said], recommendation: Recommendation) -> tuple[str, list[Said]] | None:
    """Return the summary and what is said of each competency where nobody does the promised human review.

    None if nothing is promised.
    """
    promised = {one.level_text for one in said if one.needs_person}
    wording = next((one for one in map(wording_for, LANGUAGES) if one.unsure in promised), None)
    if wording is None:
        return None
    found = [replace(one, level_text=wording.unread) if one.level_text == wording.unsure else one for one in said]
    summary = {**wording.summary, "person": wording.summary["unread"]}
    return summarize(found, recommendation, replace(wording, summary=summary)), found


def _sentences(own: Plan, other: Plan) -> dict[str, str]:
    before, after = wording_for(own.language), wording_for(other.language)
    fixed = ("none", "none_advice", "short", "unsure", "top_advice", "more_advice", "long_advice", "unclear_advice")
    return {
        **{
            text: translation
            for question in own.questions
            for level, there in zip(question.levels, other.question(question.id).levels, strict=True)
            for text, translation in ((level.told, there.told), (level.text, there.text))
        },
        **{getattr(before, name): getattr(after, name) for name in fixed},
        **{text: after.missing[aspect] for aspect, text in before.missing.items()},
    }
