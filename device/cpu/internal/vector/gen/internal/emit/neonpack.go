package emit

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// LoadExtended loads integers of type t and extends each to size bytes. It loads as many as fill a
// register then.
func LoadExtended(f *Writer, t dtype.Type, size int, m operand.Mem) Vec {
	v := f.LoadBytes(16*t.Size/size, m)
	name := map[bool]string{true: "sxtl", false: "uxtl"}[t.Signed]
	for s := t.Size; s < size; s *= 2 {
		v = f.Neon(name, s, f.Vec(), v)
	}
	return v
}

// Packed narrows elements of size bytes to their low bytes, until those of all registers fit in one.
func Packed(f *Writer, vs []Vec, size int) Vec {
	for ; len(vs) > 1; size /= 2 {
		for i := 0; i < len(vs); i += 2 {
			vs[i/2] = f.Neon("uzp1", size/2, f.Vec(), vs[i], vs[i+1])
		}
		vs = vs[:len(vs)/2]
	}
	return vs[0]
}
