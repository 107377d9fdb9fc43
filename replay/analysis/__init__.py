"""What it means: views and measures computed from a replayed hand; pure functions."""
