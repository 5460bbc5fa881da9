"""`dayshift settings`, `doctor`, `backup`, `restore`, `move`, `keys`, `tasks`: look after an installation."""

import json
import sys
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import become_owner, installation, load_settings, read, run_async, say, secret_keys, write

if TYPE_CHECKING:
    from dayshift.core.db import Tx
    from dayshift.core.invariants import Finding
    from dayshift.settings import Settings

tasks = typer.Typer(no_args_is_help=True, help="The queue of background work.")
keys = typer.Typer(no_args_is_help=True, help="The keys that sign links and seal stored secrets.")


@keys.callback()
def about_keys() -> None:
    """The keys that sign links and seal stored secrets."""


@keys.command("rotate")
def rotate_keys(
    overlap_days: Annotated[
        int, typer.Option(min=0, max=400, help="Days for which links signed with the old key still work; 0: none.")
    ] = 30,
) -> None:
    """Sign links with a new key. After the overlap, all earlier signed links end: docs/security.md lists them.

    Use an overlap of 0 after a leak of the database or a backup. Sessions, API keys and review links stay.
    """
    from datetime import timedelta

    from dayshift.core.audit import operator_or_system, record
    from dayshift.core.signing import rotate

    def work(tx: "Tx") -> None:
        rotate(tx, timedelta(days=overlap_days))
        record(
            tx, "key.rotated", operator_or_system(), subject="key", subject_id="links", details={"days": overlap_days}
        )

    write(work)
    print(f"links are signed with a new key; earlier ones end in {overlap_days} days" if overlap_days else
          "links are signed with a new key; earlier ones have ended")  # fmt: skip


@keys.command("reseal")
def reseal_secrets() -> None:
    """Seal all stored secrets with a new key: second factors, single sign-on, webhooks. A running server goes on.

    Where DAYSHIFT_SECRET_KEYS is set, put the new key first there, restart all processes, and run this: it seals with
    the first key, and the others can be removed.
    """
    from dayshift.core.audit import operator_or_system, record
    from dayshift.core.db import require_keys, reseal

    def work(tx: "Tx") -> int:
        number = reseal(tx)
        record(tx, "key.rotated", operator_or_system(), subject="key", subject_id="secrets", details={"sealed": number})
        return number

    ring = secret_keys(installation())
    read(require_keys)  # Before another one is made.
    with ring.renewing() if ring.file else nullcontext():
        number = write(work)
    print(f"{number} secrets are sealed with {'a new key' if ring.file else 'the first key of DAYSHIFT_SECRET_KEYS'}")


@keys.command("discard")
def discard_lost_secrets(
    yes: Annotated[bool, typer.Option("--yes", help="Discard. Without it, nothing is changed.")] = False,
) -> None:
    """Discard the stored secrets whose key is lost for good, so that the server starts again. Cannot be undone.

    Look for the key in a backup first. Members set their second factor up again by a mailed link; owners enter their
    single sign-on and their webhooks again. Both get a mail.
    """
    from dayshift.admin import discard_secrets

    ring = secret_keys(installation())
    if not yes:
        sys.exit("dayshift: nothing was changed; --yes discards the secrets that no key opens")
    if ring.file and not ring.file.exists():
        ring.all()  # A new one: nothing opens what was sealed before.
    lost = write(discard_secrets)
    say(*[f"{table}: {number} discarded" for table, number in lost.items()] or ["All stored secrets can be opened."])


def check_settings() -> None:
    """Show the settings that differ from their defaults, and check that what they name can be reached. Sends nothing.

    Exits with code 1 if something is wrong.
    """
    import os

    from dayshift.admin import check, unknown_variables

    settings = load_settings()
    for name in sorted(settings.model_fields_set):
        shown = "(set)" if _is_secret(name) else getattr(settings, name)
        print(f"DAYSHIFT_{name.upper()}={shown}")
    findings = [*unknown_variables(os.environ), *run_async(check(settings))]
    for finding in findings:
        print(f"{finding.verdict:<6}{finding.words}")
    sys.exit(1 if any(finding.verdict == "wrong" for finding in findings) else 0)


def _is_secret(name: str) -> bool:
    """Whether a setting's value may hold a key or a password."""
    return name.endswith(("_url", "_token", "_secret", "_dsn", "_keys")) and name not in {
        "public_url",
        "scheduling_url",
    }


def doctor(
    deep: Annotated[bool, typer.Option(help="Also read every recording to its end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check the integrity of the database and the recordings, whether the server is running or not.

    Exits with code 0 if everything is right, 1 if something is broken, and 2 if the check could not be done.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from dayshift.core.errors import CannotStart
    from dayshift.core.log import configure

    try:
        settings = installation()
        configure(settings.log_format)
        findings = run_async(examine_installation(settings, deep=deep))
    except (OSError, SQLAlchemyError, CannotStart) as error:
        print(f"dayshift: could not look: {error}", file=sys.stderr)
        sys.exit(2)
    healthy = not any(finding.broken for finding in findings)
    if as_json:
        print(json.dumps({"ok": healthy, "invariants": [finding.as_json() for finding in findings]}))
    else:
        say(*(line for finding in findings for line in finding.as_lines()))
    sys.exit(0 if healthy else 1)


async def examine_installation(
    settings: "Settings", *, deep: bool = False, pause: float | None = None
) -> "list[Finding]":
    """What breaks the invariants of an installation; what is found is checked again after `pause` seconds."""
    from dayshift.admin import all_invariants, open_data
    from dayshift.core.invariants import SECOND_LOOK_SECONDS, examine

    with open_data(settings, secret_keys(settings)) as (db, storage):
        invariants = all_invariants(db, storage, deep=deep)
        return await examine(invariants, pause=SECOND_LOOK_SECONDS if pause is None else pause)


def backup(
    folder: Annotated[Path, typer.Argument(help="Folder of all backups; the new one is created in it.")],
    keep_days: Annotated[int, typer.Option(min=0, help="Older backups are removed, but never the newest.")] = 14,
) -> None:
    """Back up the database and the recordings, while the server runs. Prints the new backup's folder last.

    An object that cannot be read does not stop it: the backup has everything else, and the exit code is 1.
    Data deleted from the installation is gone from its backups KEEP_DAYS later. PostgreSQL needs its client tools.
    """
    from datetime import timedelta

    from dayshift.admin import EngineFailed, back_up
    from dayshift.core.errors import AppError
    from dayshift.core.log import configure

    settings = installation(older=True)
    configure(settings.log_format)
    try:
        made, removed = run_async(back_up(settings, folder, timedelta(days=keep_days)))
    except (OSError, AppError, EngineFailed) as error:
        sys.exit(f"dayshift: no backup was made: {error}")
    for warning in made.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    for problem in made.problems:
        print(f"incomplete: {problem}", file=sys.stderr)
    print(*(f"removed {old}" for old in removed), made.folder, sep="\n")
    sys.exit(1 if made.problems else 0)


def restore(
    folder: Annotated[Path, typer.Argument(help="One backup.", exists=True, file_okay=False)],
    check: Annotated[bool, typer.Option("--check", help="Read the backup to its last byte; restore nothing.")] = False,
    partial: Annotated[bool, typer.Option("--partial", help="Restore all but the objects that are damaged.")] = False,
) -> None:
    """Restore a backup into an empty installation; every checksum is compared before anything is changed.

    Run an interrupted restore again to continue it; until then no server starts. Exits with code 1 if something is
    missing afterwards.
    """
    from dayshift.admin import Damaged, EngineFailed, NotEmpty, Unfit, check_backup, read_summary, restore_backup
    from dayshift.core.log import configure

    settings = load_settings()
    become_owner(settings)
    configure(settings.log_format)
    try:
        if check:
            damaged = run_async(check_backup(folder))
            summary = read_summary(folder)
            print(*(f"damaged: {error}" for error in damaged), sep="\n")
            print(f"{summary.objects} objects, {summary.bytes} bytes, made at {summary.made_at}")
            sys.exit(1 if damaged else 0)
        lost = run_async(restore_backup(settings, folder, partial=partial))
        findings = run_async(examine_installation(settings, pause=0))
    except (Damaged, NotEmpty, Unfit) as error:
        sys.exit(f"dayshift: nothing was restored: {error}")
    except (OSError, EngineFailed) as error:
        sys.exit(f"dayshift: the restore was interrupted; run it again to continue: {error}")
    if settings.data_dir.exists() and settings.data_dir.stat().st_uid == 0:
        print(f"{settings.data_dir} belongs to root: give it to the account of the service (chown -R)", file=sys.stderr)
    made = read_summary(folder).made_at[:16].replace("T", " ")
    print(
        f"What was erased after {made} UTC was erased again only if tombstones.txt or the storage knows it. If both "
        "are older, erase again what `erase-user` erased, and interviews that people deleted alone.",
        file=sys.stderr,
    )
    for problem in lost:
        print(f"lost: {problem}")
    # Tasks have become due since the backup, and there is no new one yet. Tasks that failed before are only reported.
    findings = [finding for finding in findings if finding.name not in {"tasks.late", "backups.last"}]
    print("\n".join(line for finding in findings for line in finding.as_lines()))
    sys.exit(1 if lost or any(finding.broken for finding in findings if finding.name != "tasks.dead") else 0)


def move(
    target: Annotated[str, typer.Argument(help="postgresql://... or sqlite:///PATH: an empty database.")],
) -> None:
    """Copy the database of a stopped installation to the other engine, and compare every table.

    The source is only read. Run an interrupted move again to continue it; until then no server starts on TARGET.
    Recordings stay where they are: set DAYSHIFT_DATABASE_URL to TARGET afterwards, or remove it for SQLite.
    """
    from dayshift.admin import Content, NotEmpty, move_database
    from dayshift.core.db import DatabaseInUse
    from dayshift.core.log import configure

    settings = installation()
    configure(settings.log_format)
    if not target.startswith(("postgresql://", "sqlite:///")):
        sys.exit("dayshift: TARGET begins with postgresql:// or sqlite:///")

    def report(table: str, content: Content) -> None:
        if content.rows:
            print(f"{content.rows:>10} {table}", flush=True)

    try:
        rows = move_database(settings, settings.model_copy(update={"database_url": target}), report)
    except DatabaseInUse as error:
        sys.exit(f"dayshift: nothing was moved: {error}. Stop it first.")
    except NotEmpty as error:
        sys.exit(f"dayshift: nothing was moved: {error}")
    print(f"{rows} rows are the same on both sides. Set DAYSHIFT_DATABASE_URL to the target and start the server.")


@tasks.command("list")
def list_tasks(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show the number of tasks, and the dead letters: tasks that failed too often, and why."""
    from dayshift.core.tasks import count_tasks, dead_letters

    counts, letters = read(lambda tx: (count_tasks(tx), dead_letters(tx)))
    if as_json:
        shown = {"counts": [asdict(count) for count in counts], "dead": [asdict(letter) for letter in letters]}
        print(json.dumps(shown, default=str))
        return
    for count in counts:
        print(f"{count.tasks:>8} {count.state:<8}{count.kind}, first due {count.first_due_at:%Y-%m-%d %H:%M:%S} UTC")
    for letter in letters:
        say(f"dead: {letter.id} {letter.kind} after {letter.attempts} attempts: {letter.last_error}")


@tasks.command("retry")
def retry(ids: Annotated[list[str], typer.Argument(help="Dead tasks by id, or 'all'.")]) -> None:
    """Run dead tasks again, once the cause of their failure is fixed."""
    from dayshift.admin import retry_tasks
    from dayshift.core.tasks import dead_letters

    every = ids == ["all"]
    revived = write(lambda tx: retry_tasks(tx, [letter.id for letter in dead_letters(tx)] if every else ids))
    print(f"{revived} to be tried again")
    sys.exit(0 if revived or every else 1)


@tasks.command("drop")
def forget(ids: Annotated[list[str], typer.Argument(help="Dead tasks by id.")]) -> None:
    """Delete dead tasks."""
    from dayshift.admin import drop_tasks

    dropped = write(lambda tx: drop_tasks(tx, ids))
    print(f"{dropped} forgotten")
    sys.exit(0 if dropped else 1)
