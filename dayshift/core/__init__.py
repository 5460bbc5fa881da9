"""What every room stands on: data access, tasks, events, errors, the clock and the wire."""
