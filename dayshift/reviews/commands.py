"""What the command line does with scores: `dayshift scores queue`, `show`, `settle`, `audit`, `cost`."""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from dayshift.core.db import Tx, open_database
from dayshift.core.errors import NotFound
from dayshift.core.terminal import say
from dayshift.interviewer import use_own_plans
from dayshift.interviews import (
    Interview,
    KeptUsage,
    awaiting_person,
    kept_usages,
    load_interview,
    scored_interviews,
)
from dayshift.question_plans import find_plan
from dayshift.reviews.actions import NotCompleted, Verdict, WrongLevels, settle
from dayshift.reviews.audit import Rating, Scored, audit
from dayshift.reviews.queries import Review, open_reviews, settled_reviews
from dayshift.reviews.rating_form import sheet_of, why_waiting
from dayshift.settings import Settings

T = TypeVar("T")

scores = typer.Typer(no_args_is_help=True, help="The scores that interviews got, and the people beside them.")
Id = Annotated[str, typer.Argument(help="The interview's id.", metavar="INTERVIEW")]


@scores.callback()
def about_scores() -> None:
    """The scores that interviews got, and the people beside them."""


@scores.command("queue")
def queue(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the interviews that a person is to read, the one that has waited longest first.

    The candidate asked for it, wanted no AI scoring, or two scorers disagree.
    """
    waiting, asked = _with_database(lambda tx: (awaiting_person(tx), open_reviews(tx)))
    rows = [_row(interview, asked.get(interview.id)) for interview in waiting]
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    for row in rows:
        say("  ".join(str(row[key]) for key in ("interview", "since", "why", "job")))
        if row["note"]:
            say(f"    they write: {row['note']}")
    typer.echo(f"{len(rows)} interviews wait for a person.")


@scores.command("show")
def show(
    interview_id: Id,
    scores: Annotated[bool, typer.Option(help="Show the machine's levels too; rate first, then look.")] = False,
) -> None:
    """Show what was answered in an interview beside the levels of its questions, to be rated."""
    loaded = _with_database(lambda tx: load_interview(tx, interview_id))
    if loaded is None:
        sys.exit(f"dayshift: there is no interview {interview_id}")
    interview, said = loaded
    plan = find_plan(interview.plan_id, interview.plan_version)
    say(*sheet_of(plan, interview, said, with_scores=scores))


@scores.command("settle")
def settle_review(
    interview_id: Id,
    by: Annotated[str, typer.Option(help="Who read it. The candidate sees this name.")],
    level: Annotated[list[str], typer.Option(help="COMPETENCY=1..5 or COMPETENCY=none, once for each competency.")],
    comment: Annotated[str, typer.Option(help="A word to the candidate, who sees it.")] = "",
) -> None:
    """Keep a person's levels beside the machine's. The candidate's report shows both."""
    try:
        verdict = Verdict(by.strip(), dict(map(_read_level, level)), comment.strip() or None)
        review = _with_database(lambda tx: settle(tx, interview_id, verdict), write=True)
    except NotFound:
        sys.exit(f"dayshift: there is no interview {interview_id}")
    except NotCompleted:
        sys.exit(f"dayshift: interview {interview_id} is not completed")
    except WrongLevels as error:
        sys.exit(f"dayshift: {error}")
    total = "no total" if review.total is None else f"{review.total} percent"
    typer.echo(f"Kept: {total}, by {review.reviewer}.")


@scores.command("audit")
def audit_scores(
    ratings: Annotated[
        Path | None, typer.Option(help="CSV of more human ratings: interview,competency,level.", exists=True)
    ] = None,
    groups: Annotated[
        Path | None, typer.Option(help="CSV of what people told of themselves: interview,group.", exists=True)
    ] = None,
) -> None:
    """Show how scores spread and drift, how far scorers and people agree, and impact ratios. Nothing of it is stored.

    People's levels are those of `scores settle`, and those of a file.
    """
    found, settled = _with_database(lambda tx: (scored_interviews(tx), settled_reviews(tx)))
    if not found:
        sys.exit("dayshift: no interview has a score yet")
    scored = [Scored(one.id, one.ai_score, one.report) for one in found if one.report]
    rated = [rating for review in settled for rating in _rated(review)]
    try:
        say(*audit(scored, _lines(ratings), _lines(groups), rated))
    except (KeyError, ValueError) as error:
        sys.exit(f"dayshift: the CSV has another form: {error}")


@scores.command("cost")
def cost(as_json: Annotated[bool, typer.Option("--json", help="Print JSON, a row each time.")] = False) -> None:
    """Show what the language model took for each interview: passes, tokens, seconds and, with prices set, dollars."""
    used = _with_database(kept_usages)
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in used], default=str, indent=1))
        return
    by_interview: dict[str, list[KeptUsage]] = {}
    for one in used:
        by_interview.setdefault(one.interview_id, []).append(one)
    for interview, its in by_interview.items():
        say(f"{interview}  {_sum(its)}")
    typer.echo(f"{len(by_interview)} interviews: {_sum(used)}")


def _sum(used: Sequence[KeptUsage]) -> str:
    models = ", ".join(sorted({f"{one.model} {one.prompt}" for one in used})) or "no model"
    prices = [one.dollars for one in used if one.dollars is not None]
    spent = f"${sum(prices):.4f}" if prices else "no prices set"
    asked, failed = sum(one.passes for one in used), sum(one.failed + one.unbelievable for one in used)
    tokens = f"{sum(one.input_tokens for one in used)} in, {sum(one.output_tokens for one in used)} out"
    return f"{models}; {asked} passes, {failed} of them lost; tokens {tokens}; {spent}"


def _row(interview: Interview, review: Review | None) -> dict[str, str | None]:
    since = review.asked_at if review else interview.ended_at
    return {
        "interview": interview.id,
        "since": since.isoformat(timespec="minutes") if since else None,
        "why": why_waiting(interview, review),
        "job": interview.job_title,
        "note": review.note if review else None,
    }


def _rated(review: Review) -> list[Rating]:
    rated = [(one["competency"], one["level"]) for one in review.ratings or ()]
    return [Rating(review.interview_id, name, level) for name, level in rated if level is not None]


def _lines(path: Path | None) -> list[str]:
    return path.read_text("utf-8-sig").splitlines() if path else []


def _read_level(written: str) -> tuple[str, int | None]:
    name, _, level = written.rpartition("=")
    if not level.strip().isdigit() and level.strip() != "none":
        raise WrongLevels(f"{written!r} is not COMPETENCY=1..5 or COMPETENCY=none")
    return name.strip(), None if level.strip() == "none" else int(level)


def _with_database(work: Callable[[Tx], T], *, write: bool = False) -> T:
    async def run() -> T:
        settings = Settings()
        use_own_plans(settings.plans_dir)
        db = open_database(settings.database)
        try:
            return await (db.write(work) if write else db.read(work))
        finally:
            db.close()

    return asyncio.run(run())
