"""Where the program keeps what is the user's: the library, the key of the cookies, rulesets of their own."""

from __future__ import annotations

import os
from pathlib import Path

import click

from replay.errors import WmqError


def home_path() -> Path:
    """Return the user's folder for this program (``WMQ_HOME`` names another), whether or not it is there."""
    return Path(os.environ.get("WMQ_HOME") or click.get_app_dir("weimaque"))


def home() -> Path:
    """Return the user's folder for this program; it is created when first asked for.

    Raises ``WmqError`` if it cannot be.
    """
    folder = home_path()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "Set WMQ_HOME to a folder of yours."
        raise WmqError("unusable_home", folder, "a folder that can be written", f"{error.strerror}. {hint}") from None
    return folder
