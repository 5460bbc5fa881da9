"""`python -m bench.speech [accuracy|latency]`: see the modules. The folder SPEECH_SET holds the recordings."""

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

from bench.speech import accuracy, latency


def main() -> None:
    """Print the figures of both parts, or of those in the arguments; the summary last."""
    folder = Path(os.environ.get("SPEECH_SET", "../shared/speech"))
    clips = [json.loads(line) for line in (folder / "manifest.jsonl").read_text("utf-8").splitlines()]
    parts = sys.argv[1:] or ["accuracy", "latency"]
    found = []
    if "accuracy" in parts:
        found.append(asyncio.run(accuracy.measure(folder, clips)))
    if "latency" in parts:
        with tempfile.TemporaryDirectory() as data:
            found.append(latency.measure(folder, clips, Path(data)))
    print("speech:", *found)


if __name__ == "__main__":
    main()
