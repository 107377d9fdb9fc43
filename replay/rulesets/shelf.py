"""All rulesets at once: those that can be used, and those of the user's files that cannot and why."""

from __future__ import annotations

import os
from collections.abc import Iterable

import msgspec

from replay.errors import RulesetError
from replay.rulesets.loader import load
from replay.rulesets.model import Ruleset
from replay.rulesets.source import BUILT_IN, user_folders


class Broken(msgspec.Struct, frozen=True):
    """A file of the user's that is no usable ruleset: ``id`` by its name, and what is wrong where."""

    id: str
    error: RulesetError


class Shelf(msgspec.Struct, frozen=True):
    """The rulesets by id, bundled ones first; ``own`` are the ids of the user's; ``broken`` what cannot be used."""

    rulesets: dict[str, Ruleset]
    own: frozenset[str]
    broken: tuple[Broken, ...]

    @property
    def hashes(self) -> dict[str, str]:
        """Return id → content hash."""
        return {id_: rules.hash for id_, rules in self.rulesets.items()}


def shelf(folders: Iterable[str | os.PathLike[str]] = ()) -> Shelf:
    """Return every ruleset there is. A broken file of the user's costs none of the others."""
    where = user_folders(folders)
    rulesets = {path.stem: load(path.stem) for path in sorted(BUILT_IN.glob("*.toml"))}
    own: set[str] = set()
    broken: list[Broken] = []
    for path in (path for folder in where for path in sorted(folder.glob("*.toml"))):
        if path.stem in own:
            continue  # an earlier folder has it
        try:
            rules = load(path, where)
        except RulesetError as error:
            broken.append(Broken(path.stem, error))
        else:
            rulesets[rules.id] = rules
            own.add(rules.id)
    return Shelf(rulesets, frozenset(own), tuple(broken))
