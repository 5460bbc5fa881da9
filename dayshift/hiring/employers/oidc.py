"""OpenID Connect: the protocol between this server and an employer's identity provider, without its storage.

Authorization code flow with PKCE, `state` and `nonce`. A person is identified by issuer and subject. The email address
counts unless the provider says that it is not verified: it is always one of a domain that the employer has proved.
"""

import base64
import contextlib
import json
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote_plus, urlencode, urlsplit

from pydantic import TypeAdapter, ValidationError

from dayshift.accounts import Email
from dayshift.core.outgoing import Outgoing, OutgoingFailed, OutgoingRefused, OutgoingReply
from dayshift.hiring.employers.schemas import PersonName

if TYPE_CHECKING:
    from joserfc.jwk import Key

ALGORITHMS = ("RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519")
"""Accepted signatures of identity tokens: asymmetric ones only, whatever the provider says."""
LEEWAY = 60
"""Seconds that the provider's clock may be off."""
SCOPE = "openid email profile"

Reason = Literal[
    "provider_refused",  # The address of the provider is not allowed, or what it publishes is not usable.
    "provider_down",
    "code_refused",  # Used before, expired, or of another client.
    "token_invalid",
    "token_expired",  # Or from the future: one of the two clocks is wrong.
    "nonce_mismatch",
    "email_missing",
    "email_unverified",
    "wrong_domain",
    "domain_unproved",  # The employer has not shown that the domain is its own.
    "attempt_expired",  # Or begun in another browser.
    "not_a_member",  # Deactivated here, or a member of another employer.
]


OF_THE_BROWSER: frozenset[Reason] = frozenset({"code_refused", "attempt_expired"})
"""Anybody with a sign-in link can cause these: they say nothing about the provider."""

OF_PEOPLE: frozenset[str] = frozenset(
    {"email_missing", "email_unverified", "wrong_domain", "domain_unproved", "not_a_member"}
)
"""Reasons that are about who signed in, while the provider itself works."""

MAX_SUBJECT = 255

_ADDRESS: TypeAdapter[str] = TypeAdapter(Email)
_NAME: TypeAdapter[str] = TypeAdapter(PersonName)


class SingleSignOnFailed(Exception):
    """The sign-in cannot go on. The reason is a code, without personal data."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Provider:
    """What the provider publishes about itself. `end_session` is None if it offers no logout."""

    issuer: str
    authorization: str
    token: str
    keys: str
    end_session: str | None
    basic_auth: bool
    """Whether the token endpoint takes the client's secret as HTTP Basic authentication; else in the form."""
    names_issuer: bool
    """Whether its redirects back name the issuer (RFC 9207)."""


@dataclass(frozen=True, slots=True)
class Client:
    """This server as the provider knows it."""

    id: str
    secret: str
    redirect: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """The secrets of one sign-in, kept on this side until the browser comes back."""

    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Who signed in at the provider."""

    issuer: str
    subject: str
    email: str
    name: str


def new_attempt() -> Attempt:
    """Return fresh secrets for one sign-in."""
    return Attempt(*(secrets.token_urlsafe(32) for _ in range(3)))


async def discover(outgoing: Outgoing, issuer: str) -> Provider:
    """Load the provider's description. Raises `SingleSignOnFailed`."""
    found = await _json(outgoing, "GET", f"{issuer.rstrip('/')}/.well-known/openid-configuration")
    if found.get("issuer") != issuer:  # Exactly, as OpenID Connect Discovery 4.3 demands.
        raise SingleSignOnFailed("provider_refused")
    methods = found.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
    end_session = found.get("end_session_endpoint")
    return Provider(
        issuer=issuer,
        authorization=_endpoint(outgoing, found.get("authorization_endpoint")),
        token=_endpoint(outgoing, found.get("token_endpoint")),
        keys=_endpoint(outgoing, found.get("jwks_uri")),
        end_session=_endpoint(outgoing, end_session) if end_session is not None else None,
        basic_auth=not isinstance(methods, list) or "client_secret_basic" in methods,
        names_issuer=found.get("authorization_response_iss_parameter_supported") is True,
    )


def authorization_url(provider: Provider, client: Client, attempt: Attempt, hint: str | None = None) -> str:
    """Return the provider's page to which the browser goes. `hint` is the email address that was typed."""
    challenge = base64.urlsafe_b64encode(sha256(attempt.verifier.encode()).digest()).rstrip(b"=").decode()
    query = {
        "response_type": "code",
        "client_id": client.id,
        "redirect_uri": client.redirect,
        "scope": SCOPE,
        "state": attempt.state,
        "nonce": attempt.nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        **({"login_hint": hint} if hint else {}),
    }
    return _with_query(provider.authorization, query)


def logout_url(end_session: str, client_id: str, back: str) -> str:
    """Return the provider's logout page (RP-initiated logout), which leads back here.

    Without the identity token as a hint, since we do not keep it: the provider may ask the person to confirm.
    """
    return _with_query(end_session, {"client_id": client_id, "post_logout_redirect_uri": back})


def check_answer(provider: Provider, attempt: Attempt, state: str, issuer: str | None, code: str) -> None:
    """Check what the browser brings back. Raises `SingleSignOnFailed`."""
    if not secrets.compare_digest(attempt.state.encode(), state.encode("utf-8", "surrogatepass")):
        raise SingleSignOnFailed("attempt_expired")
    if issuer != provider.issuer and (provider.names_issuer or issuer is not None):
        raise SingleSignOnFailed("token_invalid")
    if not code:  # The person or the provider said no.
        raise SingleSignOnFailed("code_refused")


async def exchange(
    outgoing: Outgoing, provider: Provider, client: Client, attempt: Attempt, code: str, at: datetime
) -> Identity:
    """Exchange the code for the person's identity and verify it. Raises `SingleSignOnFailed`."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": client.redirect,
        "code_verifier": attempt.verifier,
    }
    headers = {}
    if provider.basic_auth:  # Both parts are form-encoded first (RFC 6749, 2.3.1).
        pair = f"{quote_plus(client.id)}:{quote_plus(client.secret)}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    else:
        form |= {"client_id": client.id, "client_secret": client.secret}
    reply = await _send(outgoing, "POST", provider.token, form, headers)
    if reply.status in {400, 401, 403}:
        raise SingleSignOnFailed("code_refused")
    token = _object(reply).get("id_token")
    if not isinstance(token, str):
        raise SingleSignOnFailed("token_invalid")
    keys = await _json(outgoing, "GET", provider.keys)
    return _identity(_verified(token, keys, provider, client, attempt, at))


def require_domain(email: str, named: Collection[str], proved: Collection[str]) -> None:
    """Raise `SingleSignOnFailed` unless the address belongs to one of these domains; a subdomain is another one."""
    domain = email.rpartition("@")[2].lower()
    if domain not in named:
        raise SingleSignOnFailed("wrong_domain")
    if domain not in proved:
        raise SingleSignOnFailed("domain_unproved")


def _verified(
    token: str, keys: Mapping[str, Any], provider: Provider, client: Client, attempt: Attempt, at: datetime
) -> dict[str, Any]:
    """Return the claims of an identity token whose signature, issuer, audience, times and nonce are right."""
    from joserfc import jwt  # noqa: PLC0415  (not at a start)
    from joserfc.errors import ExpiredTokenError, InvalidClaimError, JoseError  # noqa: PLC0415

    rules = jwt.JWTClaimsRegistry(
        now=int(at.timestamp()),
        leeway=LEEWAY,
        iss={"essential": True, "value": provider.issuer},
        aud={"essential": True, "value": client.id},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
    )
    try:
        claims = _claims(token, keys)
        rules.validate(claims)
    except ExpiredTokenError as error:
        raise SingleSignOnFailed("token_expired") from error
    except InvalidClaimError as error:
        late = error.claim in {"iat", "nbf"}
        raise SingleSignOnFailed("token_expired" if late else "token_invalid") from error
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise SingleSignOnFailed("token_invalid") from error
    several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if claims.get("azp", None if several else client.id) != client.id:
        raise SingleSignOnFailed("token_invalid")
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not secrets.compare_digest(nonce.encode(), attempt.nonce.encode()):
        raise SingleSignOnFailed("nonce_mismatch")
    return claims


_KINDS = {
    "RS256": ("RSA", None), "PS256": ("RSA", None), "ES256": ("EC", {"P-256"}), "ES384": ("EC", {"P-384"}),
    "EdDSA": ("OKP", {"Ed25519", "Ed448"}), "Ed25519": ("OKP", {"Ed25519"}),
}  # fmt: skip
"""The type and the curves of the keys of each algorithm. A symmetric key is never used."""
_MATERIAL = {"RSA": ("n", "e"), "EC": ("crv", "x", "y"), "OKP": ("crv", "x")}
"""What is read of a published key of each type: a damaged certificate beside it costs no sign-in."""
_URL_SAFE = str.maketrans("+/", "-_")
MAX_KEYS = 10
"""Keys with the id of one token that are tried."""


def _claims(token: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return the claims of a token that one of its keys has signed. Raises errors of the library, and `ValueError`."""
    from joserfc import jwt  # noqa: PLC0415  (not at a start)
    from joserfc.errors import BadSignatureError  # noqa: PLC0415
    from joserfc.jws import extract_compact  # noqa: PLC0415

    candidates = _keys_for(extract_compact(token.encode()).headers(), keys)
    for key in candidates:
        with contextlib.suppress(BadSignatureError):
            return jwt.decode(token, key, algorithms=[*ALGORITHMS]).claims
    raise ValueError("not signed by a key of this token")


def _keys_for(header: Mapping[str, Any], keys: Mapping[str, Any]) -> "list[Key]":
    """Return the keys with the id of a token; else the only one of its algorithm without an id.

    Providers publish keys that no library knows, and keys for other purposes: only what fits is imported. Raises
    `ValueError` if it is not clear which key is meant.
    """
    found = keys.get("keys")
    if not isinstance(found, list):
        raise SingleSignOnFailed("provider_refused")
    fitting = [one for one in found if isinstance(one, dict) and _fits(one, header.get("alg"))]
    wanted = header.get("kid")
    if wanted is not None and (named := [one for one in fitting if str(one.get("kid")) == str(wanted)]):
        return _imported(named)[:MAX_KEYS]
    usable = _imported([one for one in fitting if wanted is None or one.get("kid") is None])
    if len(usable) > 1:
        raise ValueError("several keys could have signed this token")
    return usable


def _imported(published: Sequence[Mapping[str, Any]]) -> "list[Key]":
    """Return the different keys among these that can be imported."""
    from joserfc.errors import JoseError  # noqa: PLC0415
    from joserfc.jwk import import_key  # noqa: PLC0415  (not at a start)

    keys: dict[str, Key] = {}
    for one in published:
        material: dict[str, str | list[str]] = {"kty": one["kty"]}
        for name in _MATERIAL[one["kty"]]:
            # Some providers publish the other alphabet of Base64, padded.
            material[name] = str(one.get(name)).rstrip("=").translate(_URL_SAFE)
        with contextlib.suppress(JoseError, ValueError, TypeError, KeyError):
            key = import_key(material)
            keys.setdefault(key.thumbprint(), key)
    return list(keys.values())


def _fits(key: Mapping[str, Any], algorithm: object) -> bool:
    """Whether a published key is for signatures by this algorithm."""
    kind, curves = _KINDS.get(str(algorithm), (None, None))
    operations = key.get("key_ops")
    return (
        kind is not None
        and key.get("kty") == kind
        and (curves is None or key.get("crv") in curves)
        and key.get("alg") in (None, algorithm)
        and key.get("use") != "enc"
        and (not isinstance(operations, list) or "verify" in operations)
    )


_YES = (True, 1, "1", "true", "True")


def _identity(claims: Mapping[str, Any]) -> Identity:
    email, name = claims.get("email"), claims.get("name") or _of_parts(claims)
    if not isinstance(email, str) or not email:
        raise SingleSignOnFailed("email_missing")
    # Entra ID sends `xms_edov` instead, or nothing; some providers send the text "true".
    said = [claims[one] for one in ("email_verified", "xms_edov") if claims.get(one) is not None]
    address = _valid(_ADDRESS, email) if all(one in _YES for one in said) else None
    if address is None:
        raise SingleSignOnFailed("email_unverified")
    if not isinstance(claims["sub"], str) or not _storable(claims["sub"], MAX_SUBJECT):
        raise SingleSignOnFailed("token_invalid")
    shown = _valid(_NAME, name.strip()) if isinstance(name, str) else None
    shown = shown or " ".join(re.findall(r"\w+", address.partition("@")[0])) or "?"
    return Identity(claims["iss"], claims["sub"], address, shown)


def _of_parts(claims: Mapping[str, Any]) -> str:
    parts = [claims.get(one) for one in ("given_name", "family_name")]
    return " ".join(one for one in parts if isinstance(one, str))


def _valid(adapter: TypeAdapter[str], value: str) -> str | None:
    """Return a claim as if a member had typed it in a form; None if the form would refuse it."""
    try:
        return adapter.validate_python(value)
    except ValidationError:
        return None


def _storable(text: str, most: int) -> bool:
    """Whether a claim fits its column, in every database."""
    return 0 < len(text) <= most and "\0" not in text and not re.search("[\ud800-\udfff]", text)


def _endpoint(outgoing: Outgoing, value: object) -> str:
    """Return an endpoint's address. Raises `SingleSignOnFailed` unless a browser may be sent there."""
    if isinstance(value, str):
        parts = urlsplit(value)
        if parts.hostname and (parts.scheme == "https" or (outgoing.private_allowed and parts.scheme == "http")):
            return value
    raise SingleSignOnFailed("provider_refused")


def _with_query(address: str, query: Mapping[str, str]) -> str:
    return f"{address}{'&' if '?' in address else '?'}{urlencode(query)}"


async def _json(outgoing: Outgoing, method: str, address: str) -> dict[str, Any]:
    return _object(await _send(outgoing, method, address))


async def _send(
    outgoing: Outgoing,
    method: str,
    address: str,
    form: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> OutgoingReply:
    try:
        return await outgoing.send(
            method, address, form=form, headers={"Accept": "application/json", **(headers or {})}
        )
    except OutgoingRefused as error:
        raise SingleSignOnFailed("provider_refused") from error
    except OutgoingFailed as error:
        raise SingleSignOnFailed("provider_down") from error


def _object(reply: OutgoingReply) -> dict[str, Any]:
    if reply.status >= 500 or reply.status == 429:
        raise SingleSignOnFailed("provider_down")
    try:
        found = json.loads(reply.body) if reply.status == 200 else None
    except (ValueError, RecursionError) as error:
        raise SingleSignOnFailed("provider_refused") from error
    if not isinstance(found, dict):
        raise SingleSignOnFailed("provider_refused")
    return found
