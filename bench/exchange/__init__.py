"""Checks of what Dayshift exchanges with other systems, by tools that we did not write, and the speed of its lists."""
