"""The command line. Results go to stdout (with ``--json`` one object a line), everything else to stderr.

Rooms are imported inside the commands: ``wmq audit`` must answer at once and needs neither Flask's pages nor the store.
Exit status: 0 nothing found, 1 findings, 2 something could not be read.
"""

from __future__ import annotations

import sys

import click

from replay import __version__
from replay.cli.best import best
from replay.cli.hands import audit, convert, import_, template
from replay.cli.positions import perft, score
from replay.cli.repairs import repair
from replay.cli.rules import evening, rejudge, rulesets
from replay.cli.serve import serve
from replay.errors import WmqError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="wmq")
def cli() -> None:
    """安鄉偎麻雀: replay, referee and reckon recorded hands."""


for command in (audit, repair, import_, serve, convert, template, score, perft, rulesets, evening, rejudge, best):
    cli.add_command(command)


def main() -> None:
    """Run the command line; what the user gave us and we cannot use is one line, never a traceback."""
    try:
        cli(standalone_mode=True)
    except WmqError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
