"""What a WSGI server runs: ``gunicorn wsgi:app``."""

from replay.web import create_app

app = create_app()
