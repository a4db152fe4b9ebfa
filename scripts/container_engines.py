"""Docker and podman for tests and benches, on machines that can pull no image.

The base image is a small Debian made with debootstrap, kept in the user's cache; the runner's
image is built on it by deploy/runner/Dockerfile, with the DuckDB of this very environment.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BASE = "keenbench-test-base"
IMAGE = "keenbench-runner:test"
SUITE = "bookworm"
# Debian's own Python of that suite, for which the wheel must be.
PYTHON = (3, 11)
_LEAVE_OUT = ("./var/cache/apt", "./var/lib/apt/lists", "./usr/share/doc", "./usr/share/locale",
              "./usr/share/man", "./dev")  # fmt: skip
_START_SECONDS = 60


def cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(home) / "keenbench-tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def run(*argv: str) -> str:
    """Run a command to its end; what it said is in the error if it failed."""
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(argv[:3])} …: {done.stdout[-2000:]}")
    return done.stdout


def docker_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True).returncode == 0


def docker_present() -> bool:
    """Tell whether an image can be built and run here: a daemon runs, or we can start one."""
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        return False
    return docker_answers() or bool(shutil.which("docker") and shutil.which("dockerd"))


def podman_present() -> bool:
    return docker_present() and bool(shutil.which("podman"))


def base_archive() -> Path:
    """Return the base image as an archive; made once, in a minute or two, then kept."""
    archive = cache() / f"{SUITE}-python3.tar"
    with _alone("base"):
        if archive.exists():
            return archive
        # In memory where there is room: dpkg waits for the disk after every file.
        roomy = Path("/dev/shm").is_dir() and shutil.disk_usage("/dev/shm").free > 1 << 30
        with tempfile.TemporaryDirectory(dir="/dev/shm" if roomy else None) as folder:
            tree = Path(folder) / "root"
            run("debootstrap", "--variant=minbase", "--include=python3", SUITE, str(tree))
            made = Path(folder) / "base.tar"
            leave_out = [f"--exclude={path}/*" for path in _LEAVE_OUT]
            run("tar", "--create", f"--file={made}", *leave_out, f"--directory={tree}", ".")
            partial = archive.with_suffix(".partial")
            shutil.copyfile(made, partial)
            partial.rename(archive)
    return archive


@contextmanager
def docker() -> Iterator[str]:
    """Give the name of the runner's image in a Docker that runs, starting one if none does."""
    with ExitStack() as stack:
        if not docker_answers():
            stack.enter_context(_daemon())
        known = subprocess.run(["docker", "image", "inspect", BASE], capture_output=True)
        if known.returncode != 0:
            run("docker", "import", str(base_archive()), BASE)
        with _context() as context:
            os.environ["DOCKER_BUILDKIT"] = "0"  # the classic builder is in every daemon
            run(
                "docker", "build", "--network", "none", "--build-arg", f"BASE_IMAGE={BASE}",
                "--tag", IMAGE, "--file", str(context / "deploy/runner/Dockerfile"), str(context),
            )  # fmt: skip
        yield IMAGE


@contextmanager
def podman() -> Iterator[str]:
    """Give the name of the runner's image in podman, with a storage of its own."""
    before = os.environ.get("CONTAINERS_STORAGE_CONF")
    with docker() as image, tempfile.TemporaryDirectory(prefix="kb-podman-") as folder:
        settings = Path(folder) / "storage.conf"
        settings.write_text(
            f'[storage]\ndriver = "overlay"\n'
            f'graphroot = "{folder}/images"\nrunroot = "{folder}/run"\n'
        )
        os.environ["CONTAINERS_STORAGE_CONF"] = str(settings)
        try:
            archive = Path(folder) / "image.tar"
            run("docker", "save", "--output", str(archive), image)
            run("podman", "load", "--input", str(archive))
            yield image
        finally:
            run("podman", "rm", "--all", "--force")
            run("podman", "rmi", "--all", "--force")
            # The overlay of its storage stays mounted, and could not be removed.
            subprocess.run(["umount", "--recursive", f"{folder}/images/overlay"], check=False)
            if before is None:
                del os.environ["CONTAINERS_STORAGE_CONF"]
            else:
                os.environ["CONTAINERS_STORAGE_CONF"] = before


@contextmanager
def _daemon() -> Iterator[None]:
    """Run a Docker daemon of our own: no bridge, no firewall rules, images kept in the cache."""
    before = os.environ.get("DOCKER_HOST")
    # A socket's path must be short.
    with _alone("docker"), tempfile.TemporaryDirectory(prefix="kb-docker-", dir="/tmp") as folder:
        log = Path(folder) / "log"
        with log.open("wb") as written:
            process = subprocess.Popen(
                # Ended with us, however we end: it would hold the images for ever.
                ["setpriv", "--pdeathsig", "TERM",
                 "dockerd", "--iptables=false", "--ip6tables=false", "--bridge=none",
                 "--data-root", str(cache() / "docker"), "--exec-root", f"{folder}/exec",
                 "--pidfile", f"{folder}/pid", "--host", f"unix://{folder}/sock"],
                stdin=subprocess.DEVNULL, stdout=written, stderr=written,
            )  # fmt: skip
        os.environ["DOCKER_HOST"] = f"unix://{folder}/sock"
        try:
            ends = time.monotonic() + _START_SECONDS
            while not docker_answers():
                if process.poll() is not None or time.monotonic() > ends:
                    raise RuntimeError(f"dockerd did not start: {log.read_text()[-2000:]}")
                time.sleep(0.2)
            yield
        finally:
            process.terminate()
            process.wait()
            if before is None:
                del os.environ["DOCKER_HOST"]
            else:
                os.environ["DOCKER_HOST"] = before


@contextmanager
def _context() -> Iterator[Path]:
    """Give a folder with just what the Dockerfile copies, DuckDB's wheel included."""
    with tempfile.TemporaryDirectory(prefix="kb-context-") as folder:
        context = Path(folder)
        shutil.copytree(
            ROOT / "src/keenbench",
            context / "src/keenbench",
            ignore=shutil.ignore_patterns("__pycache__", "ui", "formats", "tables", "workbench"),
        )
        runner = context / "deploy/runner"
        runner.mkdir(parents=True)
        for name in ("Dockerfile", "requirements.txt"):
            shutil.copyfile(ROOT / "deploy/runner" / name, runner / name)
        (runner / "wheels").mkdir()
        _wheel(runner / "wheels")
        yield context


def _wheel(folder: Path) -> None:
    """Put DuckDB's wheel for Debian's Python into `folder`."""
    version = metadata.version("duckdb")
    if sys.version_info[:2] != PYTHON:
        run(
            sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:",
            "--python-version", ".".join(map(str, PYTHON)), "--dest", str(folder),
            f"duckdb=={version}",
        )  # fmt: skip
        return
    import _duckdb

    library = Path(_duckdb.__file__)
    made = folder / f"duckdb-{version}.whl"
    with zipfile.ZipFile(made, "w") as wheel:
        # ZipInfo has a fixed time, so that Docker's cache knows the file again.
        wheel.writestr(zipfile.ZipInfo(library.name), library.read_bytes())


@contextmanager
def _alone(what: str) -> Iterator[None]:
    """Let one process at a time do `what`."""
    with (cache() / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
