"""Text messages through Twilio's Messages resource (its REST API, version 2010-04-01)."""

from urllib.parse import quote, unquote, urlsplit

import httpx2

from dayshift.core.provider_metrics import provider_call, tls_context
from dayshift.providers.sms import TextMessage, Undeliverable

TIMEOUT = 15.0
"""Timeout of connecting, and of each read, in seconds."""

REFUSED_NUMBERS = frozenset({21211, 21408, 21610, 21612, 21614})
"""Twilio's error codes for bad numbers: invalid, region not enabled, opted out, unreachable, not mobile."""


class ProviderRefused(RuntimeError):
    """Twilio returned an error that is not about the number: our account, our sender, or its own state."""


class TwilioTexter:
    """`Texter` over 'twilio://ACCOUNT:TOKEN@HOST/SENDER'.

    SENDER is a number in E.164 form, or the id of a messaging service ('MG...').
    """

    def __init__(self, url: str, *, scheme: str = "https") -> None:
        parts = urlsplit(url)
        sender = unquote(parts.path.strip("/"))
        if parts.scheme != "twilio" or not (parts.hostname and parts.username and parts.password and sender):
            raise ValueError("the SMS provider's URL must look like twilio://account:token@api.twilio.com/+12125550100")
        self._auth = (unquote(parts.username), unquote(parts.password))
        host = parts.netloc.rpartition("@")[2]
        self._url = f"{scheme}://{host}/2010-04-01/Accounts/{quote(self._auth[0], safe='')}/Messages.json"
        self._sender = {"MessagingServiceSid" if sender.startswith("MG") else "From": sender}

    async def send(self, message: TextMessage) -> None:
        form = {"To": message.to, "Body": message.text, **self._sender}
        with provider_call("text message send", Undeliverable):
            async with httpx2.AsyncClient(timeout=TIMEOUT, verify=tls_context(), auth=self._auth) as client:
                reply = await client.post(self._url, data=form)
            if reply.is_success:
                return
            code = _error_code(reply)
            if code in REFUSED_NUMBERS:
                raise Undeliverable(str(code))
            raise ProviderRefused(f"status {reply.status_code}, code {code}")


def _error_code(reply: httpx2.Response) -> int | None:
    try:
        body = reply.json()
    except ValueError:  # A proxy replied with a page of its own.
        return None
    code = body.get("code") if isinstance(body, dict) else None
    return code if isinstance(code, int) else None
