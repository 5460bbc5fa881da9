"""The app that is mounted at `PATH`, and its OpenAPI document."""

from typing import Any

from fastapi import FastAPI

from dayshift.core.http import NO_TELEMETRY, install_error_handlers
from dayshift.core.schemas import Problem
from dayshift.exchange.employer_api.routes import router
from dayshift.services import Services

PATH = "/api/v1/employer"

_ABOUT = (
    "Read an employer's applications and jobs, and change them on behalf of a member. Requests carry an API key as "
    "`Authorization: Bearer KEY`; owners create keys at the desk under Connections."
)


def create_employer_api(services: Services | None) -> FastAPI:
    """Create the app. Without services it can only describe itself."""
    app = FastAPI(
        title="Dayshift for employers", version="1", description=_ABOUT, root_path_in_servers=False,
        servers=[{"url": PATH}], docs_url=None, redoc_url=None, telemetry=NO_TELEMETRY,
    )  # fmt: skip
    app.router.redirect_slashes = False  # Its redirects echo the client's `Host` header.
    app.router.routes.extend(router.routes)
    app.state.services = services
    describe = app.openapi

    def document() -> dict[str, Any]:
        found = describe()
        found["components"]["schemas"]["Problem"] = Problem.model_json_schema(mode="serialization")
        return found

    app.openapi = document  # type: ignore[method-assign]  # the default lacks the schema of errors
    install_error_handlers(app)
    return app


def employer_contract() -> dict[str, Any]:
    """The OpenAPI document, made without opening anything."""
    return create_employer_api(None).openapi()
