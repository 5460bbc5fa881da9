"""Jobs, where they come from, and fast search by place and work."""
