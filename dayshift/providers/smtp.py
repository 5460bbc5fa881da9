"""Email through an SMTP server."""

from typing import Any
from urllib.parse import unquote, urlsplit

import aiosmtplib

from dayshift.core.clock import now
from dayshift.core.provider_metrics import provider_call
from dayshift.providers.email import Mailbox, Message, Undeliverable, compose

TIMEOUT = 20.0
"""Timeout of one SMTP command, in seconds."""

FORM = (
    "the mail server's URL must look like smtp://user:password@host:587; in the user and the password, write "
    "% as %25, / as %2F, # as %23, ? as %3F, @ as %40 and : as %3A"
)


class SmtpMailer:
    """`Mailer` over 'smtp://USER:PASSWORD@HOST:PORT', or 'smtps://...' for TLS from the first byte.

    With 'smtp' the connection turns to TLS when the server offers it, and must when there is a
    password to protect. Certificates are always checked.
    """

    def __init__(self, url: str, sender: Mailbox) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
            raise ValueError(FORM)
        self._sender = sender
        self._host = parts.hostname
        try:
            self._port = parts.port
        except ValueError:  # Its text would repeat part of the URL, perhaps the password.
            raise ValueError(FORM) from None
        if parts.path.strip("/") or parts.query or parts.fragment:  # The end of a password, and the host is its begin.
            raise ValueError(FORM)
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None
        self._tls = parts.scheme == "smtps"

    async def check(self) -> None:
        """Connect and sign in, and send nothing. Raises the error with which the server, or the way to it, refuses."""
        server = aiosmtplib.SMTP(**self._connection())
        async with server:
            await server.noop()

    def _connection(self) -> dict[str, Any]:
        return {
            "hostname": self._host,
            "port": self._port,
            "username": self._user,
            "password": self._password,
            "use_tls": self._tls,
            "start_tls": True if self._password and not self._tls else None,
            "timeout": TIMEOUT,
        }

    async def send(self, message: Message) -> None:
        with provider_call("mail send", Undeliverable):
            await self._send(message)

    async def _send(self, message: Message) -> None:
        envelope = compose(message, self._sender, now())
        try:
            await aiosmtplib.send(
                envelope.content,
                sender=envelope.sender,
                recipients=[envelope.recipient],
                mail_options=["SMTPUTF8"] if envelope.international else [],
                **self._connection(),
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(500 <= refused.code < 600 for refused in error.recipients):
                raise Undeliverable(_codes(error), message.to) from error
            raise
        except aiosmtplib.SMTPDataError as error:
            if 500 <= error.code < 600:
                raise Undeliverable(str(error.code)) from error
            raise


def _codes(error: aiosmtplib.SMTPRecipientsRefused) -> str:
    # The server's reply repeats the address, which must not be logged.
    return ", ".join(str(refused.code) for refused in error.recipients)
