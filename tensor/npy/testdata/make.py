"""Makes the files beside it, with NumPy's verdict on them. It needs numpy 2.4 and ml_dtypes 0.6.

arrays.npz: an array of each dtype, byte order, memory order and rank. Element k, counted row-major,
is (37 k mod 101) - 5 converted to the dtype, a quarter of it for floats, k mod 3 == 0 for bool.
npy.json, npz.json: malformed and unusual files. "rule" is a part of our error; without it, and
without "either", we accept the file. Python's verdict is its error, or dtype, shape and CRC of the
elements, row-major and little endian. We accept no file that Python refuses.

python make.py serve answers files, in base64 a line, with verdicts: the oracle of the fuzz tests.
"""
import base64, io, json, os, random, struct, sys, warnings, zipfile, zlib
import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))
DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()
SHAPES = [(), (5,), (2, 3), (2, 3, 2), (1, 2, 1, 3), (0,), (2, 0, 3), (1, 1)]


def array(dtype, shape):
    k = np.arange(np.prod(shape, dtype=int))
    v = k * 37 % 101 - 5
    if dtype == "bool":
        v = k % 3 == 0
    elif dtype.startswith(("float", "bfloat")):
        v = v / 4
    elif dtype.startswith("uint"):
        v = v & 0xFF
    return v.astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype).reshape(shape)


def arrays():
    made = {}
    for dtype in DTYPES + ["bfloat16"]:
        for shape in SHAPES:
            for order in "CF":
                for swap in (False, True):
                    a = np.array(array(dtype, shape), order=order)
                    if swap and (a.itemsize == 1 or dtype == "bfloat16"):
                        continue
                    if swap:
                        a = a.astype(a.dtype.newbyteorder(">"))
                    name = "_".join([dtype, "x".join(map(str, shape)) or "0d", order, "big" if swap else "little"])
                    made[name] = a
    np.savez_compressed(os.path.join(HERE, "arrays.npz"), **made)
    np.savez(os.path.join(HERE, "stored.npz"), **{"a": array("float32", (2, 3)), "b/c": array("int64", (4,)).reshape(2, 2).T, "é": array("bool", ())})


def values(a):
    if a.dtype.kind in "OUSMmcV" or a.dtype.itemsize > 8:
        return {"dtype": str(a.dtype), "shape": list(a.shape)}
    if a.dtype == bool:
        a = a.view(np.uint8) != 0
    raw = a.astype(a.dtype.newbyteorder("<")).tobytes()
    return {"dtype": str(a.dtype.newbyteorder("=")), "shape": list(a.shape), "crc": zlib.crc32(raw)}


def verdict(raw):
    """What np.load says, as a JSON value."""
    try:
        got = np.load(io.BytesIO(raw), allow_pickle=False)
        if isinstance(got, np.lib.npyio.NpzFile):
            members = {}
            for name in got.files:
                member = got[name]
                if not isinstance(member, np.ndarray):
                    return {"error": "not an array: " + name}
                members[name] = values(member)
            return {"arrays": members}
        return values(got)
    except BaseException as e:
        return {"error": (type(e).__name__ + ": " + str(e).split("\n")[0])[:120]}


def npy(header, data=b"\0" * 64, version=(1, 0), length=None, pad=True):
    header = header.encode("latin1") if isinstance(header, str) else header
    if pad:
        header += b" " * (-(len(header) + 11) % 64) + b"\n"
    n = len(header) if length is None else length
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H" if version == (1, 0) else "<I", n) + header + data


def head(descr="'<f4'", order="False", shape="(2,)"):
    return "{'descr': %s, 'fortran_order': %s, 'shape': %s, }" % (descr, order, shape)


def npy_cases():
    good = npy(head())
    saved = io.BytesIO()
    np.save(saved, array("int16", (2, 3)))
    yield "as NumPy saves", saved.getvalue(), None
    yield "version 1", good, None
    yield "version 2", npy(head(), version=(2, 0)), None
    yield "version 3", npy(head(), version=(3, 0)), None
    yield "version 4", npy(head(), version=(4, 0)), "version 4.0"
    yield "version 0", npy(head(), version=(0, 0)), "version 0.0"
    yield "version 1.1", npy(head(), version=(1, 1)), "version 1.1"
    yield "empty file", b"", "before its header"
    yield "magic cut", good[:4], "before its header"
    yield "wrong magic", b"\x94" + good[1:], "begins with"
    yield "version cut", good[:7], "before its header"
    yield "length cut", good[:9], "inside its header"
    yield "header cut", good[:40], "inside its header"
    yield "header length 0", npy(b"", pad=False), "no Python dict"
    yield "header length beyond the file", npy(head(), length=60000)[:200], "60000 bytes; at most 10000"
    yield "version 2, header of 4 GiB", npy(head(), version=(2, 0), length=2**32 - 1), "4294967295 bytes; at most 10000"
    yield "header longer than 10000", npy(head() + " " * 10000), "at most 10000"
    yield "header of 9999", npy((head() + " " * (9999 - len(head())))[:9998] + "\n", pad=False), None
    yield "no newline at its end", npy(head(), pad=False), None
    yield "elements cut", good[:-60], "the file"
    yield "no elements at all", good[:-64], "the file"
    yield "trailing bytes", good + b"more", None
    yield "double quotes", npy(head().replace("'", '"')), None
    yield "keys in another order", npy("{'shape': (2,), 'fortran_order': False, 'descr': '<f4'}"), None
    yield "no blanks", npy("{'descr':'<f4','fortran_order':False,'shape':(2,)}"), None
    yield "a line end inside", npy("{'descr': '<f4',\n 'fortran_order': False, 'shape': (2,), }"), None
    yield "leading blanks", npy("  " + head()), None
    yield "Python 2's long", npy(head(shape="(2L, 3L)")), None
    yield "an unknown key", npy(head()[:-1] + "'x': 1, }"), "keys are descr"
    yield "a missing key", npy("{'descr': '<f4', 'shape': (2,), }"), 'no key "fortran_order"'
    yield "a key twice", npy(head()[:-1] + "'shape': (1,), }"), "twice"
    yield "no dict", npy("('<f4', False, (2,))"), "no Python dict"
    yield "a brace alone", npy("}"), "no key"
    yield "an open dict", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), "), "no Python dict"
    yield "text after the dict", npy(head() + "x"), "after the dict"
    yield "code", npy("{'descr': __import__('os').getcwd(), 'fortran_order': False, 'shape': (2,)}"), "no string"
    yield "bytes for text", npy(b"\xff\xfe\xfd"), "no Python dict"
    yield "zeros for blanks", npy(head().encode() + b"\0" * 8), "after the dict"
    yield "nested brackets", npy("{" * 1000), "no Python dict"
    for name, shape, rule in [
        ("a number", "(6)", "not a tuple"), ("a list", "[2]", "no tuple"), ("None", "None", "no tuple"),
        ("negative", "(-1,)", "negative"), ("negative twice", "(-2, -3)", "negative"), ("minus zero", "(-0,)", None),
        ("a float", "(2.0,)", "whole numbers"), ("bools", "(True,)", "whole numbers"), ("hexadecimal", "(0x2,)", "whole numbers"),
        ("leading zeros", "(02,)", "whole numbers"), ("commas", "(2,,)", "whole numbers"), ("only a comma", "(,)", "whole numbers"),
        ("open", "(2, ", "whole numbers"), ("0-d", "()", None), ("blanks", "( 2 , 3 )", None), ("no comma between", "(2 3)", "whole numbers"),
        ("64 axes", "(" + "1, " * 64 + ")", None), ("65 axes", "(" + "1, " * 65 + ")", "more than 64 axes"),
        ("3000 axes", "(" + "1, " * 3000 + ")", "more than 64 axes"),
        ("of 2^36 elements", "(68719476736,)", "the file"), ("of 2^62 bytes", "(1152921504606846976,)", "the file"),
        ("overflow", "(9223372036854775807, 2)", "more bytes than an int counts"),
        ("overflow to 4", "(4294967296, 4294967296)", "more bytes than an int counts"),
        ("overflow beside 0", "(9223372036854775807, 9223372036854775807, 0)", "more bytes than an int counts"),
        ("overflow of bytes beside 0", "(0, 4611686018427387904)", "more bytes than an int counts"),
        ("beyond int64", "(9223372036854775808,)", "does not fit an int"), ("of 1000 digits", "(" + "9" * 1000 + ",)", "does not fit an int"),
        ("empty", "(0,)", None), ("empty of many", "(1000000, 0)", None),
    ]:
        yield "shape: " + name, npy(head(shape=shape)), rule
    for descr, rule in [
        ("'f4'", None), ("'=f4'", None), ("'|f4'", None), ("'>f4'", None), ("'|b1'", None), ("'<b1'", None), ("'>u1'", None),
        ("'>i8'", None), ("'<f3'", "not one of NumPy's names"), ("'<i16'", "not one of NumPy's names"), ("'<f4 '", "not one of NumPy's names"),
        ("''", "not one of NumPy's names"), ("'<'", "not one of NumPy's names"), ("'<<f4'", "not one of NumPy's names"),
        ("'float32'", None), ("'<f16'", "float128"), ("'<c8'", "complex"), ("'<c16'", "complex"),
        ("'|O'", "Python objects"), ("'<U4'", "strings"), ("'|S3'", "byte strings"), ("'<M8[s]'", "dates"), ("'<m8[ns]'", "time differences"),
        ("'<V2'", "npy.V2AsBFloat16"), ("'|V2'", "npy.V2AsBFloat16"), ("'|V7'", "raw bytes"), ("[('a', '<f4')]", "structured"),
        ("('<f4', (2,))", "no string"), ("None", "no string"), ("4", "no string"), ("b'<f4'", "no string"), ("'<f\\x34'", "no string"), ("'<f4", "not one of NumPy's names"),
    ]:
        yield "descr: " + descr, npy(head(descr=descr)), rule
    for order, rule in [("True", None), ("1", "neither"), ("'False'", "neither"), ("None", "neither"), ("Falsehood", "no Python dict")]:
        yield "fortran_order: " + order, npy(head(order=order, shape="(2, 3)")), rule
    yield "2 in a bool", npy(head(descr="'|b1'", shape="(4,)"), b"\x02\x00\x01\xff"), None
    yield "Fortran order, big endian", npy(head("'>i2'", "True", "(2, 3)"), bytes(range(12))), None


def npz(*members, method=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, raw in members:
            z.writestr(zipfile.ZipInfo(name), raw, compress_type=method)
    return out.getvalue()


def patched(raw, *changes):
    raw = bytearray(raw)
    for at, new in changes:
        raw[at : at + len(new)] = new
    return bytes(raw)


def npz_cases():
    a = npy(head(), struct.pack("<2f", 1, 2))
    one = npz(("a.npy", a))
    central = one.index(b"PK\x01\x02")
    yield "stored", one, None
    yield "deflated", npz(("a.npy", a), method=zipfile.ZIP_DEFLATED), None
    yield "no members", npz(), None
    out = io.BytesIO()
    np.savez(out, a=np.arange(3), b=np.ones((2, 2), ">f8", order="F"))
    yield "as NumPy saves, zip64", out.getvalue(), None
    out = io.BytesIO()
    np.savez_compressed(out, a=np.zeros(1000))
    yield "as NumPy saves compressed", out.getvalue(), None
    yield "bytes before the archive", b"#!/bin/sh\n" + one, "begins with"
    yield "a comment after it", patched(one, (len(one) - 2, b"\x02\x00")) + b"hi", None
    yield "a bit of the elements flipped", patched(one, (len("a.npy") + 30 + len(a) - 1, b"\x41")), "checksum"
    yield "checksum zeroed", patched(one, (14, b"\0" * 4), (central + 16, b"\0" * 4)), "checksum"
    yield "LZMA", npz(("a.npy", a), method=zipfile.ZIP_LZMA), "method 14"
    yield "bzip2", npz(("a.npy", a), method=zipfile.ZIP_BZIP2), "method 12"
    yield "method 99", patched(one, (8, b"\x63\0"), (central + 10, b"\x63\0")), "method 99"
    yield "encrypted", patched(one, (6, b"\x01\0"), (central + 8, b"\x01\0")), "encrypted"
    yield "two members of a name", npz(("a.npy", a), ("a.npy", npy(head(shape="(1,)"), b"\0" * 4))), "two members"
    yield "two members of a name without .npy", npz(("a.npy", a), ("a", a)), "two members"
    yield "names that climb", npz(("../../a.npy", a), ("/b.npy", a)), None
    yield "an empty name", npz((".npy", a)), None
    yield "a text", npz(("README", b"hello")), "before its header"
    yield "a longer text", npz(("README", b"hello hello hello")), "begins with"
    yield "an empty member", npz(("a.npy", b"")), "before its header"
    yield "elements cut", npz(("a.npy", a[:-1])), "its array has"
    yield "trailing bytes", npz(("a.npy", a + b"x")), "its array has"
    yield "a shape of 2^40", npz(("a.npy", npy(head(shape="(1099511627776,)")))), "its array has"
    yield "objects", npz(("a.npy", npy(head(descr="'|O'")))), "Python objects"
    n = len(one)
    yield "directory cut", one[: n - 30], "no whole zip archive"
    yield "end cut", one[: n - 1], "no whole zip archive"
    yield "half", one[: n // 2], "no whole zip archive"
    yield "elements missing in the middle", one[:100] + one[150:], "zip archive"
    yield "two members at one place", overlapping(a), "overlap"
    big = struct.pack("<I", 2**31 - 1)
    yield "size beyond the file", patched(one, (18, big + big), (central + 20, big + big)), "the file has"
    sizes = struct.pack("<I", len(a) + 4)
    yield "size 4 too great", patched(one, (22, sizes), (central + 24, sizes)), "it is stored, in"
    deflated = npz(("a.npy", a), method=zipfile.ZIP_DEFLATED)
    at = deflated.index(b"PK\x01\x02")
    yield "deflated, lying length", patched(deflated, (22, big), (at + 24, big)), "its array has"
    lie = npz(("a.npy", npy(head(shape="(268435456,)"))), method=zipfile.ZIP_DEFLATED)
    at = lie.index(b"PK\x01\x02")
    size = struct.pack("<I", 128 + 2**30)
    yield "deflated, array and length lie", patched(lie, (22, size), (at + 24, size)), "the file ends before"
    yield "deflated bytes garbled", patched(deflated, (35, b"\xff" * 12)), "compressed bytes"
    bomb = npz(("a.npy", npy(head(descr="'|u1'", shape="(2,)"), b"\0" * 2**22)), method=zipfile.ZIP_DEFLATED)
    yield "a bomb of 4 MiB behind 2 bytes", bomb, "its array has"
    at = bomb.index(b"PK\x01\x02")
    size = struct.pack("<I", 130)
    yield "a bomb that lies about its length", patched(bomb, (22, size), (at + 24, size)), "goes on after"
    yield "offset of the directory beyond the file", patched(one, (n - 6, b"\xff\xff\xff\x7f")), "no whole zip archive"
    yield "65535 members", patched(one, (n - 14, b"\xff\xff\xff\xff")), "no whole zip archive"
    yield "offset of a member beyond the file", patched(one, (central + 42, b"\xff\xff\xff\x7f")), "no whole zip archive"
    yield "a name that is not UTF-8", patched(one, (30, b"\xff"), (central + 46, b"\xff"), (6, b"\0\x08"), (central + 8, b"\0\x08")), "UTF-8"


def overlapping(a):
    out = bytearray(npz(("a.npy", a), ("b.npy", a)))
    first = out.index(b"PK\x01\x02")
    second = out.index(b"PK\x01\x02", first + 4)
    out[second + 42 : second + 46] = struct.pack("<I", 0)
    out[second + 46 : second + 47] = b"b"
    return bytes(out)


def mutants(seeds, n):
    """Files with some bytes changed, taken out or put in."""
    rng = random.Random(1)
    for i in range(n):
        raw = bytearray(rng.choice(seeds))
        for _ in range(rng.choice([1, 1, 2, 3])):
            at = rng.randrange(min(len(raw), 400))
            what = rng.randrange(4)
            if what == 0:
                raw[at] ^= 1 << rng.randrange(8)
            elif what == 1:
                raw[at] = rng.choice(b"0123456789(),'{}<>|=LTF-\0\xff\n ")
            elif what == 2:
                del raw[at : at + rng.choice([1, 1, 2, 9])]
            else:
                raw[at:at] = bytes([rng.choice(b"0123456789(),'- \0\xff")])
        yield "mutant %d" % i, bytes(raw), "either"


def record(file, cases):
    lines = []
    for name, raw, rule in cases:
        case = {"name": name, "file": base64.b64encode(raw).decode(), "python": verdict(raw)}
        if rule == "either":
            case["either"] = True
        elif rule:
            case["rule"] = rule
        lines.append(json.dumps(case))
    with open(os.path.join(HERE, file), "w") as f:
        f.write("[\n" + ",\n".join(lines) + "\n]\n")


def serve():
    for line in sys.stdin:
        print(json.dumps(verdict(base64.b64decode(line))), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        arrays()
        seeds = [npy(head(), b"\1\2\3\4" * 4), npy(head("'>i2'", "True", "(2, 3)"), bytes(range(12))), npy(head("'|b1'", "False", "()"), b"\1"),
                 npy(head("'<u8'", "False", "(2, 1, 3)"), bytes(48), (2, 0))]
        record("npy.json", list(npy_cases()) + list(mutants(seeds, 150)))
        small = [npz(("a.npy", seeds[0]), ("b.npy", seeds[2])), npz(("a.npy", seeds[1]), method=zipfile.ZIP_DEFLATED)]
        record("npz.json", list(npz_cases()) + list(mutants(small, 60)))
