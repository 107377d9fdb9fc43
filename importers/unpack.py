"""Plain, gzip and zip files → the files in them, within limits that no honest file of records meets."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from replay.errors import WmqError, clip

MAX_BYTES = 64 * 1024 * 1024  # of one file and of all that is unpacked from it
MAX_MEMBERS = 2000
MAX_GZIP_MEMBERS = 100
MAX_RATIO = 300  # unpacked to packed; JSON records reach about 30
FREE_BYTES = 1024 * 1024  # below this no ratio is asked for
_WORKBOOK = "xl/workbook.xml"  # what a zip file holds that is an XLSX workbook
_CHUNK = 256 * 1024

_ZIP_FAULTS = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, OSError, EOFError, RuntimeError, ValueError,
    OverflowError, KeyError, IndexError, TypeError, AttributeError, MemoryError,
)  # fmt: skip


def unpack(data: bytes, file: str) -> Iterator[tuple[str, bytes | WmqError]]:
    """Yield ``(name, content)`` for a plain file, a gzip file or each member of a zip file.

    The content is a ``WmqError`` where it cannot be had: too large, too many members, a bomb, damaged, encrypted.
    """
    if len(data) > MAX_BYTES:
        yield file, too_large(len(data))
    elif data[:2] == b"\x1f\x8b":
        yield file, _gunzip(data)
    elif data[:4] in (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"):
        yield from _unzip(data, file)
    else:
        yield file, data


def too_large(size: int) -> WmqError:
    """Return the error for a file of more than ``MAX_BYTES``."""
    hint = "Split it, or give the records in several files."
    return WmqError("too_large", f"{size:,} bytes", f"at most {MAX_BYTES:,}", hint)


def _bomb(packed: int, allowed: int) -> WmqError:
    found = f"{packed:,} bytes that unpack to more than {allowed:,}"
    return WmqError("too_large", found, f"at most {MAX_BYTES:,} bytes and {MAX_RATIO} times the packed size")


def _allowed(packed: int, budget: int) -> int:
    return min(budget, max(packed * MAX_RATIO, FREE_BYTES))


def _gunzip(data: bytes) -> bytes | WmqError:
    allowed = _allowed(len(data), MAX_BYTES)
    out, rest, members = bytearray(), data, 0
    try:
        while rest[:2] == b"\x1f\x8b" and members < MAX_GZIP_MEMBERS:
            members += 1
            unpacker = zlib.decompressobj(wbits=31)
            out += unpacker.decompress(rest, allowed + 1 - len(out))
            if len(out) > allowed:
                return _bomb(len(data), allowed)
            if not unpacker.eof:
                return WmqError("unreadable_file", "a gzip file that breaks off", "a whole one")
            rest = unpacker.unused_data
    except zlib.error as error:
        return WmqError("unreadable_file", f"a damaged gzip file ({error})", "a whole one")
    if rest.strip(b"\0"):
        return WmqError("unreadable_file", "a gzip file with other bytes after its end", "nothing after it")
    return bytes(out)


def _unzip(data: bytes, file: str) -> Iterator[tuple[str, bytes | WmqError]]:
    entries = data.count(b"PK\x01\x02")  # before the directory is read at all
    if entries > 2 * MAX_MEMBERS:
        yield file, WmqError("too_large", f"{entries:,} files in a zip file", f"at most {MAX_MEMBERS:,}")
        return
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = [m for m in archive.infolist() if not m.is_dir() and not m.filename.startswith("__MACOSX/")]
    except _ZIP_FAULTS as error:
        yield file, WmqError("unreadable_file", f"a damaged zip file ({error})", "a whole one")
        return
    if len(members) > MAX_MEMBERS:
        yield file, WmqError("too_large", f"{len(members):,} files in a zip file", f"at most {MAX_MEMBERS:,}")
        return
    if not members:
        yield file, WmqError("unreadable_file", "an empty zip file", "files of records in it")
    budget = _allowed(len(data), MAX_BYTES)
    if _WORKBOOK in archive.namelist():
        yield file, _workbook(data, budget)
        return
    for member in members:
        content = _member(archive, member, budget)
        if isinstance(content, bytes):
            budget -= len(content)
        yield f"{file}/{clip(member.filename, 200)}", content


def _is_workbook(content: bytes) -> bool:
    if content[:4] != b"PK\x03\x04":
        return False
    try:
        return _WORKBOOK in zipfile.ZipFile(io.BytesIO(content)).namelist()
    except _ZIP_FAULTS:
        return False


def _workbook(data: bytes, budget: int) -> bytes | WmqError:
    """Return a workbook (a zip file too) as it is, once all of its parts were seen to unpack within the limits."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    budget = min(budget, _allowed(len(data), MAX_BYTES))
    for member in archive.infolist():
        content = _member(archive, member, budget)
        if isinstance(content, WmqError):
            return content
        budget -= len(content)
    return data


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: int) -> bytes | WmqError:
    if member.flag_bits & 1:
        return WmqError("unreadable_file", "an encrypted file in a zip file", "one without a password")
    allowed = _allowed(member.compress_size, budget)
    try:
        with archive.open(member) as stream:
            content = _read_within(stream, allowed)
    except _ZIP_FAULTS as error:
        return WmqError("unreadable_file", f"a damaged file in a zip file ({error})", "a whole one")
    if content is None:
        return _bomb(member.compress_size, allowed)
    if _is_workbook(content):
        return _workbook(content, budget)
    if content[:2] == b"\x1f\x8b" or content[:4] == b"PK\x03\x04":
        return WmqError("unreadable_file", "an archive within a zip file", "plain files of records")
    return content


def _read_within(stream: IO[bytes], allowed: int) -> bytes | None:
    out = bytearray()
    while chunk := stream.read(_CHUNK):
        out += chunk
        if len(out) > allowed:
            return None
    return bytes(out)
