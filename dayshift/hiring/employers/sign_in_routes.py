"""HTTP: how members sign in, prove their second factor, and end sessions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Request, Response

from dayshift.accounts import Hashing, InvalidCode, InvalidCredentials, codes_of_network, describe_device
from dayshift.core.audit import Action, Details, record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import Busy, NotFound
from dayshift.core.events import publish
from dayshift.core.http import check_person, errors
from dayshift.core.limits import Limits, RateLimited, Rule, client_of
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db, Limiter
from dayshift.hiring.employers import actions, queries, second_factor, sign_in, team
from dayshift.hiring.employers import single_sign_on as store
from dayshift.hiring.employers.errors import (
    MEMBER_ERRORS,
    AddressProofRequired,
    EmployerClosed,
    LinkExpired,
    SecondFactorMandatory,
    SecondFactorRequired,
    SingleSignOnRequired,
    StaffSignInRequired,
)
from dayshift.hiring.employers.events import SignInLinkRequested
from dayshift.hiring.employers.oidc import logout_url
from dayshift.hiring.employers.queries import SESSIONS, Member, MemberSession
from dayshift.hiring.employers.schemas import (
    CodeEntry,
    InvitationAnswer,
    InvitationReply,
    LinkOpen,
    LinkRequest,
    OtherEmployerReply,
    OtherEmployersReply,
    OwnLinkRequest,
    PasswordSignIn,
    RecoveryCodesReply,
    SecondFactorSetup,
    SignedOut,
    SignInChoice,
    SignInReply,
    StaffPassword,
    StaffSessionReply,
    StaffSessionsReply,
    SwitchReply,
    Token,
)
from dayshift.hiring.employers.session import COOKIE, Session, Staff, StaffSession, token_of
from dayshift.hiring.employers.sign_in import Choice

router = APIRouter(tags=["desk"])

MINUTE, HOUR, DAY_SECONDS = 60, 3600, 86_400

SEND_LINK_HERE = Rule("desk link here", 5, HOUR)
SEND_LINK = Rule("desk link", 20, HOUR)
"""More than one client may ask for, so that none can keep a member from asking."""
SIGN_IN_HERE = Rule("desk sign-in here", 10, 15 * MINUTE)
SIGN_IN = Rule("desk sign-in", 100, HOUR)
TRY_CODE = Rule("desk code", 20, HOUR)
"""Per member, from everywhere: together with five tries per session, 20 guesses an hour at a million codes."""
TRY_CODE_DAY = Rule("desk code a day", 25, DAY_SECONDS, durable=True)
"""Per member, from everywhere, right ones included."""

_SIGNED_IN = errors(*MEMBER_ERRORS)


@dataclass(frozen=True, slots=True)
class Guard:
    """Counts the attempts of one client."""

    limits: Limits
    caller: str
    most_per_hour: int

    async def count(self, what: str, *rules: tuple[Rule, str]) -> None:
        """Count this client's attempt at `what`, and under each (rule, subject). Raises `RateLimited`."""
        await self.limits.count(Rule(f"desk {what} by address", self.most_per_hour, HOUR), self.caller)
        for rule, subject in rules:
            await self.limits.count(rule, subject)

    async def count_code(self, member_id: str) -> None:
        """Count an attempt at a member's second factor. Raises `RateLimited`."""
        of_network = (codes_of_network(self.most_per_hour), self.caller)
        await self.count("code", of_network, (TRY_CODE, member_id), (TRY_CODE_DAY, member_id))


async def _guard(request: Request, limits: Limiter, config: Config) -> Guard:
    return Guard(limits, client_of(request), config.tries_per_address)


Guarded = Annotated[Guard, Depends(_guard)]


@dataclass(frozen=True, slots=True)
class StaffSessionIssuer:
    """Opens a staff session in this browser."""

    request: Request
    response: Response
    days: int

    def open(
        self, tx: Tx, member: Member, *, single_sign_on: bool = False, address_proved_at: datetime | None = None
    ) -> tuple[Member, str]:
        """Open a session for a member whose first factor is proven. Raises `SingleSignOnRequired`."""
        device = describe_device(self.request.headers.get("user-agent", ""))
        if not single_sign_on:
            store.check_other_way(tx, member, device)
        confirmed = not member.second_factor and member.role != "owner"
        details = {"second_factor": "none" if confirmed else "awaited", "single_sign_on": single_sign_on}
        _record(tx, "member.signed_in", member, details)
        token = actions.open_member_session(
            tx, member.id, device, self.days,
            confirmed=confirmed, single_sign_on=single_sign_on, address_proved_at=address_proved_at,
        )  # fmt: skip
        return member, token

    def open_one_of(
        self, tx: Tx, found: Sequence[Member], *, address_proved: bool
    ) -> tuple[Member, str] | list[Choice]:
        """Open a session if there is one account; else return what there is to choose from."""
        if len(found) == 1:
            return self.open(tx, found[0], address_proved_at=now() if address_proved else None)
        return sign_in.choices_of(tx, found, address_proved=address_proved)

    def reply(self, opened: tuple[Member, str] | list[Choice]) -> SignInReply:
        """Set the cookie; say what is left to do."""
        if isinstance(opened, list):
            return SignInReply(second_factor="choose", choices=[SignInChoice.model_validate(one) for one in opened])
        return SignInReply(second_factor=self.signed_in(*opened), choices=[])

    def signed_in(self, member: Member, token: str) -> Literal["none", "code", "set_up"]:
        """Set the cookie; return what is left to do."""
        COOKIE.set_session(self.request, self.response, token, self.days)
        if member.second_factor:
            return "code"
        return "set_up" if member.role == "owner" else "none"


async def _issuer(request: Request, response: Response, config: Config) -> StaffSessionIssuer:
    return StaffSessionIssuer(request, response, config.session_days)


Issuer = Annotated[StaffSessionIssuer, Depends(_issuer)]


@router.post("/api/desk/sign-in/link", responses=errors(RateLimited))
async def request_link(body: LinkRequest, guard: Guarded, db: Db) -> Ok:
    """Mail a sign-in link. The response is the same for an unknown address."""
    await guard.count("link", (SEND_LINK_HERE, f"{body.email} {guard.caller}"), (SEND_LINK, body.email))
    await db.write(publish, SignInLinkRequested(body.email, body.next))
    return Ok()


@router.post("/api/desk/sign-in/link/open", responses=errors(LinkExpired, SingleSignOnRequired, RateLimited))
async def open_link(body: LinkOpen, guard: Guarded, issuer: Issuer, db: Db) -> SignInReply:
    """Sign in with a mailed link, or choose one of the employers of a sign-in. The link is then used up."""
    await guard.count("open link")

    def write(tx: Tx) -> tuple[Member, str] | list[Choice]:
        found, address_proved = sign_in.open_sign_in_link(tx, body.key)
        return issuer.open_one_of(tx, found, address_proved=address_proved)

    return issuer.reply(await db.write(write))


@router.post(
    "/api/desk/sign-in/password", responses=errors(InvalidCredentials, SingleSignOnRequired, RateLimited, Busy)
)
async def sign_in_with_password(
    body: PasswordSignIn, guard: Guarded, issuer: Issuer, hashing: Hashing, db: Db
) -> SignInReply:
    """Sign in with email and password. For a person with several employers, opens those that have this password."""
    await guard.count("sign-in", (SIGN_IN_HERE, f"{body.email} {guard.caller}"), (SIGN_IN, body.email))
    # All of them, and one for an unknown address: which one fits does not show in the time.
    known: list[tuple[str, str | None]] = [*await db.lookup(sign_in.find_passwords, body.email)] or [("", None)]
    fitting: dict[str, tuple[str | None, str | None]] = {}
    for member_id, hashed in known:
        fits, renewed = await hashing.verify_and_renew(body.password, hashed)
        if fits:
            fitting[member_id] = (hashed, renewed)

    def write(tx: Tx) -> tuple[Member, str] | list[Choice]:
        found = [queries.find_member(tx, member_id) for member_id in fitting]
        active = [one for one in found if one is not None and one.state == "active"]
        if not active:
            raise InvalidCredentials
        for member_id, (hashed, renewed) in fitting.items():
            if hashed and renewed:
                sign_in.renew_password_hash(tx, member_id, hashed, renewed)
        return issuer.open_one_of(tx, active, address_proved=False)

    if not fitting:
        raise InvalidCredentials
    return issuer.reply(await db.write(write))


@router.post("/api/desk/sign-in/link/mine", responses=errors(StaffSignInRequired, RateLimited))
async def request_own_link(body: OwnLinkRequest, session: Session, guard: Guarded, db: Db) -> Ok:
    """Mail the member of this session a link that proves the address, where that is required."""
    member = session.member
    await guard.count("link", (SEND_LINK_HERE, f"{member.email} {guard.caller}"), (SEND_LINK, member.email))
    await db.write(publish, SignInLinkRequested(member.email, body.next, member.employer_id))
    return Ok()


@router.get("/api/desk/employers", responses=_SIGNED_IN)
async def list_other_employers(session: StaffSession, db: Db) -> OtherEmployersReply:
    """The other employers that the signed-in person works for; none are listed after single sign-on."""

    def read(tx: Tx) -> list[OtherEmployerReply]:
        found = [queries.find_employer(tx, one.employer_id) for one in sign_in.other_accounts(tx, session)]
        return [OtherEmployerReply(id=one.id, name=one.name) for one in sorted(found, key=lambda one: one.name)]

    return OtherEmployersReply(employers=await db.read(read), mailed=not sign_in.may_switch(session))


@router.post(
    "/api/desk/employers/{employer_id}/switch",
    responses=_SIGNED_IN | errors(NotFound, SingleSignOnRequired, RateLimited),
)
async def switch_employer(
    employer_id: str, session: StaffSession, guard: Guarded, issuer: Issuer, db: Db
) -> SwitchReply:
    """Go on at another employer of the same person, whose second factor is asked for. This session ends.

    Without a recent mailed link, one is sent for that employer.
    """
    await guard.count("switch", (SEND_LINK, session.member.email))

    def write(tx: Tx) -> tuple[Member, str] | None:
        found = next((one for one in sign_in.other_accounts(tx, session) if one.employer_id == employer_id), None)
        if found is None:
            raise NotFound
        if not sign_in.may_switch(session):
            publish(tx, SignInLinkRequested(found.email, None, employer_id))
            return None
        SESSIONS.end_own(tx, session.member.id, session.id)
        _record(tx, "member.signed_out", session.member)
        return issuer.open(tx, found, address_proved_at=session.address_proved_at)

    opened = await db.write(write)
    return SwitchReply(second_factor=issuer.signed_in(*opened) if opened else None)


@router.get("/api/desk/invitations/{key}", responses=errors(LinkExpired, EmployerClosed, RateLimited))
async def read_invitation(key: Annotated[Token, Path()], guard: Guarded, db: Db) -> InvitationReply:
    """The person an invitation is for. Does not use it up: mail scanners open links."""
    await guard.count("invitation")

    def read(tx: Tx) -> InvitationReply:
        member = sign_in.read_link(tx, "invite", key)
        employer = queries.find_employer(tx, member.employer_id)
        required = store.break_glass_owner(tx, employer.id) is not None
        return InvitationReply(
            employer=employer.name, name=member.name, email=member.email, role=member.role,
            single_sign_on=employer.id if required else None,
        )  # fmt: skip

    return await db.read(read)


@router.post(
    "/api/desk/invitations/{key}",
    responses=errors(LinkExpired, EmployerClosed, SingleSignOnRequired, RateLimited, Busy),
)
async def accept_invitation(
    key: Annotated[Token, Path()], body: InvitationAnswer, guard: Guarded, issuer: Issuer, hashing: Hashing, db: Db
) -> SignInReply:
    """Join the team and sign in. The invitation is then used up."""
    await guard.count("invitation")
    hashed = None
    if body.password is not None:
        member = await db.read(sign_in.read_link, "invite", key)
        await hashing.refuse_easy(body.password, member.email, body.name)
        hashed = await hashing.hash(body.password)

    def join(tx: Tx) -> tuple[Member, str]:
        member = team.accept(tx, key, body.name, hashed)
        _record(tx, "member.joined", member)
        return issuer.open(tx, member, address_proved_at=now())

    return issuer.reply(await db.write(join))


@router.post("/api/desk/sign-out")
async def sign_out(request: Request, response: Response, db: Db, config: Config) -> SignedOut:
    """End this staff session. `next` is the identity provider's logout page, if the session came from there."""
    token, page = token_of(request), None
    if token:
        if session := await db.lookup(queries.find_member_session, token):
            check_person(request.headers, session.member.id)

        def close(tx: Tx) -> str | None:
            closed = actions.close_member_session(tx, token)
            member = queries.find_member(tx, closed[0]) if closed else None
            if closed is None or member is None:
                return None
            _record(tx, "member.signed_out", member)
            provider = store.find_provider(tx, member.employer_id) if closed[1] else None
            if provider is None or provider.end_session is None:
                return None
            back = f"{config.public_url.rstrip('/')}/desk/sign-in?employer={member.employer_id}"
            return logout_url(provider.end_session, provider.client_id, back)

        page = await db.write(close)
    COOKIE.forget(request, response)
    return SignedOut(next=page)


@router.post("/api/desk/second-factor/code", responses=errors(StaffSignInRequired, InvalidCode, RateLimited))
async def enter_code(body: CodeEntry, session: Session, request: Request, guard: Guarded, db: Db) -> Ok:
    """Enter a code of the authenticator app, or a recovery code. Five wrong ones end the session."""
    await guard.count_code(session.member.id)

    def enter(tx: Tx) -> second_factor.Outcome:
        outcome = second_factor.check(tx, session.member.id, token_of(request) or "", body.code)
        if outcome == "accepted":
            _record(tx, "member.signed_in", session.member, {"second_factor": "passed"})
        return outcome

    _require_accepted(await db.write(enter))
    return Ok()


@router.post(
    "/api/desk/second-factor/setup",
    responses=errors(*MEMBER_ERRORS, AddressProofRequired),
)
async def set_up(session: Session, request: Request, config: Config, db: Db) -> SecondFactorSetup:
    """Begin to set up two-step sign-in. The secret stays the same in this session until it is confirmed."""
    _require_address_proof(session)
    secret = await db.write(second_factor.secret_for, session.member.id, token_of(request) or "")
    if secret is None:  # Else a session without its second factor could replace it.
        raise SecondFactorRequired(enrolled=True)
    uri = second_factor.address_of(secret, session.member.email, config.product_name)
    size, path = second_factor.drawing_of(uri)
    return SecondFactorSetup(secret=secret, uri=uri, size=size, path=path)


@router.post(
    "/api/desk/second-factor",
    responses=errors(StaffSignInRequired, InvalidCode, AddressProofRequired, RateLimited),
)
async def confirm_set_up(
    body: CodeEntry, session: Session, request: Request, guard: Guarded, db: Db
) -> RecoveryCodesReply:
    """Confirm two-step sign-in with a first code. Returns the recovery codes, once."""
    _require_address_proof(session)
    await guard.count_code(session.member.id)

    def enroll(tx: Tx) -> tuple[second_factor.Outcome, list[str]]:
        outcome, codes = second_factor.enroll(tx, session.member.id, token_of(request) or "", body.code)
        if outcome == "accepted":
            _record(tx, "member.second_factor_set", session.member)
        return outcome, codes

    outcome, codes = await db.write(enroll)
    _require_accepted(outcome)
    return RecoveryCodesReply(codes=codes)


@router.post("/api/desk/second-factor/recovery-codes", responses=_SIGNED_IN | errors(InvalidCode, RateLimited))
async def renew_recovery_codes(
    body: CodeEntry, member: Staff, request: Request, guard: Guarded, db: Db
) -> RecoveryCodesReply:
    """Replace the recovery codes, with a code of the authenticator app."""
    await guard.count_code(member.id)

    def renew(tx: Tx) -> tuple[second_factor.Outcome, list[str]]:
        # In one transaction: the mail about a recovery code that was used up counts the new ones.
        outcome = second_factor.check(tx, member.id, token_of(request) or "", body.code)
        if outcome != "accepted":
            return outcome, []
        _record(tx, "member.recovery_codes_renewed", member)
        return outcome, second_factor.renew_recovery_codes(tx, member.id)

    outcome, codes = await db.write(renew)
    _require_accepted(outcome)
    return RecoveryCodesReply(codes=codes)


@router.post(
    "/api/desk/second-factor/remove", responses=_SIGNED_IN | errors(InvalidCode, RateLimited, SecondFactorMandatory)
)
async def remove_second_factor(body: CodeEntry, member: Staff, request: Request, guard: Guarded, db: Db) -> Ok:
    """Switch two-step sign-in off, with a code. Owners cannot."""
    if member.role == "owner":
        raise SecondFactorMandatory
    await check_second_factor(member, body.code, request, guard, db)

    def remove(tx: Tx) -> None:
        second_factor.remove(tx, member.id)
        _record(tx, "member.second_factor_reset", member)

    await db.write(remove)
    return Ok()


@router.put(
    "/api/desk/password",
    responses=errors(*MEMBER_ERRORS, InvalidCredentials, AddressProofRequired, RateLimited, Busy),
)
async def set_password(
    body: StaffPassword, session: StaffSession, request: Request, guard: Guarded, hashing: Hashing, db: Db
) -> Ok:
    """Set the member's password. All other sessions and links end."""
    member = session.member
    await guard.count("password", (SIGN_IN_HERE, f"{member.email} {guard.caller}"))
    hashed = await db.lookup(sign_in.password_of, member.id)
    if hashed is None and session.single_sign_on:
        _require_address_proof(session)
    if hashed is not None and not await hashing.verify(body.current_password or "", hashed):
        raise InvalidCredentials
    await hashing.refuse_easy(body.new_password, member.email, member.name, field="newPassword")
    new = await hashing.hash(body.new_password)

    def store(tx: Tx) -> None:
        sign_in.set_password(tx, member.id, new, token_of(request) or "")
        _record(tx, "member.password_changed", member)

    await db.write(store)
    return Ok()


@router.get("/api/desk/sessions", responses=_SIGNED_IN)
async def list_sessions(member: Staff, request: Request, db: Db) -> StaffSessionsReply:
    """The member's sessions, latest first."""
    found = await db.read(SESSIONS.listed, member.id, token_of(request) or "")
    return StaffSessionsReply(sessions=[StaffSessionReply.model_validate(one) for one in found])


@router.delete("/api/desk/sessions", responses=_SIGNED_IN)
async def end_other_sessions(member: Staff, request: Request, db: Db) -> Ok:
    """Sign out everywhere else."""

    def end(tx: Tx) -> None:
        sign_in.revoke(tx, member.id, kept=token_of(request) or "")
        _record(tx, "member.signed_out", member, {"sessions": "others"})

    await db.write(end)
    return Ok()


@router.delete("/api/desk/sessions/{session_id}", responses=_SIGNED_IN | errors(NotFound))
async def end_session(session_id: str, member: Staff, db: Db) -> Ok:
    """End one of the member's sessions."""

    def end(tx: Tx) -> None:
        SESSIONS.end_own(tx, member.id, session_id)
        _record(tx, "member.signed_out", member, {"sessions": "one"})

    await db.write(end)
    return Ok()


def _record(tx: Tx, action: Action, member: Member, details: Details | None = None) -> None:
    """Add what a member did with their own account to the audit log."""
    record(
        tx, action, "member", member.id,
        subject="member", subject_id=member.id, employer_id=member.employer_id, details=details,
    )  # fmt: skip


async def check_second_factor(member: Member, code: str, request: Request, guard: Guard, db: Db) -> None:
    """Count a try, and require a code of the app or a recovery code. Raises `InvalidCode` and `StaffSignInRequired`."""
    await guard.count_code(member.id)
    _require_accepted(await db.write(second_factor.check, member.id, token_of(request) or "", code))


def _require_address_proof(session: MemberSession) -> None:
    """Raise `AddressProofRequired` unless a mailed link opened the session.

    A password or an identity provider alone never gives a member a new way to sign in: the owner who reset the second
    factor may control the provider.
    """
    if session.address_proved_at is None:
        raise AddressProofRequired


def _require_accepted(outcome: second_factor.Outcome) -> None:
    if outcome == "ended":
        raise StaffSignInRequired
    if outcome == "wrong":
        raise InvalidCode
