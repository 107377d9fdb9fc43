"""Speed, as ratios to other games' libraries measured in the same process, turn about, on one core.

    .venv/bin/pip install -r requirements/bench.txt && .venv/bin/python -m tests.benchmarks

Every input is made up by the benchmark itself from a seed: hands of ours by the engine's own legal events, games of
the peers by random legal moves through their own interface. Each round of measurement gets inputs not met before.
``--quick`` makes fewer of them; ``--store`` adds 10,000 hands imported, judged and stored.
"""
