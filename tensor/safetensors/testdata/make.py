"""Makes the files beside it, with the reference implementation's verdict on them. It needs
safetensors 0.8, numpy 2.4 and ml_dtypes 0.6.

tensors.safetensors: a tensor of each dtype and rank. Element k is (37 k mod 101) - 5 converted to
the dtype, a quarter of it for floats, k mod 3 == 0 for bool. metadata.safetensors has metadata too.
hostile.json: malformed and unusual files. "rule" is a part of our error; without it, and without
"either", we accept the file. Python's verdict is its error, or dtype, shape and CRC of each tensor.
We accept no file that Python refuses.

python make.py serve answers files, in base64 a line, with verdicts: the oracle of the fuzz tests.
"""
import base64, json, os, random, struct, sys, zlib
import ml_dtypes
import numpy as np
import safetensors.numpy
from safetensors import deserialize

HERE = os.path.dirname(os.path.abspath(__file__))
DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64".split()
SHAPES = [(), (5,), (2, 3), (2, 3, 2), (1, 2, 1, 3), (0,), (2, 0, 3)]


def array(dtype, shape):
    k = np.arange(np.prod(shape, dtype=int))
    v = k * 37 % 101 - 5
    if dtype == "bool":
        v = k % 3 == 0
    elif "float" in dtype:
        v = v / 4
    elif dtype.startswith("uint"):
        v = v & 0xFF
    return v.astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype).reshape(shape)


def save(name, tensors, metadata=None):
    with open(os.path.join(HERE, name), "wb") as f:
        f.write(safetensors.numpy.save(tensors, metadata))


def verdict(raw):
    """What the reference implementation says, as a JSON value."""
    try:
        tensors = {}
        for name, t in deserialize(raw):
            data = bytes(t["data"])
            if t["dtype"] == "BOOL":
                data = bytes(min(b, 1) for b in data)
            tensors[name] = {"type": t["dtype"], "shape": t["shape"], "crc": zlib.crc32(data)}
        return {"tensors": tensors}
    except BaseException as e:
        return {"error": (type(e).__name__ + ": " + str(e).split("\n")[0])[:120]}


def file(header, data=b"", length=None):
    header = header if isinstance(header, (bytes, str)) else json.dumps(header, separators=(",", ":"))
    header = header.encode() if isinstance(header, str) else header
    return struct.pack("<Q", len(header) if length is None else length) + header + data


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


def raw_entry(dtype='"F32"', shape="[2]", offsets="[0,8]"):
    return '{"dtype":%s,"shape":%s,"data_offsets":%s}' % (dtype, shape, offsets)


def cases():
    data = struct.pack("<2f", 1, 2)
    good = file({"a": entry()}, data)
    plain = '{"a":' + raw_entry() + "}"
    yield "one tensor", good, None
    yield "two tensors", file({"b": entry(offsets=(8, 16)), "a": entry()}, data * 2), None
    yield "no tensors", file({}), None
    yield "only metadata", file({"__metadata__": {"a": "b"}}), None
    yield "metadata", file({"__metadata__": {"format": "pt", "é": "\u2603"}, "a": entry()}, data), None
    yield "metadata null", file({"__metadata__": None, "a": entry()}, data), None
    yield "metadata with a number", file({"__metadata__": {"a": 1}}), "expected a string"
    yield "metadata with an object", file({"__metadata__": {"a": {}}}), "expected a string"
    yield "metadata that is a string", file({"__metadata__": "a"}), "expected"
    yield "metadata twice", file('{"__metadata__":{},"__metadata__":{}}'), "twice"
    yield "a key of the metadata twice", file('{"__metadata__":{"a":"b","a":"c"}}'), "twice"
    yield "metadata behind an escape", file('{"__metadat\\u0061__":{"a":"b"}}'), None
    yield "metadata nul", file('{"__metadata__":nul}'), "null"
    yield "empty file", b"", "before its header"
    yield "length cut", b"\1\2\3", "before its header"
    yield "header of 0 bytes", file(""), "expected"
    yield "header cut", good[:30], "inside its header"
    yield "header length beyond the file", file(plain, data, length=1000), "inside its header"
    yield "header length 100,000,000", file(plain, data, length=100_000_000), "inside its header"
    yield "header length 100,000,001", file(plain, data, length=100_000_001), "at most 100000000"
    yield "header length 2^63", file(plain, data, length=2**63), "at most 100000000"
    yield "header length 2^64-1", file(plain, data, length=2**64 - 1), "at most 100000000"
    yield "header one byte short", file(plain, data, length=len(plain) - 1), "expected"
    yield "header one byte long", file(plain, data, length=len(plain) + 1), "expected the end"
    yield "blanks before and after", file("\n " + plain + " \t\r\n", data), None
    yield "NUL after", file(plain + "\0", data), "expected the end"
    yield "two objects", file(plain + "{}", data), "expected the end"
    yield "an array", file("[]"), "expected"
    yield "a string", file('"a"'), "expected"
    yield "an open object", file(plain[:-1], data), "expected a comma"
    yield "a trailing comma", file(plain[:-1] + ",}", data), "expected a string"
    yield "single quotes", file(plain.replace('"', "'"), data), "expected a string"
    yield "a byte order mark", file("\ufeff" + plain, data), "expected"
    yield "bad UTF-8 in a name", file(b'{"\xff":' + raw_entry().encode() + b"}", data), "UTF-8"
    yield "an overlong slash", file(b'{"\xc0\xaf":' + raw_entry().encode() + b"}", data), "UTF-8"
    yield "a surrogate in UTF-8", file(b'{"\xed\xa0\x80":' + raw_entry().encode() + b"}", data), "UTF-8"
    yield "half a surrogate pair", file('{"\\ud800":' + raw_entry() + "}", data), "surrogate"
    yield "two first halves", file('{"\\ud800\\ud800":' + raw_entry() + "}", data), "surrogate"
    yield "a second half alone", file('{"\\udc00":' + raw_entry() + "}", data), "surrogate"
    yield "a surrogate pair", file('{"\\ud83d\\ude00":' + raw_entry() + "}", data), None
    yield "all escapes", file('{"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9":' + raw_entry() + "}", data), None
    yield "an unknown escape", file('{"\\x41":' + raw_entry() + "}", data), "escaped"
    yield "a short escape", file('{"\\u12":' + raw_entry() + "}", data), "escaped"
    yield "an escape with a sign", file('{"\\u+123":' + raw_entry() + "}", data), "escaped"
    yield "a line end in a name", file('{"a\n":' + raw_entry() + "}", data), "control character"
    yield "an empty name", file({"": entry()}, data), None
    yield "a name that climbs", file({"../../etc/passwd": entry()}, data), None
    yield "a name with NUL", file({"a\0b": entry()}, data), None
    yield "a name twice", file('{"a":' + raw_entry() + ',"a":' + raw_entry() + "}", data), "twice"
    yield "a name twice, with bytes for both", file('{"a":' + raw_entry() + ',"a":' + raw_entry(offsets="[8,16]") + "}", data * 2), "twice"
    yield "a name twice, once escaped", file('{"a":' + raw_entry() + ',"\\u0061":' + raw_entry() + "}", data), "twice"
    yield "a field twice", file('{"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}}', data), "twice"
    yield "an unknown field", file('{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1}}', data), "fields are"
    yield "a missing field", file('{"a":{"dtype":"F32","shape":[2]}}', data), "lacks a field"
    yield "a tensor that is a list", file('{"a":["F32",[2],[0,8]]}', data), "expected"
    yield "a tensor that is null", file('{"a":null}', data), "expected"
    yield "nested lists", file('{"a":{"shape":' + "[" * 1000 + "]" * 1000 + "}}"), "whole number"
    yield "nested objects", file('{"a":' * 1000 + "1" + "}" * 1000), "fields are"
    for name, shape in [("a float", "[2.0]"), ("an exponent", "[2e0]"), ("negative", "[-2]"), ("minus zero", "[-0]"), ("leading zeros", "[02]"),
                        ("a string", '["2"]'), ("true", "[true]"), ("null", "null"), ("a number", "2"), ("a trailing comma", "[2,]"), ("an object", "{}")]:
        yield "shape: " + name, file('{"a":' + raw_entry(shape=shape) + "}", data), "expected" if name != "a float" and name != "an exponent" else "a comma"
    yield "shape: beyond int64", file('{"a":' + raw_entry(shape="[9223372036854775808]") + "}", data), "above"
    yield "shape: beyond uint64", file('{"a":' + raw_entry(shape="[18446744073709551618]") + "}", data), "above"
    yield "shape: of 1000 digits", file('{"a":' + raw_entry(shape="[" + "9" * 1000 + "]") + "}", data), "above"
    yield "shape: overflow", file({"a": entry(shape=(2**62, 4))}, data), "more bits"
    yield "shape: overflow to 2", file({"a": entry(shape=(2**32 + 1, 2**32))}, data), "more bits"
    yield "shape: overflow of bits", file({"a": entry(shape=(2**60,))}, data), "more bits"
    yield "shape: overflow before 0", file({"a": entry(shape=(2**62, 2**62, 0), offsets=(0, 0))}), "more bits"
    yield "shape: overflow after 0", file({"a": entry(shape=(0, 2**62, 2**62), offsets=(0, 0))}), "more bits"
    yield "shape: 2^40", file({"a": entry(shape=(2**40,), offsets=(0, 2**42))}, data), "the file"
    yield "shape: 64 axes", file({"a": entry(shape=(1,) * 63 + (2,))}, data), None
    yield "shape: 65 axes", file({"a": entry(shape=(1,) * 64 + (2,))}, data), "more than 64"
    yield "shape: 3000 axes", file({"a": entry(shape=(1,) * 2999 + (2,))}, data), "more than 64"
    yield "shape: 0-d", file({"a": entry(shape=(), offsets=(0, 4))}, data[:4]), None
    yield "shape: empty", file({"a": entry(shape=(0,), offsets=(0, 0))}), None
    yield "shape: too small", file({"a": entry(shape=(1,))}, data), "have 8"
    yield "shape: too large", file({"a": entry(shape=(3,))}, data), "have 8"
    yield "offsets: one", file({"a": entry(offsets=(0,))}, data), "not two"
    yield "offsets: three", file({"a": entry(offsets=(0, 8, 8))}, data), "more than 2"
    yield "offsets: negative", file({"a": entry(offsets=(-8, 0))}, data), "expected a whole number"
    yield "offsets: backwards", file({"a": entry(offsets=(8, 0))}, data), "belong to no tensor"
    yield "offsets: backwards from 0", file({"b": entry(), "a": entry(offsets=(8, 0))}, data), "have -8"
    yield "offsets: not from 0", file({"a": entry(offsets=(4, 12))}, b"1234" + data), "belong to no tensor"
    yield "offsets: a hole", file({"a": entry(), "b": entry(offsets=(12, 20))}, data * 2 + b"1234"), "belong to no tensor"
    yield "offsets: an overlap", file({"a": entry(), "b": entry(offsets=(4, 12))}, data + b"1234"), "of another tensor end"
    yield "offsets: two at one place", file({"a": entry(), "b": entry()}, data), "of another tensor end"
    yield "offsets: two empty at one place", file({"a": entry(shape=(0,), offsets=(0, 0)), "b": entry(shape=(0,), offsets=(0, 0))}), None
    yield "offsets: an empty one at the end", file({"a": entry(), "b": entry(shape=(0,), offsets=(8, 8))}, data), None
    yield "offsets: an empty one inside another", file({"a": entry(), "b": entry(shape=(0,), offsets=(4, 4))}, data), "of another tensor end"
    yield "offsets: beyond the file", file({"a": entry(), "b": entry(offsets=(8, 16))}, data), "the file"
    yield "offsets: near 2^63", file({"a": entry(offsets=(2**63 - 9, 2**63 - 1))}, data), "belong to no tensor"
    yield "offsets: beyond uint64", file('{"a":' + raw_entry(offsets="[0,18446744073709551624]") + "}", data), "above"
    yield "elements cut", good[:-1], "the file"
    yield "no elements", good[:-8], "the file"
    yield "a trailing byte", good + b"1", "the"
    for dtype, bits in [("F8_E4M3", 8), ("F8_E5M2", 8), ("F8_E8M0", 8), ("F6_E2M3", 6), ("F6_E3M2", 6), ("F4", 4), ("C64", 64)]:
        yield "dtype: " + dtype, file({"a": entry(dtype, (8,), (0, bits))}, b"\0" * bits), "tensors do not hold " + dtype
    yield "dtype: 7 numbers of 4 bits", file({"a": entry("F4", (7,), (0, 3))}, b"123"), "no whole number of bytes"
    yield "dtype: F128", file({"a": entry("F128", (1,), (0, 16))}, data * 2), "none of the format's"
    yield "dtype: f32", file({"a": entry("f32")}, data), "none of the format's"
    yield "dtype: empty", file({"a": entry("")}, data), "none of the format's"
    yield "dtype: null", file({"a": entry(None)}, data), "expected a string"
    yield "dtype: an object", file('{"a":' + raw_entry('{"F32":null}') + "}", data), "expected a string"
    yield "2 in a bool", file({"a": entry("BOOL", (4,), (0, 4))}, b"\2\0\1\xff"), None
    yield "big endian length", struct.pack(">Q", len(plain)) + plain.encode() + data, "at most 100000000"


def mutants(n):
    """Files with some bytes changed, taken out or put in."""
    rng = random.Random(1)
    seeds = [file({"a": entry()}, b"12345678"), file({"__metadata__": {"x": "y"}, "a": entry("BOOL", (), (0, 1)), "b": entry("I16", (2, 2), (1, 9))}, bytes(9))]
    for i in range(n):
        raw = bytearray(rng.choice(seeds))
        for _ in range(rng.choice([1, 1, 2])):
            at, what = rng.randrange(len(raw)), rng.randrange(4)
            if what == 0:
                raw[at] ^= 1 << rng.randrange(8)
            elif what == 1:
                raw[at] = rng.choice(b'0123456789[]{},:"\\-.eu \0\xff\n')
            elif what == 2:
                del raw[at : at + rng.choice([1, 1, 2, 9])]
            else:
                raw[at:at] = bytes([rng.choice(b'0123456789[]{},:"\\- \xff')])
        if rng.random() < 0.7 and len(raw) > 8:  # else most have another length of the header than they say
            raw[:8] = struct.pack("<Q", max(bytes(raw).rfind(b"}") - 7, 0))
        yield "mutant %d" % i, bytes(raw), "either"


def record():
    lines = []
    for name, raw, rule in list(cases()) + list(mutants(200)):
        case = {"name": name, "file": base64.b64encode(raw).decode(), "python": verdict(raw)}
        if rule == "either":
            case["either"] = True
        elif rule:
            case["rule"] = rule
        lines.append(json.dumps(case))
    with open(os.path.join(HERE, "hostile.json"), "w") as f:
        f.write("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        for line in sys.stdin:
            print(json.dumps(verdict(base64.b64decode(line))), flush=True)
    else:
        save("tensors.safetensors", {"%s_%s" % (d, "x".join(map(str, s)) or "0d"): array(d, s) for d in DTYPES for s in SHAPES})
        save("metadata.safetensors", {"a <&> \"\\\n\x01é\u2603": array("float32", (2,))}, {"format": 'p"t <&>'})
        record()
