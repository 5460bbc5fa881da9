"""`dayshift privacy`: requests for erasure and legal holds."""

import os
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import load_settings, read, say, write

if TYPE_CHECKING:
    from dayshift.privacy import Erasure

privacy = typer.Typer(no_args_is_help=True, help="Requests for erasure, and legal holds.")
hold = typer.Typer(no_args_is_help=True, help="Legal holds: data that must not be deleted yet.")
privacy.add_typer(hold, name="hold")


@privacy.command()
def status() -> None:
    """Show every request for erasure with its deadlines. Exits with code 1 if one is overdue."""
    from dayshift.core.clock import now
    from dayshift.core.db import Tx
    from dayshift.privacy import Erasure, erasures, held_until, why_overdue

    at = now()

    def load(tx: Tx) -> list[tuple[Erasure, datetime | None, str | None]]:
        found = erasures(tx)
        held = {one.id: held_until(tx, one.user_id, at) if one.user_id else None for one in found}
        return [(one, held[one.id], why_overdue(tx, one, at)) for one in found]

    rows = read(load)
    for request, until, why in rows:
        late = f" OVERDUE: {why}" if why else ""
        say(f"{request.id} requested {request.requested_at:%Y-%m-%d}, {_state(request, until)}{late}")
    print(f"{len(rows)} requests, {sum(why is not None for _, _, why in rows)} overdue")
    sys.exit(1 if any(why for _, _, why in rows) else 0)


@privacy.command("rules")
def show_rules() -> None:
    """Show the legal rules, in force or not, and the day from which each counts."""
    from dayshift.knowledge.jurisdictions import rules, use_rules

    use_rules(load_settings().legal_rules)
    for rule in rules():
        amount = f" {rule.days} days" if rule.days else f" {rule.years} years" if rule.years else ""
        until = f" until {rule.until}" if rule.until else ""
        read = f"read {rule.read}: {rule.read_from}" if rule.read else "not read again"
        period = f"from {rule.start}{until}"
        say(f"{rule.id:<16}{rule.jurisdiction:<10} {rule.kind}{amount}, {period}: {rule.source} ({read})")


@hold.command("add")
def add(
    reason: Annotated[str, typer.Option(help="Why, such as the number of a case.")],
    until: Annotated[datetime, typer.Option(formats=["%Y-%m-%d"], help="First day on which it no longer holds.")],
    by: Annotated[str, typer.Option(help="Who orders it.")],
    person: Annotated[str, typer.Option(help="Email address or id of an account.")] = "",
    employer: Annotated[str, typer.Option(help="Id of an employer: all who applied there.")] = "",
) -> None:
    """Freeze the data of a person, or of everybody who applied to an employer: no erasure, no end of retention."""
    from dayshift.accounts import find_user, find_user_by_email
    from dayshift.core.clock import now
    from dayshift.core.db import Tx
    from dayshift.core.errors import NotFound
    from dayshift.core.ids import new_id
    from dayshift.hiring.employers import find_employer
    from dayshift.privacy import Hold, add_hold, end_of_hold

    at, end = now(), end_of_hold(until.date())
    if bool(person) == bool(employer):
        sys.exit("dayshift: name either a person or an employer")
    if end <= at:
        sys.exit("dayshift: that day is over")
    reason, by = _named(reason, "--reason", 500), _named(by, "--by", 120)

    def make(tx: Tx) -> Hold:
        user_id, employer_id = None, None
        if employer:
            employer_id = find_employer(tx, employer).id
        else:
            user = find_user_by_email(tx, person.strip().lower()) if "@" in person else find_user(tx, person)
            if user is None:
                raise NotFound
            user_id = user.id
        hold = Hold(new_id(), user_id, employer_id, reason, by, at, end, None)
        add_hold(tx, hold)
        return hold

    try:
        print(write(make).id)
    except NotFound:
        sys.exit("dayshift: there is nobody of that address or id")


@hold.command("list")
def list_holds() -> None:
    """List all legal holds, ended ones too, and what those that are active keep."""
    from dayshift.core.clock import now
    from dayshift.core.db import Tx
    from dayshift.hiring.employers import find_employer
    from dayshift.privacy import Hold, HoldContent, content_of_hold, holds

    at = now()

    def load(tx: Tx) -> list[tuple[Hold, str, HoldContent | None]]:
        return [(one, subject(tx, one), content_of_hold(tx, one, at)) for one in holds(tx)]

    def subject(tx: Tx, one: Hold) -> str:
        if one.employer_id is None:
            return f"person {one.user_id}"
        return f"employer {one.employer_id} ({find_employer(tx, one.employer_id).name})"

    for one, on, content in read(load):
        end = f"{one.ended_at:%Y-%m-%d} by {one.ended_by}" if one.ended_at else f"{one.until:%Y-%m-%d}"
        state = "active until" if one.is_active(at) else "ended"
        say(f"{one.id} {state} {end}: {on}, {one.reason} (by {one.made_by}, {one.made_at:%Y-%m-%d})")
        if content:
            rows = ", ".join(f"{part.rows} of {part.source}" for part in content.kept) or "none"
            say(f"  people: {content.people}, waiting to be deleted: {content.waiting}, rows kept: {rows}")


@hold.command("rows")
def rows(
    hold_id: Annotated[str, typer.Argument(help="As shown by list.")],
    to: Annotated[str, typer.Option(help="New file for the rows with their content, one JSON object a line.")] = "",
    by: Annotated[str, typer.Option(help="Who orders the file.")] = "",
) -> None:
    """List what was deleted or changed since a hold began and is kept for it: when, of which table, of which account.

    With --to and --by, also write it to a file. No copy that candidates or employers get has it, and it is deleted
    with the hold's end.
    """
    import json
    from dataclasses import asdict

    from dayshift.core.errors import NotFound
    from dayshift.privacy import export_rows, rows_of_hold

    if bool(to) != bool(by):
        sys.exit("dayshift: give both --to and --by, or neither")
    try:
        found = read(lambda tx: rows_of_hold(tx, hold_id))
        if to:
            with open(to, "x", encoding="utf-8", opener=_private) as file:
                found = write(lambda tx: export_rows(tx, hold_id, by))
                file.writelines(json.dumps(asdict(one), default=str, ensure_ascii=False) + "\n" for one in found)
    except NotFound:
        sys.exit("dayshift: there is no such hold")
    except OSError as error:
        sys.exit(f"dayshift: {to} cannot be written: {error.strerror}")
    for one in found:
        owner = f"person {one.user_id}" if one.user_id else f"employer {one.employer_id}"
        say(f"{one.removed_at:%Y-%m-%d %H:%M} {one.source} of {owner}")
    print(f"{len(found)} rows are kept")


@hold.command("end")
def end(
    hold_id: Annotated[str, typer.Argument(help="As shown by list.")],
    by: Annotated[str, typer.Option(help="Who orders it.")],
) -> None:
    """End a legal hold early; what it kept is deleted with the next background work.

    People who were told that they are erased on its last day are told the new one, a week ahead.
    """
    from dayshift.core.clock import now
    from dayshift.core.errors import NotFound
    from dayshift.privacy import end_hold

    by = _named(by, "--by", 120)
    try:
        write(lambda tx: end_hold(tx, hold_id, now(), by))
    except NotFound:
        sys.exit("dayshift: there is no such hold, or it has been ended")
    print("ended")


def _named(text: str, option: str, most: int) -> str:
    """Return what an option says, without spaces around it. Stops the command if it says nothing or too much."""
    if not 0 < len(text.strip()) <= most:
        sys.exit(f"dayshift: {option} needs between 1 and {most} characters")
    return text.strip()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _state(request: "Erasure", until: datetime | None) -> str:
    from dayshift.privacy import BACKUPS_GONE

    if request.erased_at is None:
        held = f", held until {until:%Y-%m-%d}" if until else ""
        return f"erased on {request.due_at:%Y-%m-%d} unless undone{held}"
    backups = f"gone from backups by {request.erased_at + BACKUPS_GONE:%Y-%m-%d}"
    files = f"files gone {request.files_gone_at:%Y-%m-%d}" if request.files_gone_at else "files being deleted"
    return f"erased {request.erased_at:%Y-%m-%d}, {files}, {backups}"
