"""Dayshift: one application, one short interview, many hourly jobs."""
