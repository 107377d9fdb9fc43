"""The command that serves the pages."""

from __future__ import annotations

import socket
import sys

import click

from replay.cli.common import say

LOOPBACK = ("localhost", "127.0.0.1")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Only this machine can reach the default.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--samples", is_flag=True, help="First store the sample records that come with the program.")
def serve(host: str, port: int, samples: bool) -> None:
    """Serve the pages and print their address."""
    from werkzeug.serving import make_server

    from replay.web import create_app

    # Only under its own names: pages of other hosts must not reach it by having theirs point here.
    app = create_app({"TRUSTED_HOSTS": LOOPBACK} if host in LOOPBACK else None)
    if samples:
        import importers
        from replay.samples import paths
        from replay.store import import_file, open_engine

        engine = open_engine()
        for path in paths():
            report = import_file(engine, path.name, importers.read_path(path))
            say(f"{report.file}: {report.imported} new, {report.duplicate} there already")
    if not free(host, port):
        more = " --samples" if samples else ""
        say(f"Port {port} on {host} cannot be used; try another one: wmq serve --port {port + 1}{more}")
        sys.exit(2)
    server = make_server(host, port, app, threaded=True)
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"http://{shown}:{server.server_port}/  (Ctrl-C ends)")
    sys.stdout.flush()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("")
    finally:
        server.server_close()


def free(host: str, port: int) -> bool:
    """Tell whether a server can listen there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
