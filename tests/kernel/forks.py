"""Processes for the code of a test that begin where numba is imported and has compiled something.

A new Python takes a second of processor time for that before it reads a line of ours. These are forks of one process
that has done it and knows nothing else: `lantern`, and what was compiled of it, each of them finds for itself.

    python -W error -m tests.kernel.forks FILE_NUMBER    what they are forks of; it ends with who started it
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
MOST_BYTES = 1 << 17
"""Of a request: a few lines of code and an environment."""


class Fork:
    """A process that runs code: what `subprocess.Popen` is for a program, as far as tests ask."""

    def __init__(self, code: str, environment: Mapping[str, str], terminal: int | None = None) -> None:
        """What it says of errors is kept, or goes to a terminal."""
        their_input, our_input = os.pipe()
        our_output, their_output = os.pipe()
        our_end, their_end = os.pipe()
        self._errors = os.fdopen(os.memfd_create("errors"), "rb+")
        request = json.dumps({"code": code, "environment": dict(environment)}).encode()
        errors = self._errors.fileno() if terminal is None else terminal
        theirs = [their_input, their_output, errors, their_end]
        socket.send_fds(_origin()[0], [request], theirs)
        for end in (their_input, their_output, their_end):
            os.close(end)
        self.stdin, self.stdout = os.fdopen(our_input, "w"), os.fdopen(our_output)
        self._end = os.fdopen(our_end)
        self.pid = int(self._end.readline())
        self.returncode: int | None = None

    def communicate(self, typed: str = "") -> tuple[str, str]:
        """Type something, and wait for the end: what was printed, and what was said of errors."""
        if not self.stdin.closed:
            self.stdin.write(typed)
            self.stdin.close()
        printed = self.stdout.read()
        self.returncode = int(self._end.readline())
        self._errors.seek(0)
        errors = self._errors.read().decode()
        for file in (self.stdout, self._end, self._errors):
            file.close()
        return printed, errors

    @property
    def running(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


@cache
def _origin() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """How to ask what new processes are forks of, and that process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-W", "error", "-m", "tests.kernel.forks", str(theirs.fileno())]
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("LANTERN_", "PYTEST_"))}
    with theirs:
        environment = bare | {"PYTHONDONTWRITEBYTECODE": "1"}
        return ours, subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[theirs.fileno()])


def serve(requests: socket.socket) -> None:
    """Fork for every request, until nobody is there to ask."""
    while True:
        request, files, _, _ = socket.recv_fds(requests, MOST_BYTES, 4)
        if not request:
            return
        if os.fork() == 0:
            mind(json.loads(request), files)
        for file in files:
            os.close(file)


def mind(request: Mapping[str, Any], files: list[int]) -> NoReturn:
    """Fork once more, to tell which process runs the code and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *standard, end = files
    pid = os.fork()
    if pid == 0:
        os.close(end)
        run(request["code"], request["environment"], standard)
    for file in standard:
        os.close(file)
    os.write(end, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    with suppress(BrokenPipeError):
        os.write(end, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def run(code: str, environment: Mapping[str, str], standard: list[int]) -> NoReturn:
    """Run code as `python -c` would, and end without looking for what could be freed."""
    for number, file in enumerate(standard):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[1:1] = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.argv = ["-c"]
    try:
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
    except Exception:
        traceback.print_exc()
        sys.exit(1)
    finally:
        gc.freeze()
    sys.exit()


if __name__ == "__main__":
    import numba

    numba.njit(lambda x: x + 1)(1)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        serve(requests)
