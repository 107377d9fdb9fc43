"""Measure and print. See the package's docstring for the line to type."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random

import importers
from replay.engine import audit
from replay.rulesets import Ruleset, load
from replay.scoring import Win, best
from tests.benchmarks import hands
from tests.benchmarks.hands import Inputs
from tests.benchmarks.measure import Series, turn_about
from tests.benchmarks.peers import PEERS

OURS = "ours: xxqp text read and audited"
TARGETS = {"hands": 5_000, "scorings": 20_000, "load": 0.020, "audit": 1.0}


def audit_file(data: bytes, rules: Ruleset) -> int:
    """Read and judge a file, return the number of events; every hand must be read and found legal."""
    events = 0
    for entry in importers.read(data, "made up"):
        assert entry.record is not None, entry.problems
        judged = audit(entry.record, rules)
        assert not judged.findings, (entry.index, judged.findings)
        events += len(entry.record.events)
    return events


def score_all(wins: list[Win], rules: Ruleset) -> int:
    """Score the positions, return their number."""
    for win in wins:
        assert best(win, rules) is not None
    return len(wins)


def peer_job(texts: list[str], replay: Callable[[str], int]) -> int:
    """Replay the texts, return the number of events."""
    return sum(map(replay, texts))


def measure_peers(inputs: Inputs, rules: Ruleset, quick: bool) -> dict[str, Series]:
    """Measure ours and every peer's seconds an event, turn about."""
    rng, work = Random(11), {OURS: [partial(audit_file, data, rules) for data in inputs.files]}
    for peer in PEERS:
        games = max(1, peer.games // (4 if quick else 1))
        work[peer.name] = [partial(peer_job, [peer.make(rng) for _ in range(games)], peer.replay) for _ in inputs.files]
    return turn_about(work)


def load_ruleset(path: Path) -> int:
    """Load a user's ruleset that extends a bundled one, ten times (bundled ones are kept once loaded)."""
    for _ in range(10):
        load(path)
    return 10


def timed_audit(path: Path) -> int:
    """Run ``wmq audit`` on a file as if typed."""
    wmq = Path(sys.executable).with_name("wmq")
    done = subprocess.run([wmq, "audit", "--json", path], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return 1


def verdict(good: bool) -> str:
    """Return the word that ends a line."""
    return "ok" if good else "SHORT"


def print_peers(series: dict[str, Series], number: int) -> bool:
    """Print ours, then each peer and how many times faster an event of ours is; tell whether all targets are met."""
    ours = series[OURS]
    rate = number / (ours.best * ours.units / len(ours.seconds))
    cold = number / (ours.seconds[0] * ours.units / len(ours.seconds))
    good = rate >= TARGETS["hands"]
    print(f"{OURS}: {rate:,.0f} hands/s (first round, tables cold: {cold:,.0f})  target 5,000  {verdict(good)}")
    print(f"\n{'µs an event':34} {'best':>7} {'median':>7} {'spread':>7} {'n':>8}   ratio (lowest–highest of rounds)")
    print(line(OURS, ours))
    for peer in PEERS:
        each = series[peer.name]
        ratios = [theirs / mine for theirs, mine in zip(each.seconds, ours.seconds, strict=True)]
        ratio = each.best / ours.best
        good = good and ratio >= peer.target
        tail = f"{ratio:6.1f} ×  ({min(ratios):.1f}–{max(ratios):.1f})"
        if peer.target > 1:
            tail += f"  target {peer.target:g} ×  {verdict(ratio >= peer.target)}"
        print(f"{line(peer.name, each)} {tail}")
    return good


def line(name: str, series: Series) -> str:
    """Return the columns of a series in microseconds."""
    best, median = series.best * 1e6, series.median * 1e6
    return f"{name:34} {best:7.2f} {median:7.2f} {series.spread:6.0%} {series.units:9,}"


def print_ours(inputs: Inputs, rules: Ruleset, folder: Path) -> bool:
    """Print what has no peer: scoring, loading a ruleset, the command as typed; tell whether all targets are met."""
    house, records = folder / "house.toml", folder / "hundred.jsonl"
    house.write_text(f'id = "house"\nextends = "{rules.id}"\nsource = "made up"\n')
    records.write_bytes(b"\n".join(inputs.files[0].split(b"\n")[:100]))
    scoring, loading, typed = "best() of a prepared position", "a ruleset loaded", "wmq audit, 100 hands, as typed"
    turns = len(inputs.files)
    inside = {
        scoring: [partial(score_all, wins, rules) for wins in inputs.wins],
        loading: [partial(load_ruleset, house)] * turns,
    }
    series = turn_about(inside) | turn_about({typed: [partial(timed_audit, records)] * turns}, time.perf_counter)
    rate, load_time, wall = 1 / series[scoring].best, series[loading].median, series[typed].median
    met = rate >= TARGETS["scorings"], load_time < TARGETS["load"], wall < TARGETS["audit"]
    print(f"\n{scoring}: {rate:,.0f}/s (spread {series[scoring].spread:.0%})  target 20,000/s  {verdict(met[0])}")
    print(f"{loading}: {load_time * 1e3:.1f} ms  target < 20 ms  {verdict(met[1])}")
    print(f"{typed}: {wall:.2f} s (slowest {max(series[typed].seconds):.2f})  target < 1 s  {verdict(met[2])}")
    return all(met)


def print_store(folder: Path, seed: int) -> None:
    """Print the time to import, judge and store 10,000 hands in SQLite, as typed."""
    records = folder / "many.jsonl"
    records.write_bytes(hands.file_of(Random(seed), load("dazhuo"), 10_000))
    env = {**os.environ, "WMQ_HOME": str(folder)}
    env.pop("WMQ_DATABASE", None)
    began = time.perf_counter()
    done = subprocess.run(
        [Path(sys.executable).with_name("wmq"), "import", records], capture_output=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    took = time.perf_counter() - began
    print(f"wmq import, 10,000 hands, as typed: {took:.1f} s ({10_000 / took:,.0f} hands/s)")


def main() -> int:
    """Measure, print, and return 0 if every target is met."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and smaller rounds")
    parser.add_argument("--store", action="store_true", help="also store 10,000 hands")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    rounds, number, rules = (3, 100, load("dazhuo")) if options.quick else (7, 1000, load("dazhuo"))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        inputs = apart.submit(hands.make_inputs, rounds, number, options.seed).result()
    good = print_peers(measure_peers(inputs, rules, options.quick), number)
    with tempfile.TemporaryDirectory() as name:
        good = print_ours(inputs, rules, Path(name)) and good
        if options.store:
            print_store(Path(name), options.seed + 1)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
