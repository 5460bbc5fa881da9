"""The second factor of members: time-based codes (RFC 6238) of an authenticator app, and recovery codes.

A code works once: the time step of the last accepted one is stored. Five wrong codes end the session.
"""

import base64
import hmac
import secrets
from hashlib import sha256
from typing import Literal

from sqlalchemy import bindparam, select, update

from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.events import publish
from dayshift.core.ids import hash_token
from dayshift.hiring.employers.events import RecoveryCodeUsed
from dayshift.hiring.employers.models import member_sessions, members
from dayshift.hiring.employers.queries import SESSIONS, find_member

STEP_SECONDS = 30
DRIFT = 1
"""Steps that the phone's clock may be off."""

MAX_TRIES = 5
RECOVERY_CODES = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_SECRET_BYTES = 20

Outcome = Literal["accepted", "wrong", "ended"]

_secret = select(members.c.totp_secret, members.c.totp_confirmed_at, members.c.totp_step, members.c.recovery_codes)
_locked = _secret.where(members.c.id == bindparam("member")).with_for_update()
_left = select(members.c.recovery_codes).where(members.c.id == bindparam("member"))
_change = update(members).where(members.c.id == bindparam("member"))
_begin = _change.values(totp_secret=bindparam("secret"), totp_step=None, recovery_codes=None)
_accept = _change.values(totp_step=bindparam("step"))
_enroll = _change.values(
    totp_secret=bindparam("secret"),
    totp_step=bindparam("step"),
    totp_confirmed_at=bindparam("at"),
    recovery_codes=bindparam("codes"),
)
_codes = _change.values(recovery_codes=bindparam("codes"))
_remove = _change.values(totp_secret=None, totp_confirmed_at=None, totp_step=None, recovery_codes=None)
_confirm_session = update(member_sessions).where(SESSIONS.of_token).values(confirmed_at=bindparam("at"), tries=0)
_take_try = (
    update(member_sessions)
    .where(SESSIONS.of_token, member_sessions.c.tries < MAX_TRIES)
    .values(tries=member_sessions.c.tries + 1)
    .returning(member_sessions.c.tries)
)
_unconfirm = update(member_sessions).where(member_sessions.c.member_id == bindparam("member")).values(confirmed_at=None)


def secret_for(tx: Tx, member_id: str, token: str) -> str | None:
    """Return the secret to set up in this session, in base32; None if the member has confirmed one.

    Each session has its own, so that nobody else who has the first factor knows the one that the member confirms.
    """
    row = tx.execute(_locked, {"member": member_id}).one()
    if row.totp_confirmed_at:
        return None
    seed = row.totp_secret
    if seed is None:
        seed = secrets.token_bytes(_SECRET_BYTES)
        tx.execute(_begin, {"member": member_id, "secret": seed})
    return base64.b32encode(_secret_of(seed, token)).decode()


def enroll(tx: Tx, member_id: str, token: str, code: str) -> tuple[Outcome, list[str]]:
    """Confirm the session's secret with a code of it; return new recovery codes, which only their reader knows.

    The member's other sessions need a code from then on.
    """
    tries = _count_try(tx, token)
    if tries is None:
        return "ended", []
    row = tx.execute(_locked, {"member": member_id}).one()
    secret = None if row.totp_secret is None or row.totp_confirmed_at else _secret_of(row.totp_secret, token)
    step = _step_of(secret, code, None) if secret else None
    if step is None:
        return _refused(tx, token, tries), []
    codes, hashes = _new_recovery_codes()
    tx.execute(_enroll, {"member": member_id, "secret": secret, "step": step, "at": now(), "codes": hashes})
    require_again(tx, member_id)
    tx.execute(_confirm_session, {"hash": hash_token(token), "at": now()})
    return "accepted", codes


def check(tx: Tx, member_id: str, token: str, code: str) -> Outcome:
    """Accept a code of the app, or a recovery code, and confirm the session; or count a wrong one.

    Returns its outcome instead of raising: a wrong code must be committed.
    """
    tries = _count_try(tx, token)
    if tries is None:
        return "ended"
    row = tx.execute(_locked, {"member": member_id}).one()
    if row.totp_secret is None or row.totp_confirmed_at is None:
        return _refused(tx, token, tries)
    step = _step_of(row.totp_secret, code, row.totp_step)
    hashed = _hash(code)
    if step is not None:
        tx.execute(_accept, {"member": member_id, "step": step})
    elif hashed in (row.recovery_codes or []):
        left = [one for one in row.recovery_codes if one != hashed]
        tx.execute(_codes, {"member": member_id, "codes": left})
        _publish_use(tx, member_id, len(left))
    else:
        return _refused(tx, token, tries)
    tx.execute(_confirm_session, {"hash": hash_token(token), "at": now()})
    return "accepted"


def codes_left(tx: Tx, member_id: str) -> int:
    """Return how many recovery codes are unused."""
    return len(tx.execute(_left, {"member": member_id}).scalar_one() or ())


def _publish_use(tx: Tx, member_id: str, left: int) -> None:
    member = find_member(tx, member_id)
    record(
        tx, "member.recovery_code_used", "member", member_id, subject="member", subject_id=member_id,
        employer_id=member.employer_id if member else None, details={"left": left},
    )  # fmt: skip
    publish(tx, RecoveryCodeUsed(member_id))


def renew_recovery_codes(tx: Tx, member_id: str) -> list[str]:
    """Replace all recovery codes; return the new ones."""
    codes, hashes = _new_recovery_codes()
    tx.execute(_codes, {"member": member_id, "codes": hashes})
    return codes


def remove(tx: Tx, member_id: str) -> None:
    """Remove the second factor."""
    tx.execute(_remove, {"member": member_id})


def require_again(tx: Tx, member_id: str) -> None:
    """Let every session of the member ask for the second factor."""
    tx.execute(_unconfirm, {"member": member_id})


def _secret_of(seed: bytes, token: str) -> bytes:
    """Return a session's secret from what is stored until one is confirmed."""
    return hmac.digest(seed, token.encode(), "sha1")


def _count_try(tx: Tx, token: str) -> int | None:
    row = tx.execute(_take_try, {"hash": hash_token(token)}).first()
    return row.tries if row else None


def _refused(tx: Tx, token: str, tries: int) -> Outcome:
    if tries == MAX_TRIES:
        SESSIONS.end(tx, token)
        return "ended"
    return "wrong"


def _step_of(secret: bytes, code: str, used: int | None) -> int | None:
    """Return the time step that a code belongs to, if it is valid now and later than the last used one."""
    from pyotp import TOTP  # noqa: PLC0415  (not at a start)

    app = TOTP(base64.b32encode(secret).decode())
    step = int(now().timestamp()) // STEP_SECONDS
    typed = "".join(code.split())
    for one in range(step - DRIFT, step + DRIFT + 1):
        if (used is None or one > used) and secrets.compare_digest(app.generate_otp(one), typed):
            return one
    return None


def _new_recovery_codes() -> tuple[list[str], list[str]]:
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(10)) for _ in range(RECOVERY_CODES)]
    return [f"{code[:5]}-{code[5:]}" for code in codes], [_hash(code) for code in codes]


def _hash(code: str) -> str:
    plain = "".join(one for one in code.lower() if one.isalnum())
    return sha256(plain.encode()).hexdigest()


def drawing_of(address: str) -> tuple[int, str]:
    """Return the QR code of an otpauth URI: modules a side, and the dark ones as the path of an SVG."""
    import segno  # noqa: PLC0415  (not at a start)

    matrix = segno.make(address, error="m", micro=False).matrix
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark)
    return len(matrix), path


def address_of(secret: str, email: str, product: str) -> str:
    """Return the otpauth URI that an authenticator app reads from the QR code."""
    from pyotp import TOTP  # noqa: PLC0415  (not at a start)

    return TOTP(secret).provisioning_uri(name=email, issuer_name=product)
