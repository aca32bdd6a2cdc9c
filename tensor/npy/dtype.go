package npy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
)

// dtypes are NumPy's names without the byte order.
var dtypes = map[string]tensor.DType{
	"b1": tensor.Bool, "i1": tensor.Int8, "i2": tensor.Int16, "i4": tensor.Int32, "i8": tensor.Int64,
	"u1": tensor.Uint8, "u2": tensor.Uint16, "u4": tensor.Uint32, "u8": tensor.Uint64,
	"f2": tensor.Float16, "f4": tensor.Float32, "f8": tensor.Float64,
}

// aliases are further names by which NumPy knows a dtype.
var aliases = map[string]string{
	"?": "b1", "b": "i1", "h": "i2", "i": "i4", "q": "i8", "B": "u1", "H": "u2", "I": "u4", "Q": "u8",
	"e": "f2", "f": "f4", "d": "f8", "half": "f2", "single": "f4", "double": "f8", "float": "f8",
	"bool_": "b1", "byte": "i1", "short": "i2", "intc": "i4", "longlong": "i8",
	"ubyte": "u1", "ushort": "u2", "uintc": "u4", "ulonglong": "u8",
}

// sizeless are NumPy's names of integers whose size depends on the machine.
var sizeless = []string{"l", "L", "n", "N", "p", "P", "int", "int_", "intp", "long", "uint", "uintp", "ulong"}

// refused names the kinds of elements that tensors do not hold.
var refused = map[byte]string{
	'O': "Python objects", 'U': "strings", 'S': "byte strings", 'a': "byte strings", 'V': "raw bytes",
	'M': "dates", 'm': "time differences", 'c': "complex numbers",
}

// parseDescr returns the dtype that a header names, and whether its bytes are big endian.
func parseDescr(descr string, o *options) (dt tensor.DType, big bool, err error) {
	name := descr
	if name != "" && strings.IndexByte("<>=|", name[0]) >= 0 {
		name = name[1:]
	}
	if of, ok := aliases[name]; ok {
		name = of
	}
	dt, ok := dtypes[name]
	if named, err := tensor.ParseDType(descr); err == nil && named != tensor.BFloat16 {
		dt, ok = named, true // a name such as float64 has no byte order
	}
	if ok {
		return dt, descr[0] == '>' && dt.Size() > 1, nil
	}
	switch {
	case name == "V2" && descr[0] != '>' && o.v2:
		return tensor.BFloat16, false, nil
	case name == "V2":
		return 0, false, ruleError("dtype %q is two raw bytes; if they are bfloat16, read with npy.V2AsBFloat16()", descr)
	case slices.Contains(sizeless, name):
		return 0, false, ruleError("dtype %q has as many bytes as the machine that wrote it says; save it as int64 or uint64", descr)
	case name == "f16":
		return 0, false, ruleError("dtype %q is float128, which tensors do not hold; save it as float64", descr)
	case name != "" && refused[name[0]] != "":
		return 0, false, ruleError("dtype %q is %s, which tensors do not hold; it is bool, an integer or a float", descr, refused[name[0]])
	}
	return 0, false, ruleError("dtype %q is not one of NumPy's names, such as <f4; it is bool, an integer or a float", descr)
}

// descr returns NumPy's name of a dtype.
func descr(dt tensor.DType) (string, error) {
	for name, named := range dtypes {
		if named == dt && dt.Size() == 1 {
			return "|" + name, nil
		} else if named == dt {
			return "<" + name, nil
		}
	}
	return "", fmt.Errorf("NumPy has no %v; use AsType(tensor.Float32), or package safetensors", dt)
}
