"""No deadline for generated cases: a loaded machine is no fault of theirs."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
