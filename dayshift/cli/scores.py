"""`dayshift scores`: the scores of interviews, and their review by people."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import checked_name, load_settings, read, say, write

if TYPE_CHECKING:
    from dayshift.core.db import Tx
    from dayshift.interviews.reviews import RatedByPerson, Rating, Review
    from dayshift.interviews.room import Interview, KeptUsage, StoredAnswer

scores = typer.Typer(no_args_is_help=True, help="Scores of interviews, and their review by people.")
Id = Annotated[str, typer.Argument(help="The interview's id.", metavar="INTERVIEW")]


@scores.command("queue")
def queue(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the interviews that a person should review, the longest waiting first.

    The candidate asked for it or declined AI scoring, or no score is sure enough.
    """
    from dayshift.interviews.reviews import open_reviews
    from dayshift.interviews.room import awaiting_person

    waiting, asked = read(lambda tx: (awaiting_person(tx), open_reviews(tx)))
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
    scores: Annotated[bool, typer.Option(help="Show the AI's levels too; rate first, then look.")] = False,
) -> None:
    """Print the rating form of an interview: its answers, and the levels of each question. The candidate sees that."""
    from dayshift.interviews.reviews import log_read, sheet_of
    from dayshift.interviews.room import load_interview
    from dayshift.knowledge.question_plans import find_plan
    from dayshift.reference_data import load_reference_data

    load_reference_data(load_settings())
    loaded = read(lambda tx: load_interview(tx, interview_id))
    if loaded is None:
        sys.exit(f"dayshift: there is no interview {interview_id}")
    interview, said = loaded
    write(lambda tx: log_read(tx, interview.id))
    plan = find_plan(interview.plan_id, interview.plan_version)
    say(*sheet_of(plan, interview, said, with_scores=scores))


@scores.command("settle")
def settle_review(
    interview_id: Id,
    by: Annotated[str, typer.Option(help="Name of the reviewer. The candidate sees it.")],
    level: Annotated[list[str], typer.Option(help="COMPETENCY=1..5 or COMPETENCY=none, once for each competency.")],
    comment: Annotated[str, typer.Option(help="Comment for the candidate.")] = "",
) -> None:
    """Record a person's levels. The candidate's report shows them next to the AI's."""
    from dayshift.core.errors import NotFound
    from dayshift.interviews.reviews import NotCompleted, Verdict, WrongLevels, settle
    from dayshift.reference_data import load_reference_data

    load_reference_data(load_settings())
    try:
        verdict = Verdict(checked_name(by), dict(map(_read_level, level)), comment.strip() or None)
        review = write(lambda tx: settle(tx, interview_id, verdict))
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
        Path | None, typer.Option(help="CSV of self-reported groups: interview,group.", exists=True)
    ] = None,
) -> None:
    """Show how scores are distributed and drift, how far AI and people agree, and impact ratios. Stores nothing.

    People's levels come from `scores settle` and from a file.
    """
    from dayshift.interviews.reviews import Scored, audit, settled_reviews
    from dayshift.interviews.room import scored_interviews

    found, settled = read(lambda tx: (scored_interviews(tx), settled_reviews(tx)))
    if not found:
        sys.exit("dayshift: no interview has a score yet")
    scored = [Scored(one.id, one.ai_score, one.report) for one in found if one.report]
    rated = [rating for review in settled for rating in _rated(review)]
    try:
        say(*audit(scored, _lines(ratings), _lines(groups), rated))
    except (KeyError, ValueError) as error:
        sys.exit(f"dayshift: the CSV has another form: {error}")


@scores.command("export")
def export_ratings() -> None:
    """Print every answer that a person rated, with the level, one JSON object per line: a set for training.

    There is no name, job or employer in it, but the words are the person's own: keep the file like the interviews.
    """
    from dayshift.interviews.reviews import log_export, settled_reviews

    found = _rated_by_people()
    write(lambda tx: log_export(tx, [one.interview_id for one in settled_reviews(tx)], len(found)))
    for one in found:
        typer.echo(json.dumps(one.as_json(), ensure_ascii=False))


@scores.command("agreement")
def show_agreement() -> None:
    """Show how far people's levels and the scores agree: by scorer version, language, question and month."""
    from dayshift.interviews.reviews import agreement_table

    say(*agreement_table(_rated_by_people()))


def _rated_by_people() -> "list[RatedByPerson]":
    from dayshift.interviews.reviews import rated_by_people, settled_reviews
    from dayshift.interviews.room import load_interview
    from dayshift.reference_data import load_reference_data

    load_reference_data(load_settings())

    def load(tx: "Tx") -> "list[tuple[Review, Interview, Sequence[StoredAnswer]]]":
        found = [(review, load_interview(tx, review.interview_id)) for review in settled_reviews(tx)]
        return [(review, *loaded) for review, loaded in found if loaded]

    return list(rated_by_people(read(load)))


@scores.command("cost")
def cost(as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one object per use.")] = False) -> None:
    """Show the language model's usage for each interview: passes, tokens, seconds and, with prices set, dollars."""
    from dayshift.interviews.room import kept_usages

    used = read(kept_usages)
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in used], default=str, indent=1))
        return
    by_interview: dict[str, list[KeptUsage]] = {}
    for one in used:
        by_interview.setdefault(one.interview_id, []).append(one)
    for interview, its in by_interview.items():
        say(f"{interview}  {_sum(its)}")
    typer.echo(f"{len(by_interview)} interviews: {_sum(used)}")


def _sum(used: "Sequence[KeptUsage]") -> str:
    models = ", ".join(sorted({f"{one.model} {one.prompt}" for one in used})) or "no model"
    prices = [one.dollars for one in used if one.dollars is not None]
    spent = f"${sum(prices):.4f}" if prices else "no prices set"
    asked, failed = sum(one.passes for one in used), sum(one.failed + one.unbelievable for one in used)
    tokens = f"{sum(one.input_tokens for one in used)} in, {sum(one.output_tokens for one in used)} out"
    return f"{models}; {asked} passes, {failed} of them lost; tokens {tokens}; {spent}"


def _row(interview: "Interview", review: "Review | None") -> dict[str, str | None]:
    from dayshift.interviews.reviews import why_waiting

    since = review.asked_at if review else interview.ended_at
    return {
        "interview": interview.id,
        "since": since.isoformat(timespec="minutes") if since else None,
        "why": why_waiting(interview, review),
        "job": interview.job_title,
        "note": review.note if review else None,
    }


def _rated(review: "Review") -> "list[Rating]":
    from dayshift.interviews.reviews import Rating

    rated = [(one["competency"], one["level"]) for one in review.ratings or ()]
    return [Rating(review.interview_id, name, level) for name, level in rated if level is not None]


def _lines(path: Path | None) -> list[str]:
    return path.read_text("utf-8-sig").splitlines() if path else []


def _read_level(written: str) -> tuple[str, int | None]:
    from dayshift.interviews.reviews import WrongLevels

    name, _, level = written.rpartition("=")
    if not level.strip().isdigit() and level.strip() != "none":
        raise WrongLevels(f"{written!r} is not COMPETENCY=1..5 or COMPETENCY=none")
    return name.strip(), None if level.strip() == "none" else int(level)
