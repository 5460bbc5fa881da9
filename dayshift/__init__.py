"""Dayshift: one application, one short interview, many hourly jobs."""

import os

# Before numpy is imported. Its matrices are small here: threads would wait for each other and take cores from requests.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
