package op

import "fmt"

// DType is the type of a tensor's elements. The zero value is no type.
type DType uint8

// The element types, in the order promotion tables list them. In memory they are little
// endian.
//
// Integers compute modulo 2^width. Float16 and BFloat16 compute in float32. Their operands are
// widened, which is exact. The result is rounded to float32 and then once more, to nearest even.
// Every operation does so, also in the middle of a fused chain. A composition of other operations
// rounds only at its end.
const (
	Bool     DType = iota + 1 // a byte, 0 or 1; + is or, * is and
	Uint8                     // 0 to 255
	Uint16                    // 0 to 65535
	Uint32                    // 0 to 2^32-1
	Uint64                    // 0 to 2^64-1
	Int8                      // -128 to 127
	Int16                     // -32768 to 32767
	Int32                     // -2^31 to 2^31-1
	Int64                     // -2^63 to 2^63-1
	Float16                   // IEEE 754 binary16: 11 bits of precision (3 digits), up to 65504
	BFloat16                  // the upper half of a float32: 8 bits of precision (2 digits), up to 3.39e38
	Float32                   // IEEE 754 binary32: 24 bits of precision (7 digits), up to 3.40e38
	Float64                   // IEEE 754 binary64: 53 bits of precision (15 digits), up to 1.80e308
)

// Kind groups the types whose arithmetic has the same meaning.
type Kind uint8

const (
	Boolean  Kind = iota + 1 // Bool
	Unsigned                 // Uint8 to Uint64: wraps modulo 2^width
	Signed                   // Int8 to Int64: two's complement, wraps
	Floating                 // IEEE 754 binary formats and bfloat16
)

var dtypes = [...]struct {
	name string
	size int
	kind Kind
}{
	Bool:     {"bool", 1, Boolean},
	Uint8:    {"uint8", 1, Unsigned},
	Uint16:   {"uint16", 2, Unsigned},
	Uint32:   {"uint32", 4, Unsigned},
	Uint64:   {"uint64", 8, Unsigned},
	Int8:     {"int8", 1, Signed},
	Int16:    {"int16", 2, Signed},
	Int32:    {"int32", 4, Signed},
	Int64:    {"int64", 8, Signed},
	Float16:  {"float16", 2, Floating},
	BFloat16: {"bfloat16", 2, Floating},
	Float32:  {"float32", 4, Floating},
	Float64:  {"float64", 8, Floating},
}

// DTypes lists every element type.
func DTypes() []DType {
	all := make([]DType, 0, len(dtypes)-1)
	for dt := Bool; dt <= Float64; dt++ {
		all = append(all, dt)
	}
	return all
}

// ParseDType is the inverse of String: "float32" gives Float32.
func ParseDType(name string) (DType, error) {
	for dt := Bool; dt <= Float64; dt++ {
		if dtypes[dt].name == name {
			return dt, nil
		}
	}
	return 0, fmt.Errorf("unknown dtype %q; the dtypes are %v", name, DTypes())
}

// Valid reports whether dt is one of the element types.
func (dt DType) Valid() bool { return dt >= Bool && dt <= Float64 }

// String returns the type's name, "float32".
func (dt DType) String() string {
	if !dt.Valid() {
		return fmt.Sprintf("DType(%d)", uint8(dt))
	}
	return dtypes[dt].name
}

// Size is the number of bytes of one element in memory; 0 for no type.
func (dt DType) Size() int {
	if !dt.Valid() {
		return 0
	}
	return dtypes[dt].size
}

// Kind is the group dt's arithmetic belongs to; 0 for no type.
func (dt DType) Kind() Kind {
	if !dt.Valid() {
		return 0
	}
	return dtypes[dt].kind
}

// IsFloat reports whether dt is a floating-point type.
func (dt DType) IsFloat() bool { return dt.Kind() == Floating }

// half reports whether dt is one of the floats of 16 bits, which compute in float32.
func (dt DType) half() bool { return dt.IsFloat() && dt.Size() == 2 }

// IsInteger reports whether dt is a signed or unsigned integer type; Bool is neither.
func (dt DType) IsInteger() bool { return dt.Kind() == Signed || dt.Kind() == Unsigned }

func (k Kind) String() string {
	return [...]string{"none", "bool", "unsigned integer", "signed integer", "float"}[min(k, Floating)]
}

// Set is a set of element types.
type Set uint32

// SetOf returns the set of the given types.
func SetOf(dts ...DType) Set {
	var s Set
	for _, dt := range dts {
		s |= 1 << dt
	}
	return s
}

// Has reports whether dt is in the set.
func (s Set) Has(dt DType) bool { return s&(1<<dt) != 0 }

// List returns the set's members in the order of DTypes.
func (s Set) List() []DType {
	var list []DType
	for _, dt := range DTypes() {
		if s.Has(dt) {
			list = append(list, dt)
		}
	}
	return list
}
