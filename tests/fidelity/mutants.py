"""Damaged copies of real documents, read in a process of their own: `-m tests.fidelity.mutants`.

Takes a kind, a seed and a count; prints what came of each copy as one JSON object. A copy that is
not read in time, or fails otherwise than by a typed error, is listed by the seed that makes it.
"""

from __future__ import annotations

import io
import json
import random
import signal
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

from keenbench.errors import KeenBenchError
from tests.documents import call

SECONDS = 30
FIXTURES = Path(__file__).parents[1] / "fixtures" / "office"


def mutant(source: bytes, seed: int) -> bytes:
    """Return a copy with one kind of damage, always the same for a seed."""
    chance = random.Random(seed)
    how = chance.choice((flip, cut, swap, spoil_xml, spoil_xml, drop_part))
    return how(source, chance)


def flip(source: bytes, chance: random.Random) -> bytes:
    data = bytearray(source)
    for _ in range(chance.choice((1, 3, 30))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def cut(source: bytes, chance: random.Random) -> bytes:
    return source[: chance.randrange(len(source))]


def swap(source: bytes, chance: random.Random) -> bytes:
    """Two members change their content."""
    parts = _parts(source)
    one, other = chance.sample(sorted(parts), 2)
    parts[one], parts[other] = parts[other], parts[one]
    return _zipped(parts)


def drop_part(source: bytes, chance: random.Random) -> bytes:
    parts = _parts(source)
    del parts[chance.choice(sorted(parts))]
    return _zipped(parts)


def spoil_xml(source: bytes, chance: random.Random) -> bytes:
    """One XML part is damaged inside a sound zip: tags, attributes and numbers change."""
    parts = _parts(source)
    name = chance.choice([name for name in sorted(parts) if name.endswith((".xml", ".rels"))])
    data = bytearray(parts[name])
    for _ in range(chance.choice((1, 5, 50))):
        at = chance.randrange(len(data)) if data else 0
        piece = data[chance.randrange(len(data) + 1) :][: chance.randrange(40)]
        choice = chance.randrange(4)
        if choice == 0:
            data[at : at + len(piece)] = b""
        elif choice == 1:
            data[at:at] = piece
        elif choice == 2:
            data[at : at + 1] = bytes([chance.randrange(32, 127)])
        else:
            data = bytearray(bytes(data).replace(b'"1"', b'"99999999999999999999"', 3))
    parts[name] = bytes(data)
    return _zipped(parts)


def _parts(source: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def _zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def read_all(kind: str, file: Path) -> None:
    name = kind.capitalize()
    call(f"{name}GetMap", file)
    call(f"{name}ExtractText", file)
    if kind == "docx":
        call("DocxGetSectionContent", file)
    if kind == "pptx":
        call("PptxGetSlideContent", file)


def run(kind: str, first: int, count: int, sources: list[Path]) -> dict[str, Any]:
    """Read `count` mutants; return how many were read and refused, and the seeds that failed."""
    outcomes: Counter[str] = Counter()
    failed: dict[int, str] = {}

    def too_long(number: int, frame: object) -> None:
        raise TimeoutError(f"past {SECONDS} s")

    signal.signal(signal.SIGALRM, too_long)
    contents = [source.read_bytes() for source in sources]
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            at = seed % len(contents)
            file = Path(folder) / f"{seed}{sources[at].suffix}"
            file.write_bytes(mutant(contents[at], seed))
            signal.alarm(SECONDS)
            try:
                read_all(kind, file)
                outcomes["read"] += 1
            except KeenBenchError:
                outcomes["refused"] += 1
            except Exception as error:  # noqa: BLE001 - the very thing that is counted here
                failed[seed] = f"{sources[at].name}: {type(error).__name__}: {error}"[:300]
            finally:
                signal.alarm(0)
            file.unlink()
    return {"outcomes": outcomes, "failed": failed}


def main() -> None:
    kind, first, count, *sources = sys.argv[1:]
    found = run(kind, int(first), int(count), [Path(source) for source in sources])
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
