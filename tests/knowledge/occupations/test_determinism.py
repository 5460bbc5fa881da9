"""The same title has the same occupation in every process."""

import os
import subprocess
import sys

import pytest

PROGRAM = """if True:
    from dayshift.knowledge.occupations import occupation_of
    print(occupation_of('seat shoe instruments fixing engraving'))
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_occupation_does_not_depend_on_the_order_of_sets(seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "instrument-repairer"
