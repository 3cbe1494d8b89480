"""Builds the image for containers, and tries it as a host would run it.

    make image                        # or: python -m tests.image [--tag lantern] [--keep]

needs podman and buildah (on Debian: apt-get install podman buildah), and root. Where the base image can't be pulled, a
root file system made by debootstrap stands in for it under the same name. The container then runs as docs/hosting.md
says: as nobody, without rights, on a file system that it can't write to. Its first page must come, a match is played
against a bot, the container is killed, the table must be there when it is started again, and a backup is made.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.server.processes import free_port
from tests.server.running import Person

ROOT = Path(__file__).parents[1]
BASE = "docker.io/library/debian:bookworm-slim"
PROGRAMS = ("podman", "buildah")
MOST_BYTES = 300_000_000
"""What is pulled may be so large."""
PATIENCE_S = 60.0
MOVES = 3
"""How many moves are played before the container is killed."""
CERTIFICATES = "/etc/host-certificates.crt"
"""Where a stand-in has the certificates that this machine trusts, such as those of a proxy."""
UNNEEDED = ("usr/share/doc", "usr/share/man", "usr/share/locale", "var/cache/apt/archives", "var/lib/apt/lists")
"""What Debian's slim images leave out."""
LIMITS = ("--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tag", default="lantern", help="what the image is called")
    parser.add_argument("--built", action="store_true", help="try the image that is there already")
    chosen = parser.parse_args()
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        sys.exit(f"lantern: {' and '.join(missing)} not found; on Debian: apt-get install {' '.join(PROGRAMS)}")
    if not chosen.built:
        find_base()
        build(chosen.tag)
    measure(chosen.tag)
    try_out(chosen.tag)


def told(words: str) -> None:
    print(f"lantern: {words}", flush=True)


def run(*command: str, quiet: bool = True, check: bool = True) -> str:
    """Run a command; what it says."""
    done = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE if quiet else None)
    if check and done.returncode:
        sys.exit(f"lantern: {' '.join(command)} ended with {done.returncode}")
    return (done.stdout or "").strip()


def succeeds(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


# Built


def find_base() -> None:
    """Have the image that ours is made from, or what stands in for it."""
    if succeeds("podman", "image", "exists", BASE) or succeeds("timeout", "120", "podman", "pull", "--quiet", BASE):
        return
    if shutil.which("debootstrap") is None:
        sys.exit(f"lantern: {BASE} can't be pulled, and nothing can stand in for it without debootstrap")
    told(f"{BASE} can't be pulled: a root file system made by debootstrap stands in for it")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        run("debootstrap", "--variant=minbase", "bookworm", folder, "http://deb.debian.org/debian")
        for path in UNNEEDED:
            for found in (root / path).iterdir():
                shutil.rmtree(found) if found.is_dir() else found.unlink()
        changes: list[str] = []
        if trusted := os.environ.get("SSL_CERT_FILE"):
            shutil.copy(trusted, root / CERTIFICATES[1:])
            for name in ("SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS"):
                changes += ["--change", f"ENV {name}={CERTIFICATES}"]
        packed = root.with_suffix(".tar")
        run("tar", "-C", folder, "-cf", str(packed), ".")
        run("podman", "import", *changes, str(packed), BASE)
        packed.unlink()


def build(tag: str) -> None:
    """Build the image, from a copy of what git knows."""
    began = time.monotonic()
    told("building the image, which compiles all games")
    with tempfile.TemporaryDirectory() as folder:
        files = run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
        for name in files:
            if (ROOT / name).is_file():
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, Path(folder) / name)
        run(
            "buildah", "bud", "--layers", "--isolation", "chroot", "--network", "host", "--format", "docker",
            "-t", tag, folder, quiet=False,
        )  # fmt: skip
    told(f"built in {time.monotonic() - began:.0f} s")


def measure(tag: str) -> None:
    """Say how large it is, on the disk and to pull."""
    here = int(run("podman", "image", "inspect", "--format", "{{.Size}}", tag))
    with tempfile.TemporaryDirectory() as folder:
        run("buildah", "push", "--quiet", "--format", "v2s2", tag, f"dir:{folder}/image")
        pulled = sum(file.stat().st_size for file in Path(folder, "image").iterdir())
    told(f"{tag} has {here / 1e6:.0f} MB on the disk, {pulled / 1e6:.0f} MB to pull")
    if pulled > MOST_BYTES:
        sys.exit("lantern: that is too much")


# Tried


@contextmanager
def container(tag: str, volume: str, port: int) -> Iterator[str]:
    """The image as a host runs it."""
    name = f"{tag}-{port}"
    run(
        "podman", *runtime(), "run", "--detach", "--name", name, *LIMITS, "--network", "host", "--read-only",
        "--tmpfs", "/tmp", "--cap-drop", "all", "--security-opt", "no-new-privileges", "--volume", f"{volume}:/data",
        "--env", f"LANTERN_PORT={port}", "--env", "LANTERN_HOST=127.0.0.1", tag,
    )  # fmt: skip
    try:
        yield name
    except BaseException:
        print(run("podman", "logs", name, check=False))
        raise
    finally:
        run("podman", *runtime(), "rm", "--force", "--time", "5", name, check=False)


def runtime() -> list[str]:
    """What runs containers where the usual program does not like how this machine divides its resources."""
    runc = shutil.which("runc", path=f"{os.environ['PATH']}:/usr/sbin")
    return ["--runtime", runc] if runc else []


def try_out(tag: str) -> None:
    """Play in it, kill it, and find everything again."""
    volume, port = f"{tag}-trial-{os.getpid()}", free_port()
    run("podman", "volume", "create", volume)
    try:
        with container(tag, volume, port) as name:
            seconds = wait_until_well(port)
            told(f"the first page came {seconds:.1f} s after the container was started")
            check_rights(name)
            visitor = Person(f"http://127.0.0.1:{port}", "Ada")
            table = play(visitor)
            run("podman", *runtime(), "kill", "--signal", "KILL", name)
        with container(tag, volume, port) as name:
            wait_until_well(port)
            found = visitor.see(table)
            assert found["ply"] >= MOVES, found
            told(f"after kill -9 the table is there again, {found['ply']} actions old")
            assert succeeds("podman", *runtime(), "healthcheck", "run", name), "the health check fails"
            told(run("podman", *runtime(), "exec", name, "lantern", "backup", "--into", "/data/backups", "--keep", "2"))
            log = run("podman", "logs", name, check=False)
            assert "compiling" not in log, log
    finally:
        run("podman", "volume", "rm", "--force", volume, check=False)
    told("the image does what docs/hosting.md says")


def wait_until_well(port: int) -> float:
    """How many seconds the first page took."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE_S:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/", timeout=5).status_code == httpx.codes.OK:
                return time.monotonic() - began
        except httpx.TransportError:
            time.sleep(0.05)
    raise TimeoutError("no page came")


def check_rights(name: str) -> None:
    """It is nobody, and can write nowhere but to its volume."""
    look = "import os; print(os.getuid(), *(os.access(path, os.W_OK) for path in ('/', '/opt/lantern', '/data')))"
    seen = run("podman", *runtime(), "exec", name, "python3", "-c", look)
    assert seen == "10001 False False True", seen
    config = json.loads(run("podman", "inspect", name))[0]
    assert config["HostConfig"]["ReadonlyRootfs"] is True


def play(visitor: Person) -> str:
    """A table of Hanabi against an expert, with a few moves."""
    table: str = visitor.make("hanabi", "me", "expert", options={"start": 1})["table"]
    for _ in range(MOVES):
        view = visitor.wait_for_turn(table)
        visitor.move(table, view["actions"][0]["action"], view)
    return table


if __name__ == "__main__":
    main()
