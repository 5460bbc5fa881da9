"""What somebody wants, and which jobs fit."""
