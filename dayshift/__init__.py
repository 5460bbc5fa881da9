"""Dayshift: one application, one short interview, many hourly jobs."""

import os

# Before numpy is imported. Its matrices are small here: threads would wait for each other and take cores from requests.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Before ONNX Runtime is imported: it would report its use to its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
