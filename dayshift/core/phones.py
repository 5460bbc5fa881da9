"""Phone numbers as people write and paste them. Without a country code a number is a US one.

A number that is copied from a contact list has invisible marks, odd hyphens, a label or 'tel:' with it. An extension is
never dropped: a call to the number alone reaches somebody else.
"""

import re
import unicodedata
from dataclasses import dataclass

from pydantic_core import PydanticCustomError

from dayshift.core.folding import HYPHENS, visible

MAX_TYPED = 64
MAX_STORED = 32
INVALID = "Please enter a phone number, like (212) 555-0142"

_SHAPES = str.maketrans(dict.fromkeys(HYPHENS, "-") | dict.fromkeys("·•∙_", "."))
_LABEL_BEFORE = re.compile(r"^[^\d+(]*")
_BEFORE_EXTENSION = re.compile(r"[;,](?=\s?(?:ext|x)[a-z\u00f3]{0,7}\b(?!=))", re.IGNORECASE)
_PREFIX = re.compile(r"(?:011)?[0-9]{0,3}0?")
"""What may come before a national number: the code for international calls, the country, and a trunk zero."""
_LETTERS_WITHIN = re.compile(r"\d[^\W\d_]+\d")
"""Letters that slipped into a number; the library leaves them out, or dials them."""
_OLD_MEXICAN = re.compile(r"^\+52\s?1\s?(?=(?:[\s()-]*[0-9]){10}$)")
"""Mobile numbers of Mexico had a 1 after the country code until 2019; contact lists still have it."""


@dataclass(frozen=True, slots=True)
class Phone:
    """`text` as people wrote it, without a label and invisible marks; `e164` without the `extension`."""

    text: str
    e164: str
    extension: str | None


def clean_phone(text: str) -> str:
    """Return a number without a label, 'tel:' and invisible marks, with plain digits, hyphens and spaces."""
    plain = unicodedata.normalize("NFKC", visible(text).translate(_SHAPES)).translate(_SHAPES)
    bare = _BEFORE_EXTENSION.sub(" ", _LABEL_BEFORE.sub("", plain))
    bare = bare[: 1 + max((at for at, one in enumerate(bare) if one.isdecimal()), default=-1)]
    return " ".join("".join(str(unicodedata.decimal(one, one)) for one in bare).split())


def read_phone(text: str) -> Phone | None:
    """Return the only valid phone number of a text, None if there is none or if there is anything else."""
    import phonenumbers  # noqa: PLC0415  (10 ms that only a start with phone numbers needs)

    cleaned = clean_phone(text)
    dialed = _OLD_MEXICAN.sub("+52 ", f"+{cleaned[2:]}" if cleaned.startswith("00") else cleaned)
    try:
        number = phonenumbers.parse(dialed, "US")
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_valid_number(number) or (not number.extension and _LETTERS_WITHIN.search(dialed)):
        return None
    # A second number, or a time to call, would be more digits than the library has used.
    digits = phonenumbers.normalize_digits_only(dialed)
    used = f"{phonenumbers.national_significant_number(number)}{number.extension or ''}"
    if not digits.endswith(used) or not _PREFIX.fullmatch(digits.removesuffix(used)):
        return None
    e164 = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    return Phone(cleaned, e164, number.extension or None)


def as_e164(text: str) -> str | None:
    """Return the number in E.164 form, None if it is invalid or has an extension, which no text message reaches."""
    phone = read_phone(text)
    return phone.e164 if phone and not phone.extension else None


def require_phone(text: str) -> Phone | None:
    """Return the phone number that somebody typed, None for ''. Raises a validation error that says what to change."""
    if not text:
        return None
    phone = read_phone(text)
    if phone is None or len(phone.text) > MAX_STORED:
        raise PydanticCustomError("phone", INVALID)
    if phone.extension:
        raise PydanticCustomError(
            "phone_extension",
            "Please leave out the extension {extension}: we can only use a number that reaches you directly",
            {"extension": phone.extension},
        )
    return phone
