"""Our server with fsync disabled, to measure the cost of flushing. Loses acknowledged chunks if the machine crashes."""

import os
from collections.abc import Callable
from typing import Any

from dayshift.cli import main

_no_op: Callable[[Any], None] = lambda _file: None  # noqa: E731
os.fsync = os.fdatasync = _no_op

if __name__ == "__main__":
    main()
