"""A tus server for comparison, from the library `tuspyserver`. Arguments: folder, storage, port."""

import sys

import uvicorn
from fastapi import FastAPI


def main(folder: str, storage: str, port: int) -> None:
    """Serve until the process is killed."""
    from tuspyserver import create_tus_router  # noqa: PLC0415  (installed only for this comparison)

    options = {}
    if storage == "fsync":
        from tuspyserver.storage.local import LocalFileStorage  # noqa: PLC0415

        options = {"storage": LocalFileStorage(folder)}
    app = FastAPI()
    app.include_router(create_tus_router(prefix="files", files_dir=folder, **options))

    @app.get("/ping")
    async def ping() -> dict[str, bool]:
        return {"ok": True}

    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", loop="uvloop", http="httptools")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
