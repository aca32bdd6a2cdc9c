#!/usr/bin/env python3
"""Runs the cases of a file that examples/bench wrote with NumPy, numexpr and PyTorch.

    python3 peers.py new.json                    # ours as it was measured then
    python3 peers.py -run ./bench -threads 1     # ours measured now, turn about with the peers

It prints the time of each and ours/theirs: below 1, ours is faster; "of min" is that of the
fastest samples, which a busy machine disturbs least. NumPy is required; it
computes on one thread always. Loops are theirs as they are written here too, and nothing is
freed by name. numexpr and torch take part if they can be imported, with
-threads threads. All write to arrays that are there (out=), as ours do, but for the cases
"fresh" and "unfused" and where a peer cannot, as for sorts. A peer's sample is the mean
of launches that last -least milliseconds, its time the median over rounds that go over all
cases and peers.
"""

import argparse
import functools
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("file", nargs="?", help="JSON written by bench -json; not with -run")
parser.add_argument("-run", metavar="BENCH", help="the bench binary, run in every round")
parser.add_argument("-cases", default="^(elementwise|groups|indexing|sweep|small|loops)/", help="passed on to -run")
parser.add_argument("-n", type=int, default=1 << 24, help="passed on to -run")
parser.add_argument("-threads", type=int, default=1, help="of numexpr, torch, and with -run ours")
parser.add_argument("-device", default="cpu", help="whose figures are ours")
parser.add_argument("-rounds", type=int, default=3)
parser.add_argument("-least", type=float, default=5, help="milliseconds that a peer's sample lasts")
parser.add_argument("-max", type=int, default=1 << 31, help="leave out cases that move more bytes than this")
args = parser.parse_args()
if bool(args.file) == bool(args.run):
    parser.error("one of FILE and -run BENCH")
os.environ["OMP_NUM_THREADS"] = os.environ["NUMEXPR_MAX_THREADS"] = str(args.threads)  # before the imports below

try:
    import numpy as np
except ImportError:
    sys.exit("numpy is missing; it is required (pip install numpy, or Debian's python3-numpy)")


def optional(name):
    try:
        return __import__(name)
    except ImportError as err:
        print(f"{name} is missing and left out: {err}")
        return None


class Unable(Exception):
    """What a peer cannot do; the message says why."""


class NumPy:
    name, version = "numpy", np.__version__
    views = {"": lambda x: x, "T": lambda x: x.T, "::2": lambda x: x[::2], "::-1": lambda x: x[::-1]}
    functions = {
        "add": np.add, "sub": np.subtract, "mul": np.multiply, "gt": np.greater, "logical_and": np.logical_and,
        "maximum": np.maximum, "minimum": np.minimum, "abs": np.abs, "neg": np.negative, "exp": np.exp, "tanh": np.tanh,
    }

    groups = {
        "sum": np.sum, "prod": np.prod, "mean": np.mean, "max": np.max, "argmax": np.argmax, "var": np.var, "cumsum": np.cumsum,
        "softmax": lambda x, axis, out=None: softmax(x, axis, out), "logsumexp": lambda x, axis, out=None: logsumexp(x, axis),
        "sort": lambda x, axis, out: np.sort(x, axis), "argsort": lambda x, axis, out: np.argsort(x, axis, kind="stable"),
        "topk": lambda x, axis, out: top(x, axis, out.shape[axis]),
    }
    random = np.random.default_rng(1)
    drawn = {"uniform": random.random, "normal": random.standard_normal}

    def array(self, arrays, operand, role):
        return arrays.get(operand["dtype"], operand["shape"], role)

    def plain(self, x):
        return x

    def prepare(self, work, inputs, out):
        inputs = [self.views[o.get("view", "")](x) for o, x in zip(work["in"], inputs)]
        if any(s["op"] in INDEXED for s in work["steps"]):
            inputs[1] = inputs[1].astype(np.intp)
        steps = [(s, [operand(a, inputs) for a in s.get("args", [])]) for s in work["steps"]]
        if work["mode"] == "in place":
            out = inputs[0] = inputs[0].copy()
        target = out if work["mode"] in WRITES else None
        if len(steps) == 1 and (f := self.functions.get(work["steps"][0]["op"])):  # nothing of ours beside the call
            return functools.partial(f, inputs[0], *steps[0][1], *([] if target is None else [target]))

        def run():
            x = inputs[0] if inputs else None
            if not steps:
                np.copyto(out, x)
            for step, rest in steps:
                x = self.step(step, x, rest, target)
            return x if steps else out

        return run

    def step(self, step, x, rest, out):
        if "axes" in step:
            return self.groups[step["op"]](x, axis=step["axes"][0], out=out)
        match step["op"]:
            case "matmul":
                return np.matmul(x, *rest, out=out)
            case "take":
                return x[rest[0]]
            case "scatter_add":
                np.copyto(out, x)
                np.add.at(out, *rest)
                return out
            case "uniform" | "normal":
                return self.drawn[step["op"]](dtype=np.float32, out=out)
            case "cast":
                if out is None:
                    return x.astype(step["to"])
                np.copyto(out, x, casting="unsafe")
                return out
            case "where":
                return np.where(x, *rest)  # has no out=
            case "relu":
                return np.maximum(x, 0, out=out)
            case "sigmoid":
                x = np.negative(x, out=out)
                for f, a in ((np.exp, ()), (np.add, (1,)), (np.reciprocal, ())):
                    x = f(x, *a, out=x)
                return x
            case op if op in self.functions:
                return self.functions[op](x, *rest, out=out)
        raise Unable("no " + step["op"])


    def loop(self, name, n):
        return LOOPS[name](lambda dtype: matrix(dtype, n))


class NumExpr(NumPy):
    name = "numexpr"
    texts = {
        "add": "({} + {})", "sub": "({} - {})", "mul": "({} * {})", "gt": "({} > {})", "logical_and": "({} & {})",
        "neg": "(-{})", "abs": "abs({})", "exp": "exp({})", "tanh": "tanh({})", "sigmoid": "1/(1 + exp(-{}))",
        "where": "where({}, {}, {})",
    }
    choices = {"maximum": (">", "{1}"), "minimum": ("<", "{1}"), "relu": (">", "0")}

    def __init__(self, module, threads):
        self.module, self.version = module, module.__version__
        module.set_num_threads(threads)
        known = module.necompiler.expressions.functions
        for op, (sign, other) in self.choices.items():  # 2.8 has no maximum
            f = "maximum" if op == "relu" else op
            self.texts[op] = f"{f}({{0}}, {other})" if f in known else f"where({{0}} {sign} {other}, {{0}}, {other})"

    def prepare(self, work, inputs, out):
        if not work["steps"]:
            raise Unable("no copy")
        names = dict(zip("abc", (self.views[o.get("view", "")](x) for o, x in zip(work["in"], inputs))))
        if any(x.dtype.name not in ("bool", "int32", "int64", "float32", "float64") for x in names.values()):
            raise Unable("computes in another dtype")
        if work["mode"] == "unfused":
            raise Unable("fuses always")
        if work["mode"] == "in place":
            out = names["a"] = names["a"].copy()
        text = "a"
        for step in work["steps"]:
            if step["op"] not in self.texts:
                raise Unable("no " + step["op"])
            if text.count("a") > 200:
                raise Unable("the expression is too long without maximum()")
            text = self.texts[step["op"]].format(text, *step.get("args", []))
        target = {"out": out} if work["mode"] in WRITES else {}
        evaluate = self.module.evaluate
        return lambda: evaluate(text, local_dict=names, global_dict={}, **target)

    def loop(self, name, n):
        raise Unable("no loops")


class Torch:
    name = "torch"
    groups = {"max": ("amax", {}), "var": ("var", {"correction": 0})}  # the others have the names of ours
    ordered = {
        "sort": lambda torch, x, axis, out: torch.sort(x, axis).values,
        "argsort": lambda torch, x, axis, out: torch.argsort(x, dim=axis, stable=True),
        "topk": lambda torch, x, axis, out: torch.topk(x, out.shape[axis], axis).values,
    }

    def __init__(self, module, threads):
        self.module, self.version = module, module.__version__
        module.set_num_threads(threads)
        # A view back to front does not exist there; flip copies, within the time.
        self.views = {"T": lambda x: x.T, "::2": lambda x: x[::2]}

    def array(self, arrays, operand, role):
        name, shape = operand["dtype"], operand["shape"]
        if not hasattr(self.module, name):
            raise Unable("no " + name)
        half = name == "bfloat16"  # which NumPy has not
        x = self.module.from_numpy(arrays.get("float32" if half else name, shape, role))
        return x.to(self.module.bfloat16) if half else x

    def plain(self, x):
        return (x.float() if x.dtype == self.module.bfloat16 else x).numpy()

    def prepare(self, work, inputs, out):
        torch = self.module
        inputs = [self.views.get(o.get("view"), lambda x: x)(x) for o, x in zip(work["in"], inputs)]
        reversed_first = inputs and work["in"][0].get("view") == "::-1"
        if any(s["op"] in INDEXED for s in work["steps"]):
            inputs[1] = inputs[1].long()
        if work["mode"] == "in place":
            out = inputs[0] = inputs[0].clone()
        target = {"out": out} if work["mode"] in WRITES else {}

        def run():
            x = None if not inputs else torch.flip(inputs[0], (0,)) if reversed_first else inputs[0]
            if not work["steps"]:
                return out.copy_(x)
            for step in work["steps"]:
                rest = [operand(a, inputs) for a in step.get("args", [])]
                if step["op"] in self.ordered:
                    x = self.ordered[step["op"]](torch, x, step["axes"][0], out)
                    continue
                if "axes" in step:
                    f, options = self.groups.get(step["op"], (step["op"], {}))
                    x = getattr(torch, f)(x, dim=step["axes"][0], **options, **target)
                    continue
                match step["op"]:
                    case "take":
                        x = torch.index_select(x, 0, *rest, out=out)
                    case "scatter_add":
                        x = torch.scatter_add(x, 0, *rest, out=out)
                    case "uniform":
                        x = out.uniform_()
                    case "normal":
                        x = out.normal_()
                    case "cast":
                        x = out.copy_(x) if target else x.to(getattr(torch, step["to"]))
                    case "where":
                        x = torch.where(x, *rest)  # 1.13 has no out=
                    case "relu":
                        x = torch.clamp_min(x, 0, **target)
                    case "maximum" | "minimum":
                        bound = {"min" if step["op"] == "maximum" else "max": rest[0]}
                        x = torch.clamp(x, **bound, **target)
                    case op:
                        x = getattr(torch, op)(x, *rest, **target)
            return x

        return run


    def loop(self, name, n):
        return LOOPS[name](lambda dtype: self.module.from_numpy(matrix(dtype, n)))


def softmax(x, axis, out):
    e = np.exp(np.subtract(x, x.max(axis, keepdims=True), out=out), out=out)
    return np.divide(e, e.sum(axis, keepdims=True), out=out)


def logsumexp(x, axis):
    most = x.max(axis, keepdims=True)
    return np.log(np.exp(x - most).sum(axis)) + most.squeeze(axis)


def top(x, axis, k):
    greatest = np.partition(x, x.shape[axis] - k, axis).take(range(x.shape[axis] - k, x.shape[axis]), axis)
    return np.flip(np.sort(greatest, axis), axis)


INDEXED = "take", "scatter_add"  # operations whose indices are made int64, outside of the time
DRAWN = "uniform", "normal"  # operations whose results differ between peers
WRITES = "into", "in place"  # modes whose result goes to an array that is there


def matrix(dtype, n):
    return data(np.dtype(dtype), 0, n).reshape(math.isqrt(n), -1)


def stencil(array, in_place=False):
    x = array("float32")
    y = x if in_place else x + 0

    def run():
        nonlocal x, y
        y[1:-1, 1:-1] = (x[1:-1, 1:-1] + x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]) * 0.2
        x, y = y, x
        return x

    return run


def life(array):
    x = array("uint8") & 1
    y = x + 0

    def run():
        nonlocal x, y
        n = (x[:-2, :-2] + x[:-2, 1:-1] + x[:-2, 2:] + x[1:-1, :-2] + x[1:-1, 2:] + x[2:, :-2] + x[2:, 1:-1] + x[2:, 2:])
        y[1:-1, 1:-1] = (n == 3) | ((x[1:-1, 1:-1] == 1) & (n == 2))
        x, y = y, x
        return x

    return run


def sums(array):
    x, y = array("float32"), array("float32")
    return lambda: x + y


LOOPS = {"stencil": stencil, "stencil in place": functools.partial(stencil, in_place=True), "life": life, "sums dropped": sums}


def operand(arg, inputs):
    return inputs["abc".index(arg)] if isinstance(arg, str) else arg


def data(dtype, role, n):
    """n values: floats between -4 and 4, any integers."""
    random = np.random.default_rng(role)
    if dtype.kind == "f":
        return (random.random(n, np.float32) * 8 - 4).astype(dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, n, np.uint8).astype(dtype)
    return np.frombuffer(random.bytes(n * dtype.itemsize), dtype).copy()


class Arrays:
    """Flat arrays that the cases share, one for each role and dtype."""

    def __init__(self):
        self.flat = {}

    def get(self, name, shape, role):
        try:
            dtype, n = np.dtype(name), int(np.prod(shape, dtype=np.int64))
        except TypeError:
            raise Unable("no " + name) from None
        key = dtype, role
        if key not in self.flat or len(self.flat[key]) < n:
            self.flat[key] = data(dtype, role, n) if role != "out" else np.zeros(n, dtype)
        return self.flat[key][:n].reshape(shape)


def measure(run):
    """Nanoseconds of one launch."""
    launches = 1
    while True:
        start = time.perf_counter_ns()
        for _ in range(launches):
            run()
        spent = time.perf_counter_ns() - start
        least = args.least * 1e6
        if spent >= least:
            return spent / launches
        launches = max(2 * launches, min(int(launches * 1.4 * least / max(spent, 1)), 10 * launches))


def ours(file):
    """The cases of our device that can be run elsewhere, by what they are."""
    with open(file) as f:
        report = json.load(f)
    if report["schema"] != 1:
        sys.exit(f"{file}: schema {report['schema']}, not 1")
    for device in report["devices"]:
        if device["name"] == args.device:
            print(f"ours: {device['string']}, measured {report['time']}")
            named = {(c["section"], c["name"], c["dtype"], c["n"]): c for c in device["cases"]}
            return {k: c for k, c in named.items() if "work" in c or c["name"] in LOOPS}
    sys.exit(f"{file} has no device {args.device}")


def run_ours():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "ours.json")
        subprocess.run([args.run, "-device", args.device, "-threads", str(args.threads), "-cases", args.cases, "-n", str(args.n),
                        "-repeat", "3", "-max", str(2 * args.max), "-json", file], check=True, stdout=subprocess.DEVNULL)
        return ours(file)


def agree(results, key):
    """Stops if peers disagree: then one of them runs something else."""
    (judge, first), *others = results
    for name, x in others:
        if not np.allclose(x.astype(np.float64), first.astype(np.float64), rtol=1e-2, atol=1e-3, equal_nan=True):
            sys.exit(f"{key}: {name} and {judge} disagree")


def prepare(peers, cases):
    """The peers' functions for each case, and why others have none."""
    runs, unable, arrays = {}, {}, Arrays()
    for key, case in cases.items():
        text = " ".join(map(str, key))
        if case["bytes"] > args.max:
            unable.setdefault(f"left out, more than -max {args.max} bytes", []).append(text)
            continue
        results, work = [], case.get("work")
        for peer in peers:
            try:
                if work:
                    inputs = [peer.array(arrays, o, k) for k, o in enumerate(work["in"])]
                    run = peer.prepare(work, inputs, peer.array(arrays, work["out"], "out"))
                else:
                    run = peer.loop(case["name"], case["n"])
                sample = peer.plain(run()).ravel()[:: max(case["n"] // 1000, 1)].copy()
            except (Unable, TypeError, AttributeError, RuntimeError) as err:
                unable.setdefault(f"not with {peer.name}: {err}", []).append(text)
                continue
            results.append((peer.name, sample))
            runs[key, peer.name] = run
        if results and not (work and any(s["op"] in DRAWN for s in work["steps"])):
            agree(results, key)
    return runs, unable


def main():
    peers = [NumPy()]
    for name, peer in (("numexpr", NumExpr), ("torch", Torch)):
        if module := optional(name):
            peers.append(peer(module, args.threads))
    print("peers:", ", ".join(f"{p.name} {p.version}" for p in peers), f"with {args.threads} threads (numpy: 1)")

    cases = ours(args.file) if args.file else run_ours()
    largest = sorted(cases.items(), key=lambda kv: -kv[1]["bytes"])  # so that shared arrays are made once
    runs, unable = prepare(peers, dict(largest))
    times = {}
    for round in range(args.rounds):
        if args.run and round:
            for key, case in run_ours().items():
                if key in cases:
                    cases[key]["samples_ns"] += case["samples_ns"]
        for key in cases:
            for peer in peers:
                if run := runs.get((key, peer.name)):
                    times.setdefault((key, peer.name), []).append(measure(run))

    columns = ["case", "dtype", "n", "ours"] + [c for p in peers for c in (p.name, "ours/it", "of min")]
    rows = [columns]
    behind = []
    for key, case in cases.items():
        our = statistics.median(case["samples_ns"])
        row = [" ".join(key[:2]), key[2], str(key[3]), duration(our)]
        for peer in peers:
            if (key, peer.name) not in times:
                row += ["", "", ""]
                continue
            their = statistics.median(times[key, peer.name])
            fastest = min(case["samples_ns"]) / min(times[key, peer.name])
            row += [duration(their), f"{our / their:.2f}", f"{fastest:.2f}"]
            if our > their:
                behind.append((our / their, f"{row[0]} {row[1]} {row[2]} behind {peer.name} by {our / their:.2f}"))
        rows.append(row)
    widths = [max(len(r[i]) for r in rows) for i in range(len(columns))]
    for row in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip())
    for why, texts in unable.items():
        print(f"{why}: {'; '.join(texts)}")
    print(f"{len(behind)} times behind a peer" + "".join("\n  " + text for _, text in sorted(behind, reverse=True)))


def duration(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


main()
