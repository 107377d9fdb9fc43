"""Storing many files: folders walked, several processes if wanted, one transaction a file.

Workers only read and judge; this process alone writes, in the order of the files, so the library comes out the same
whatever their number. Stopped or killed, the import is taken up again by giving the same command: what was stored is
met as duplicates, and no hand is lost or doubled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from replay.cli.common import Progress, entries

if TYPE_CHECKING:
    from replay.errors import WmqError
    from replay.store import Judged, Report

AHEAD = 4  # files a worker may be ahead of the writer, so that memory stays bounded


def files_of(paths: Iterable[str]) -> Iterator[str]:
    """Yield the files named, and those in folders named, sorted by path; hidden ones in folders are left out."""
    for path in paths:
        if not Path(path).is_dir():
            yield path
            continue
        inside = Path(path)
        for file in sorted(inside.rglob("*")):
            hidden = any(part.startswith(".") for part in file.relative_to(inside).parts)
            if file.is_file() and not hidden:
                yield str(file)


def judge_path(path: str, name: str, ruleset: str, format_: str | None) -> Judged:
    """Return a file's hands judged; done by the workers."""
    import importers
    from replay.store import judge_file

    return judge_file(name, importers.read_path(path, format_), ruleset, size_of(path))


def size_of(path: str) -> int:
    """Return the file's size in bytes, 0 if it cannot be told."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def store_files(paths: Iterable[str], ruleset: str, format_: str | None, workers: int = 1) -> Iterator[Report]:
    """Store every file and yield what became of it, in the order of the files."""
    from replay.store import import_file, open_engine

    engine = open_engine()
    if workers > 1:
        yield from _by_workers(list(paths), ruleset, format_, workers)
        return
    for path in paths:
        yield import_file(engine, path, entries([path], format_, "read"), ruleset, size_of(path))


def _by_workers(paths: list[str], ruleset: str, format_: str | None, workers: int) -> Iterator[Report]:
    from replay.store import open_engine, write

    engine = open_engine()
    progress = Progress(f"of {len(paths)} files, read")
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Judged]] = deque()
        source = iter(paths)
        try:
            while True:
                while len(waiting) < workers * AHEAD and (path := next(source, None)) is not None:
                    waiting.append(pool.submit(judge_path, path, path, ruleset, format_))
                if not waiting:
                    return
                report = write(engine, waiting.popleft().result())
                progress.step(report.file)
                yield report
        finally:
            progress.end()
            pool.shutdown(cancel_futures=True)


def save_rejects(paths: Iterable[str], format_: str | None, target: str) -> list[str]:
    """Write the text of the files' rejected hands and return the names of the files written, one for each format.

    The first format goes into ``target``, others beside it under a name that tells the format. A file that cannot be
    read at all has no hands and is not copied.
    """
    import importers
    from importers import rejects

    texts = rejects.texts(entry for path in paths for entry in importers.read_path(path, format_))
    written: list[str] = []
    for name, text in texts.items():
        path = Path(target)
        path = path.with_name(f"{path.stem}.{name}{rejects.suffix(name)}") if written else path
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(str(path))
    return written


def unused_of(path: str, format_: str | None) -> list[WmqError]:
    """Return what of a file no hand came from."""
    import importers

    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError):
        return []
    return list(importers.leftovers(data, path, format_))
