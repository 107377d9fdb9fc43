"""The command line. Results go to stdout (with ``--json`` one object a line), everything else to stderr.

Rooms are imported inside the commands: ``wmq audit`` must answer at once and needs neither Flask's pages nor the store.
Exit status: 0 nothing found, 1 findings, 2 something could not be read.
"""

from __future__ import annotations

import os
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
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by who started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  for good
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except WmqError as error:
        click.echo(str(error), err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        status = _no_output(141)
    except OSError as error:
        click.echo(f"the output cannot be written: {error.strerror}", err=True)
        status = _no_output(2)
    except Exception as error:
        if not type(error).__module__.startswith("sqlalchemy"):
            raise
        from replay.store.database import unusable

        click.echo(str(unusable(error)), err=True)
        status = 2
    sys.exit(status if isinstance(status, int) else 0)


def _no_output(status: int) -> int:
    """Throw away what is left to print, so that leaving prints no second complaint; return the status."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
