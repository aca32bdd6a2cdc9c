package kernel

import (
	"bytes"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// fallbackAbove computes elements of a magnitude above the entry's FallbackAbove by the row's
// meaning, one by one. The kernel computes all others.
func fallbackAbove[T floating](t *Set, e vector.Entry, run Loop) Loop {
	abs := t.Loops[Key{op.Abs, e.From, e.From}].Run
	compareAbove := t.Loops[Key{op.Gt, e.From, op.Bool}].Run
	limit, meaning, size := T(e.FallbackAbove), e.Ops[0].Float.F1, e.From.Size()
	return func(n int, to, x, _, _ unsafe.Pointer, how vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for i := 0; i < n; i += HalfPart {
			m := min(HalfPart, n-i)
			from, result := unsafe.Add(x, size*i), unsafe.Add(to, size*i)
			abs(m, s.at(0), from, nil, nil, 0)
			compareAbove(m, s.at(1), s.at(0), unsafe.Pointer(&limit), nil, vector.Y)
			huge := unsafe.Slice((*byte)(s.at(1)), m)
			if bytes.IndexByte(huge, 1) < 0 {
				run(m, result, from, nil, nil, how)
				continue
			}
			results := unsafe.Slice((*T)(s.at(2)), m) // the result may lie on the operand
			for k, v := range unsafe.Slice((*T)(from), m) {
				if huge[k] != 0 {
					results[k] = T(meaning(float64(v)))
				}
			}
			run(m, result, from, nil, nil, how&^vector.Stream)
			for k, written := 0, unsafe.Slice((*T)(result), m); k < m; k++ {
				if huge[k] != 0 {
					written[k] = results[k]
				}
			}
		}
	}
}
