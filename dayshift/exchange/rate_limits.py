"""Rate limits, reported in the `RateLimit` fields of every reply.

The fields are those of draft-ietf-httpapi-ratelimit-headers since its revision 08.
"""

from fastapi import Request, Response

from dayshift.core.limits import Rule
from dayshift.dependencies import services_of


async def count_and_report(request: Request, reply: Response, policy: str, rule: Rule, who: str) -> None:
    """Count an attempt of `who`, and add the policy to the fields of the reply, errors included.

    Raises `RateLimited`.
    """
    limits = services_of(request).limits
    try:
        await limits.count(rule, who)
    finally:
        left, seconds = await limits.left(rule, who)
        fields = {
            "RateLimit-Policy": f'"{policy}";q={rule.times};w={rule.seconds}',
            "RateLimit": f'"{policy}";r={left};t={seconds}',
        }
        before: dict[str, str] = getattr(request.state, "headers", {})
        joined = {name: ", ".join(filter(None, [before.get(name), value])) for name, value in fields.items()}
        request.state.headers = joined  # The handlers of errors add them to their replies.
        for name, value in joined.items():
            reply.headers[name] = value
