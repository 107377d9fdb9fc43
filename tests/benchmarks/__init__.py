"""Speed, as ratios to other games' libraries measured in the same process, turn about, on one core.

    .venv/bin/pip install -r requirements/bench.txt && .venv/bin/python -m tests.benchmarks

An event is what changes the state of play, once the deal is done:

- ours: a 出, 揭, 偎, 碰, 吃 or 胡, as the xxqp text writes it; read, judged by all rules, its win scored;
- python-chess: a move of one side; its legality is checked and it is pushed;
- pokerkit: a fold, check, call, bet or raise, or board cards dealt (the hole cards count for nothing);
- RiichiEnv: a line of MJAI, among them the starts and ends of hands; applied by its Rust core.

Every input is made up by the benchmark itself from a seed: hands of ours by the engine's own legal events, games of
the peers by random legal moves through their own interface. Each round of measurement gets inputs not met before.
``--quick`` makes fewer of them; ``--store`` adds 10,000 hands imported, judged and stored.
"""
