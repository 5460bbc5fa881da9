"""What the command line does with scores: `dayshift scores audit`."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import select

from dayshift.interviews.audit import Scored, audit
from dayshift.interviews.models import interviews
from dayshift.kit.db import Tx, open_database
from dayshift.settings import Settings

scores = typer.Typer(no_args_is_help=True, help="The scores that interviews got.")
_scored = select(interviews.c.id, interviews.c.ai_score, interviews.c.ai_summary).where(
    interviews.c.scoring == "done", interviews.c.ai_summary.is_not(None)
)


@scores.callback()
def about_scores() -> None:
    """The scores that interviews got."""


@scores.command("audit")
def audit_scores(
    ratings: Annotated[
        Path | None, typer.Option(help="CSV of human ratings: interview,competency,level.", exists=True)
    ] = None,
    groups: Annotated[
        Path | None, typer.Option(help="CSV of what people told of themselves: interview,group.", exists=True)
    ] = None,
) -> None:
    """Show how scores spread and drift, how far scorers agree, and impact ratios. Nothing of it is stored."""

    async def load() -> list[Scored]:
        db = open_database(Settings().database)
        try:
            return await db.read(scored_interviews)
        finally:
            db.close()

    found = asyncio.run(load())
    if not found:
        sys.exit("dayshift: no interview has a score yet")
    lines = [path.read_text("utf-8-sig").splitlines() if path else [] for path in (ratings, groups)]
    try:
        typer.echo("\n".join(audit(found, *lines)))
    except (KeyError, ValueError) as error:
        sys.exit(f"dayshift: the CSV has another form: {error}")


def scored_interviews(tx: Tx) -> list[Scored]:
    """Every interview with a score, without who it was."""
    return [Scored(key, total, json.loads(summary)) for key, total, summary in tx.execute(_scored)]
