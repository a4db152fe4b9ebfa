"""How much a boxed process may take, by what it is for."""

from __future__ import annotations

from dataclasses import dataclass, replace

MIB = 1024 * 1024
GIB = 1024 * MIB


@dataclass(frozen=True)
class Profile:
    """Limits of one box. Memory is a cgroup's where there is one, and address space always."""

    name: str
    memory_bytes: int
    # Address space that libraries reserve and never touch; DuckDB alone takes about 700 MB.
    reserve_bytes: int = 1 * GIB
    processes: int = 64
    open_files: int = 256
    file_bytes: int = 2 * GIB
    # All files of one call together; watched by whoever waits for the call.
    out_bytes: int = 4 * GIB
    tmp_bytes: int = 64 * MIB
    cpu_seconds: int | None = None

    @property
    def address_space_bytes(self) -> int:
        return self.memory_bytes + self.reserve_bytes

    def with_memory(self, memory_bytes: int) -> Profile:
        return replace(self, memory_bytes=memory_bytes)


PARSER = Profile("parser", memory_bytes=2 * GIB)
RUNNER = Profile("runner", memory_bytes=512 * MIB, processes=32, file_bytes=1 * GIB)
# LibreOffice reserves many gigabytes of addresses, and counts its threads among its processes.
RENDERER = Profile(
    "renderer",
    memory_bytes=1536 * MIB,
    reserve_bytes=32 * GIB,
    processes=256,
    open_files=1024,
    file_bytes=1 * GIB,
    out_bytes=1 * GIB,
    tmp_bytes=768 * MIB,
)
