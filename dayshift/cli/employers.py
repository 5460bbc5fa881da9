"""`dayshift employers`: organisations whose members review applications."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dayshift.cli.common import checked_name, load_settings, printable, read, say, write

if TYPE_CHECKING:
    from dayshift.core.db import Tx
    from dayshift.core.language import Language
    from dayshift.hiring.fairness import Fairness

employers = typer.Typer(no_args_is_help=True, help="Employers that hire with Dayshift.")


@employers.command("add")
def add_employer(
    name: Annotated[str, typer.Argument(help="Name that candidates see.")],
    owner: Annotated[str, typer.Option(help="Email address of the first owner, who gets an invitation.")],
    owner_name: Annotated[str, typer.Option(help="Name of the first owner.")] = "",
    zone: Annotated[str, typer.Option(help="Time zone, such as America/New_York.")] = "America/New_York",
    language: Annotated[str, typer.Option(help="Language of the invitation: en or es.")] = "en",
    another: Annotated[bool, typer.Option("--another", help="Add it although one has this name.")] = False,
) -> None:
    """Add an employer, and mail its first owner an invitation."""
    from dayshift.core.audit import record
    from dayshift.core.clock import find_zone
    from dayshift.hiring.employers import create_employer, employers_like, invite_first_owner

    known = find_zone(zone)
    if known is None:
        sys.exit(f"dayshift: '{printable(zone)}' is no time zone; they are called like America/New_York")
    chosen, address = _language(language), _address(owner)
    shown = checked_name(owner_name or address.partition("@")[0])
    name = checked_name(name)

    def add(tx: "Tx") -> str:
        if not another and (there := employers_like(tx, name)):
            sys.exit(
                f"dayshift: {printable(there[0][0].name)} is there already ({there[0][0].id}). Its owner gets another "
                f"invitation with dayshift employers invite; --another adds a second employer of this name."
            )
        employer_id = create_employer(tx, name, known)
        invite_first_owner(tx, employer_id, address, shown, chosen)
        record(tx, "employer.added", "operator", subject="employer", subject_id=employer_id, employer_id=employer_id)
        return employer_id

    employer_id = write(add)
    say(f"{name} added ({employer_id}); {address} gets an invitation from {load_settings().link_url}")


Which = Annotated[str, typer.Argument(help="Id of the employer, or its exact name if only one has it.")]
Address = Annotated[str, typer.Argument(help="Email address.")]


@employers.command("invite")
def invite_again(employer: Which, email: Address) -> None:
    """Send an invitation again that was not accepted. The earlier link stops working."""
    from dayshift.admin import invite
    from dayshift.core.errors import NotFound

    try:
        member = write(lambda tx: invite(tx, _employer(tx, employer), email.strip().lower()))
    except NotFound:
        sys.exit(f"dayshift: {printable(email)} has no open invitation there; see dayshift employers owner")
    say(f"{printable(member.email)} gets a new invitation, which is valid for seven days")


@employers.command("owner")
def give_owner_to(
    employer: Which,
    email: Address,
    name: Annotated[str, typer.Option(help="Name of the person, if they are invited.")] = "",
    language: Annotated[str, typer.Option(help="Language of the invitation: en or es.")] = "en",
) -> None:
    """Make somebody an owner, or invite them as one. Check first who asks: all owners get an email."""
    from dayshift.admin import give_owner
    from dayshift.hiring.employers import EmployerClosed

    address = _address(email)
    shown = checked_name(name or address.partition("@")[0])
    try:
        member = write(lambda tx: give_owner(tx, _employer(tx, employer), address, shown, _language(language)))
    except EmployerClosed:
        sys.exit("dayshift: this employer is closed")
    say(f"{printable(address)} {'gets an invitation' if member.state == 'invited' else 'is an owner now'}")


@employers.command("close")
def close_for_good(employer: Which, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Close an employer for good: candidates get a letter, jobs go offline, members, keys and links end."""
    from dayshift.admin import close
    from dayshift.hiring.employers import EmployerClosed, find_employer

    found = read(lambda tx: find_employer(tx, _employer(tx, employer)))
    if not yes:
        typer.confirm(f"Close {printable(found.name)} ({found.id})? This cannot be undone.", abort=True)
    try:
        closed = write(lambda tx: close(tx, found.id))
    except EmployerClosed:
        sys.exit("dayshift: this employer is closed already")
    say(
        f"{printable(found.name)} is closed: {closed.applications} applications, {closed.jobs} jobs "
        f"and {closed.members} members ended"
    )


@employers.command("merge")
def merge(
    source: Annotated[str, typer.Argument(help="Id of the record that ends, or its exact name if only one has it.")],
    target: Annotated[str, typer.Argument(help="Id of the record that stays, or its exact name.")],
    yes: Annotated[bool, typer.Option("--yes", help="Merge. Without it, only the numbers are shown.")] = False,
) -> None:
    """Merge two records of the same employer: jobs, applications and members of the first move to the second.

    Only the owners of the record that stays see more than before. Cannot be undone.
    """
    from dayshift.admin import MERGE_REFUSALS, Merged, Preview, merge_employers, preview_merge
    from dayshift.hiring.employers import EmployerClosed

    def work(tx: "Tx") -> Merged:
        ids = _employer(tx, source), _employer(tx, target)
        return merge_employers(tx, *ids) if yes else preview_merge(tx, *ids)

    try:
        merged = write(work)
    except Preview as preview:
        merged = preview.merged
    except EmployerClosed:
        sys.exit("dayshift: one of them is closed already")
    except MERGE_REFUSALS as refused:
        sys.exit(f"dayshift: {printable(str(refused))}")
    say(
        f"{merged.jobs} jobs, {merged.applications} applications and {merged.locations} locations move",
        f"{merged.members} members move, with at most the locations that they had, and have to sign in again; owners "
        "become managers",
        f"{merged.same_people} people are members of both, and keep the membership of the record that stays",
        f"{merged.limited} managers and API keys of all locations of the record that stays keep its locations of today",
        f"{merged.narrowed} candidates shared with both, and now share only what both could see",
        f"{merged.ended} keys, webhook endpoints, links, open claims and invitations of the record that ends are ended",
        f"{merged.unplaced} jobs have no location: only owners see their applications",
        "Merged." if yes else "Nothing was changed. With --yes the records are merged, which cannot be undone.",
    )


def _employer(tx: "Tx", which: str) -> str:
    from dayshift.hiring.employers import list_employers

    found = [one.id for one, _ in list_employers(tx) if which in {one.id, one.name}]
    if len(found) == 1:
        return found[0]
    sys.exit(f"dayshift: {len(found)} employers are called {printable(which)}; dayshift employers list has their ids")


def _address(email: str) -> str:
    from pydantic import TypeAdapter, ValidationError

    from dayshift.accounts import Email

    try:
        return TypeAdapter(Email).validate_python(email)
    except ValidationError:
        sys.exit(f"dayshift: {printable(email)} is no email address that mail can be sent to")


def _language(language: str) -> "Language":
    from dayshift.core.language import LANGUAGES

    chosen = next((one for one in LANGUAGES if one == language), None)
    if chosen is None:
        sys.exit(f"dayshift: the languages are {', '.join(LANGUAGES)}")
    return chosen


@employers.command("list")
def show_employers() -> None:
    """List the employers with their numbers of active members."""
    from dayshift.hiring.employers import list_employers

    found = [
        f"{employer.id}  {employer.name}  {employer.zone}  {count} active{' (closed)' if employer.closed_at else ''}"
        for employer, count in read(list_employers)
    ]
    say(*found or ["nobody: dayshift employers add NAME --owner EMAIL"])


@employers.command("report")
def report(
    days: Annotated[int, typer.Option(min=1, max=366, help="Days until today.")] = 90,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """Show for each employer how fast it answers, and how often its members decide differently from the AI.

    Each share is followed by its numbers. Levels are compared where a member saw the AI's; the recommendation is never
    shown to members.
    """
    from datetime import timedelta

    from dayshift.core import spreadsheets
    from dayshift.core.clock import now
    from dayshift.hiring.employers import list_employers
    from dayshift.hiring.fairness import Fairness, Period, fairness

    last = now().date()

    def load(tx: "Tx") -> list[tuple[str, str, Fairness]]:
        first = last - timedelta(days=days - 1)
        return [
            (one.id, one.name, fairness(tx, one.id, Period(first, last, one.zone))) for one, _ in list_employers(tx)
        ]

    found = read(load)
    if as_csv:
        names = [
            "employer", "name", "answered_on_time", "late", "median_hours", "hours_of_nine_in_ten", "rated_levels",
            "within_one_of_ai", "decisions_with_both_levels", "overruled", "decisions_with_recommendation",
            "against_recommendation",
        ]  # fmt: skip
        typer.echo(spreadsheets.as_csv([names, *([one, name, *_figures(of)] for one, name, of in found)]), nl=False)
        return
    for one, name, of in found:
        say(
            f"{one}  {name}",
            f"    answered on time: {_share(of.on_time, of.on_time + of.late)}; typical {_hours(of.median_hours)}, "
            f"9 in 10 within {_hours(of.hours_of_nine_in_ten)}",
            f"    levels within one of the AI's: {_share(of.within_one, of.rated)}",
            f"    decisions with another level than the AI's: {_share(of.overruled.overruled, of.overruled.judged)}",
            f"    decisions against the recommendation: {_share(of.overruled.against, of.overruled.recommended)}",
        )
    typer.echo(f"{len(found)} employers, {days} days until {last}")


def _figures(of: "Fairness") -> list[str]:
    hours = ["" if one is None else f"{one:.1f}" for one in (of.median_hours, of.hours_of_nine_in_ten)]
    overruled = of.overruled
    counts = [of.rated, of.within_one, overruled.judged, overruled.overruled, overruled.recommended, overruled.against]
    return [str(of.on_time), str(of.late), *hours, *map(str, counts)]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%} ({part} of {whole})" if whole else "none yet"


def _hours(hours: float | None) -> str:
    return "none yet" if hours is None else f"{hours:.1f} hours"


@employers.command("claims")
def list_claims() -> None:
    """List the claims of imported jobs that wait for a decision, oldest first."""
    from dayshift.hiring.employers import pending_claims, several_employers

    def load(tx: "Tx") -> list[str]:
        found = pending_claims(tx, 1000)
        names = several_employers(tx, {one.employer_id for one in found})
        return [
            f"{one.id}  {one.created_at:%Y-%m-%d %H:%M}  {names[one.employer_id].name} asks for jobs of "
            f"{one.job_employer} at {one.domain or '(no page)'}{f', link mailed to {one.email}' if one.email else ''}"
            for one in found
        ]

    say(*read(load) or ["No claim waits for a decision."])


@employers.command("approve")
def approve_claim(claim: Annotated[str, typer.Argument(help="Id of the claim.")]) -> None:
    """Approve a claim: its jobs can be applied for, and belong to the employer that asked."""
    say(f"Approved: {_decide(claim, approve=True)} jobs can now be applied for.")


@employers.command("reject")
def reject_claim(
    claim: Annotated[str, typer.Argument(help="Id of the claim.")],
    reason: Annotated[str | None, typer.Option(help="Why, for the member who asked.")] = None,
) -> None:
    """Reject a claim. Its jobs stay as they are."""
    _decide(claim, approve=False, reason=reason)
    say("Rejected.")


def _decide(claim: str, *, approve: bool, reason: str | None = None) -> int:
    from dayshift.core.errors import NotFound
    from dayshift.hiring.employers import ClaimTaken, decide_claim

    try:
        return write(lambda tx: decide_claim(tx, claim, approve=approve, reason=reason))
    except NotFound:
        sys.exit(f"dayshift: no claim {claim} waits for a decision")
    except ClaimTaken:
        sys.exit("dayshift: these jobs already belong to another employer here")


@employers.command("optional-sign-on")
def make_sign_on_optional(
    employer: Annotated[str, typer.Argument(help="Id of the employer; see `dayshift employers list`.")],
) -> None:
    """No longer require single sign-on: nobody gets in there, and the owner who is the exception is gone, too.

    Check first who asks. Members then sign in by mailed link or password, too; all owners get an email.
    """
    from dayshift.core.errors import NotFound
    from dayshift.hiring.employers import make_optional

    try:
        write(lambda tx: make_optional(tx, _employer(tx, employer), None))
    except NotFound:
        sys.exit("dayshift: this employer does not require single sign-on")
    say("members sign in by mailed link and password, too; all owners get an email")


@employers.command("reset-second-factor")
def reset_second_factor_of(
    email: Annotated[str, typer.Argument(help="Email address of the member.")],
    employer: Annotated[str, typer.Option(help="Id of the employer, if the person works for several.")] = "",
) -> None:
    """Remove the second factor of a member who lost the phone and the recovery codes, and mail them.

    Check first who asks. Their sessions end; after the next sign-in by mailed link or password, owners set it up again.
    """
    from dayshift.core.audit import record
    from dayshift.hiring.employers import Member, find_employer, members_by_email, reset_second_factor

    def reset(tx: "Tx") -> Member | list[str] | None:
        found = [
            one
            for one in members_by_email(tx, email.strip().lower())
            if one.state == "active" and one.second_factor and employer in {"", one.employer_id}
        ]
        if len(found) > 1:
            return [f"{one.employer_id} ({find_employer(tx, one.employer_id).name})" for one in found]
        if not found:
            return None
        [member] = found
        reset_second_factor(tx, member.employer_id, member.id)
        record(
            tx,
            "member.second_factor_reset",
            "operator",
            subject="member",
            subject_id=member.id,
            employer_id=member.employer_id,
        )
        return member

    member = write(reset)
    if member is None:
        sys.exit(f"dayshift: {printable(email)} belongs to no active member with two-step sign-in")
    if isinstance(member, list):
        sys.exit(f"dayshift: {printable(email)} works for several employers, choose --employer: {', '.join(member)}")
    say(f"two-step sign-in of {member.name} ({email}) is reset; they get an email")
