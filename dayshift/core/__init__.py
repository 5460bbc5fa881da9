"""Shared infrastructure of all packages: data access, tasks, events, errors, the clock and HTTP."""
