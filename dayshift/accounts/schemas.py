"""API types of accounts."""

import re
import unicodedata
from datetime import datetime
from typing import Annotated, Any, Literal

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from dayshift.accounts.strength import normalized
from dayshift.core.folding import HYPHENS, visible
from dayshift.core.language import Language
from dayshift.core.names import JOINERS, LINK_IN_NAME, is_blank, is_link, one_line
from dayshift.core.phones import MAX_STORED, MAX_TYPED, clean_phone, require_phone
from dayshift.core.schemas import Body, Reply

MIN_PASSWORD = 8
MAX_PASSWORD = 256
MAX_EMAIL = 254

_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS, "-"))
_FULL_WIDTH = str.maketrans({chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)})
_NAMED_EMAIL = re.compile(r"[^<>@]{0,200}<([^<>]{1,300})>")
"""What mail programs copy: 'Maya Torres <maya@example.com>'."""
_CODE = re.compile(r"[0-9]{6}")
_AROUND_EMAIL = '<>()[]\u2039\u203a\u00ab\u00bb"\u201c\u201d\u201e,;:!' + "".join(
    char for char in map(chr, range(0x3001)) if char.isspace()
)
_LOCAL_PHONE = re.compile(r"\+?[0-9(][0-9 ()./-]{5,24}[0-9]")


def _name(value: str) -> str:
    if any(unicodedata.category(char) in {"Cc", "Zl", "Zp"} and char != "\t" for char in value):
        raise PydanticCustomError("name", "Please use letters only")
    name = " ".join(one_line(value, keep=JOINERS).split())
    if name and is_blank(name):
        raise PydanticCustomError("name", "Please use letters")
    if is_link(name):
        raise PydanticCustomError("name", LINK_IN_NAME)
    return unicodedata.normalize("NFC", name)


def _required_name(value: str) -> str:
    name = _name(value)
    if not name:
        raise PydanticCustomError("name", "Please use letters")
    return name


def _family_name(value: str) -> str:
    name = _name(value)
    # Forms made people with one name write something.
    is_filler = all(unicodedata.category(char)[0] in "PZ" for char in name) or name.casefold() == "n/a"
    return "" if is_filler else name


def _email(value: str) -> str:
    typed = visible(value).translate(_FULL_WIDTH).strip()
    if named := _NAMED_EMAIL.fullmatch(typed):
        typed = named[1]
    typed = typed.strip(_AROUND_EMAIL)
    if typed[:7].lower() == "mailto:":
        typed = typed[7:].partition("?")[0]
    typed = typed.strip(_AROUND_EMAIL).removesuffix(".")
    if typed[:1] == typed[-1:] == "'":
        typed = typed[1:-1]
    try:
        email = validate_email(typed, check_deliverability=False).normalized.casefold()
    except EmailNotValidError:
        email = ""
    if not email or len(email) > MAX_EMAIL:  # Case folding can lengthen the text.
        raise PydanticCustomError("email", "Invalid email address")
    return email


def _phone(value: str) -> str | None:
    phone = require_phone(value)
    return phone.text if phone else None


def _imported_phone(value: str) -> str | None:
    local = clean_phone(value)
    if local and len(local) <= MAX_STORED and _LOCAL_PHONE.fullmatch(local):
        return local
    return _phone(value)


def _password(value: str) -> str:
    if len(normalized(value)) < MIN_PASSWORD:
        raise PydanticCustomError("password", "Password must be at least 8 characters long.")
    return value


def _code(value: str) -> str:
    digits = re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", visible(value).translate(_HYPHENS)))
    if not _CODE.fullmatch(digits):
        raise PydanticCustomError("code", "Please enter the 6-digit code")
    return digits


# The validators have their own messages; `json_schema_extra` documents their rules in OpenAPI.
Name = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(_required_name)]
FamilyName = Annotated[
    str,
    BeforeValidator(lambda name: "" if name is None else name),
    StringConstraints(max_length=80),
    AfterValidator(_family_name),
    WithJsonSchema({"anyOf": [{"type": "string", "maxLength": 80}, {"type": "null"}]}, mode="validation"),
]
"""Empty for people with one name only."""
Email = Annotated[
    str, StringConstraints(max_length=MAX_EMAIL), AfterValidator(_email), Field(json_schema_extra={"format": "email"})
]
Phone = Annotated[str, StringConstraints(max_length=MAX_TYPED), AfterValidator(_phone)]
ImportedPhone = Annotated[str, StringConstraints(max_length=MAX_TYPED), AfterValidator(_imported_phone)]
"""Phone numbers of older systems may lack the area code."""
# Whitespace at the ends of a password is significant.
_Secret = StringConstraints(max_length=MAX_PASSWORD, strip_whitespace=False)
NewPassword = Annotated[str, _Secret, AfterValidator(_password), Field(json_schema_extra={"minLength": MIN_PASSWORD})]
GivenPassword = Annotated[str, _Secret, Field(min_length=1)]
Code = Annotated[
    str,
    StringConstraints(max_length=16),
    AfterValidator(_code),
    Field(json_schema_extra={"pattern": "^ *([0-9] *){6}$"}),
]


class Register(Body):
    first_name: Name
    last_name: FamilyName = ""
    email: Email
    phone: Phone | None = None
    password: NewPassword


class Login(Body):
    email: Email
    password: GivenPassword


class SetPassword(Body):
    """`code` proves the address; it is optional only for a signed-in account without a password."""

    password: NewPassword
    email: Email
    code: Code | None = None


class ForgotPassword(Body):
    email: Email


class ChangePassword(Body):
    current_password: GivenPassword
    new_password: NewPassword


class GivePassword(Body):
    password: GivenPassword


class ConfirmCode(Body):
    code: Code


class ProfileUpdate(Body):
    first_name: Name
    last_name: FamilyName = ""
    email: Email | None = None
    phone: Phone | None = None
    profile_completed: Literal[True] | None = None


class LanguageChoice(Body):
    language: Language


class UserReply(Reply):
    """A user, as shown to themselves."""

    id: str
    uuid: str
    email: str | None
    email_verified: bool
    first_name: str
    last_name: str
    phone: str | None
    phone_verified: bool
    has_password: bool
    operator: bool
    profile_completed: bool
    interview_completed: bool
    interview_completed_at: datetime | None
    current_step: int
    current_flow_step: str
    flow_completed: bool
    job_search_prompt: str | None
    employment_type: str | None
    years_experience: int | None
    expected_pay: str | None
    zip_code: str | None
    language: Language
    created_at: datetime
    last_login_at: datetime | None


class UserEnvelope(Reply):
    user: UserReply


HandoverKey = Annotated[str, StringConstraints(min_length=1, max_length=120)]


class HandoverReply(Reply):
    """`key` opens a session in another browser: once, within three minutes. That session ends with the original one."""

    key: str


class HandoverPreview(Reply):
    """The account that a key signs in to, shown before the sign-in so that it cannot happen unnoticed."""

    user_id: str
    first_name: str


UndoKey = Annotated[str, StringConstraints(min_length=1, max_length=120)]


class ChangeReply(Reply):
    """A change that can be undone. `email` is the account's address before it."""

    kind: Literal["email", "password"]
    email: str
    made_at: datetime
    expires_at: datetime


class SignedInReply(Reply):
    """`token` is for programs; a browser gets the same session as an HttpOnly cookie."""

    user: UserReply
    token: str


class PasskeyOptions(Reply):
    """`publicKey` is for the JSON methods of `PublicKeyCredential`."""

    public_key: dict[str, Any]


class PasskeyCredential(Body):
    """`credential`: what `PublicKeyCredential.toJSON()` returns."""

    credential: dict[str, Any]


class PasskeyReply(Reply):
    """One passkey. `device` is where it was created."""

    id: str
    device: str
    created_at: datetime
    last_used_at: datetime | None


class PasskeysReply(Reply):
    passkeys: list[PasskeyReply]


class SessionReply(Reply):
    """One session of the user. `last_seen_at` is accurate to the hour."""

    id: str
    device: str
    created_at: datetime
    last_seen_at: datetime
    current: bool


class SessionsReply(Reply):
    sessions: list[SessionReply]
