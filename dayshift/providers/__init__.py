"""External services: each is a small Protocol with an embedded default and real adapters."""
