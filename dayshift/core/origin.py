"""Whose page asks: what a browser says of where a request comes from."""

from starlette.datastructures import Headers

from dayshift.core.errors import ForeignOrigin


def bearer_of(headers: Headers) -> str | None:
    """The token of `Authorization: Bearer TOKEN`. No page can make a browser send it to another site unasked."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


def check_origin(headers: Headers, cookie: str) -> None:
    """Refuse changes that another site's page asks for (CSRF), also before there is a session to ride on.

    Browsers say where a request comes from; one with a cookie that says nothing is refused as well.
    """
    if bearer_of(headers):
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        ours = site in {"same-origin", "none"}
    elif origin is not None:
        ours = origin.split("://", 1)[-1] == headers.get("host")
    else:
        ours = not any(cookie in sent for sent in headers.getlist("cookie"))
    if not ours:
        raise ForeignOrigin
