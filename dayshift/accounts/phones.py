"""Phone numbers as networks write them."""

import re

_E164 = re.compile(r"\+[1-9][0-9]{6,14}")
_UNITED_STATES = re.compile(r"1?([2-9][0-9]{2}[2-9][0-9]{6})")


def as_e164(phone: str) -> str | None:
    """The number in E.164 form. Without a leading '+' it is one of the United States; None: it cannot be."""
    digits = re.sub(r"[^0-9]", "", phone)
    if phone.startswith("+"):
        number = f"+{digits}"
        return number if _E164.fullmatch(number) else None
    national = _UNITED_STATES.fullmatch(digits)
    return f"+1{national[1]}" if national else None
