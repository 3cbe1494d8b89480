"""Made-up kernels in which threads part and meet again, assembled with and without optimising, and compared.

    python -m benchmarks.barriers [--seconds 100] [--deep 8,8] [--keep FOLDER]

needs an NVIDIA GPU, `nvcc` and the packages numba-cuda brings. docs/benchmarks.md tells why (Batches on a GPU): where
loops and branches nest deep, calls included, the assembler sets aside the barriers at which threads wait for each
other, and may put back one that is still in use. A kernel here is functions that call each other, each a nest of loops
and branches as deep as `--deep` says, and behind them what a step of ours does: tell what is seen, list what is legal.
Every loop ends, so that whatever does not come back, or comes back different with `-O3`, is the assembler's doing.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

THREADS, BLOCK = 4096, 128
ROWS, SEEN = 64, 40
PATIENCE_S = 10
REGISTERS = 64
ASSEMBLED = {"optimised": ("-O3",), "plain": ("-O3", "-Xptxas", "-O0")}
FIRST = """typedef unsigned u32; typedef unsigned long long u64;
__constant__ u32 given[8];
"""
LAST = """__device__ __noinline__ void list(
    u32 x, u32 *m, unsigned char *mask, u64 rows, u64 step, unsigned short *listed) {
  u64 count = 0;
  for (u64 k = 0; k < rows; k++) mask[k * step] = 0;
  if (x & 8) {
    for (u32 k = 0; k < 16; k++) {
      u32 left = m[k] ^ x;
      while (left) {
        u32 low = left & -left;
        left ^= low;
        if (m[(k + low) & 15] & low) { listed[count * step] = (low ^ k) & 63; count++; }
        if (count > 60) break;
      }
      if (count > 60) break;
    }
  } else {
    for (u32 k = 0; k < 64; k++) {
      x = x * 1664525u + 1013904223u;
      if (x >> 30) { listed[count * step] = k; count++; }
      else for (u32 c = 0; c < 9 && (x & 0x300); c++) x = x * 5 + m[x & 15];
    }
  }
  for (u64 k = 0; k < count; k++) mask[(u64)listed[k * step] * step] = 1;
}
extern "C" __global__ void kernel(
    const u32 *in, u32 *out, unsigned char *mask, unsigned short *listed, unsigned char *seen,
    u64 threads, u64 rows, u64 looks) {
  u64 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= threads) return;
  u32 m[16], x = in[i];
  for (u32 k = 0; k < 16; k++) m[k] = x * (k + 1);
  if (x & 7) x = CALLED(x, m);
  for (u64 k = 0; k < looks; k++) {
    seen[i + k * threads] = x >> (k & 31);
    if (m[k & 15] >> (k & 7) & 1)
      for (u32 q = 0; q < (x & 3); q++) {
        seen[i + k * threads] += q + m[q] % 7;
        x = x * 5 + given[q];
        if (x & 64) break;
      }
  }
  list(x, m, mask + i, rows, threads, listed + i);
  u64 sum = x;
  for (u32 k = 0; k < 16; k++) sum = sum * 31 + m[k];
  out[i] = sum ^ (sum >> 32);
}
"""


def program(seed: int, depths: Sequence[int]) -> str:
    """A kernel by its seed: so many functions, each so deep, the last calling the one before twice."""
    chance, functions = random.Random(seed), []
    for number, depth in enumerate(depths):
        called = f"f{number - 1}"
        leaf = f"x += {called}(x ^ given[1], m); if (x & 0x80) x ^= {called}(x + 7u, m);"
        work = leaf if number else "m[x & 15] += x; x ^= m[(x >> 5) & 15];"
        nest = nested(depth, work, chance)
        functions.append(f"__device__ __noinline__ u32 f{number}(u32 x, u32 *m) {{\n{nest}\n  return x;\n}}\n")
    return FIRST + "".join(functions) + LAST.replace("CALLED", f"f{len(depths) - 1}")


def nested(depth: int, work: str, chance: random.Random, level: int = 0) -> str:
    """Loops and branches within each other, and something to be done in the middle."""
    if level == depth:
        return work
    shift, inner = chance.randrange(3, 28), nested(depth, work, chance, level + 1)
    mixed = f"x = x * 1664525u + 1013904223u + {level}u;"
    return chance.choice(
        (
            f"for (u32 i{level} = 0; i{level} < 1 + ((x >> {shift}) & 1); i{level}++) {{ {mixed}\n{inner} }}",
            f"for (u32 i{level} = 0, y{level} = x >> {shift}; i{level} < 3 && ((x ^ y{level}) & 3); i{level}++) {{ "
            f"{mixed} if (x & 0x1000) break;\n{inner} }}",
            f"if ((x >> {shift}) & 3) {{ {mixed}\n{inner} }} else x ^= given[{shift & 7}];",
        )
    )


# Run


def assemble(source: Path, way: str) -> Path:
    """The machine code of a program."""
    made = source.with_suffix(f".{way}.cubin")
    flags = ("-w", "-arch=native", f"-maxrregcount={REGISTERS}", *ASSEMBLED[way], "-cubin", "-o", str(made))
    subprocess.run(["nvcc", *flags, str(source)], check=True)
    return made


def run(code: Path, result: Path) -> None:
    """Run machine code in this process, and keep what it writes."""
    driver: Any = __import__("cuda.bindings.driver", fromlist=["driver"])

    def done(answer: Any) -> Any:
        if int(answer[0]):
            raise RuntimeError(str(answer[0]))
        return answer[1] if len(answer) == 2 else answer[1:]

    done(driver.cuInit(0))
    done(driver.cuCtxSetCurrent(done(driver.cuDevicePrimaryCtxRetain(done(driver.cuDeviceGet(0))))))
    module = done(driver.cuModuleLoadData(code.read_bytes()))
    kernel = done(driver.cuModuleGetFunction(module, b"kernel"))
    constants = np.arange(8, dtype=np.uint32)
    done(driver.cuMemcpyHtoD(done(driver.cuModuleGetGlobal(module, b"given"))[0], constants.ctypes.data, 32))
    given = np.random.default_rng(5).integers(0, 2**32, THREADS, dtype=np.uint32)
    sizes = [4 * THREADS, 4 * THREADS, ROWS * THREADS, 2 * ROWS * 4 * THREADS, SEEN * THREADS]
    places = [done(driver.cuMemAlloc(size)) for size in sizes]
    for place, size in zip(places, sizes, strict=True):
        done(driver.cuMemsetD8(place, 0, size))
    done(driver.cuMemcpyHtoD(places[0], given.ctypes.data, given.nbytes))
    values = (*(int(place) for place in places), THREADS, ROWS, SEEN)
    arguments = values, (ctypes.c_uint64,) * len(values)
    done(driver.cuLaunchKernel(kernel, THREADS // BLOCK, 1, 1, BLOCK, 1, 1, 0, 0, arguments, 0))
    done(driver.cuCtxSynchronize())
    found = [np.zeros(size, np.uint8) for size in sizes[1:]]
    for place, array in zip(places[1:], found, strict=True):
        done(driver.cuMemcpyDtoH(array.ctypes.data, place, array.nbytes))
    np.save(result, np.concatenate(found))


def outcome(code: Path) -> bytes | str:
    """What machine code writes, or how it failed, in a process of its own."""
    result = code.with_suffix(".npy")
    command = [sys.executable, "-m", "benchmarks.barriers", "--run", str(code), str(result)]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        return f"not back after {PATIENCE_S} s"
    if ended.returncode:
        return (ended.stderr.strip().splitlines() or ["?"])[-1]
    return bytes(np.load(result).tobytes())


def compare(seed: int, depths: Sequence[int], folder: Path) -> str | None:
    """How a program differs when it is optimised; None if it does not."""
    source = folder / f"program{seed}.cu"
    source.write_text(program(seed, depths))
    optimised, plain = (outcome(assemble(source, way)) for way in ASSEMBLED)
    if optimised == plain:
        return None
    words = [found if isinstance(found, str) else "something else" for found in (optimised, plain)]
    return f"program {seed}: optimised: {words[0]}; plain: {words[1]}"


def main() -> None:
    """Compare programs for a while."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=100.0)
    parser.add_argument("--deep", default="8,8", help="how deep each function nests [8,8]")
    parser.add_argument("--keep", type=Path, help="a folder for the programs and their machine code")
    parser.add_argument("--run", type=Path, nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.run:
        run(*chosen.run)
        return
    depths = [int(depth) for depth in chosen.deep.split(",")]
    until, wrong = time.monotonic() + chosen.seconds, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in count():
            if time.monotonic() > until:
                break
            if found := compare(seed, depths, folder):
                wrong += 1
                print(found, flush=True)
    print(f"{wrong} of {seed} programs differ", flush=True)


if __name__ == "__main__":
    main()
