package cpu

import (
	"bytes"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// doubtful has float32 results that may lack digits computed by the row's meaning, one by one.
// An operand that the result lies on is copied.
func (t *tier) doubtful(e vector.Entry, run kernel) kernel {
	abs := t.loops[key{op.Abs, op.Float32, op.Float32}].run
	below := t.loops[key{op.Lt, op.Float32, op.Bool}].run
	doubt, form, arity := e.Doubt, e.Ops[0].Float, e.Ops[0].Arity
	return func(n int, to, x, y, _ unsafe.Pointer, how vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		from, at := [2]unsafe.Pointer{x, y}, [2]unsafe.Pointer{s.at(0), s.at(1)}
		if arity == 1 {
			how = 0
		}
		for k := range arity {
			if how&(vector.X<<k) != 0 {
				fillBits(s.at(k), 4, min(n, halfPart), loadBits(from[k], 4, false))
			}
		}
		for i := 0; i < n; i += halfPart {
			m, result := min(halfPart, n-i), unsafe.Add(to, 4*i)
			for k := range arity {
				if how&(vector.X<<k) != 0 {
					continue
				}
				at[k] = unsafe.Add(from[k], 4*i)
				if from[k] == to {
					copyBytes(s.at(k), at[k], 4*m)
					at[k] = s.at(k)
				}
			}
			run(m, result, at[0], at[1], nil, 0)
			abs(m, s.at(2), result, nil, nil, 0)
			below(m, s.at(3), s.at(2), unsafe.Pointer(&doubt), nil, vector.Y)
			small := unsafe.Slice((*byte)(s.at(3)), m)
			for k := bytes.IndexByte(small, 1); k >= 0; k = next(small, k) {
				if a := float64(*float32At(at[0], k)); arity == 1 {
					*float32At(result, k) = float32(form.F1(a))
				} else {
					*float32At(result, k) = float32(form.F2(a, float64(*float32At(at[1], k))))
				}
			}
		}
	}
}

// next is where the next 1 is after k, or -1.
func next(b []byte, k int) int {
	if i := bytes.IndexByte(b[k+1:], 1); i >= 0 {
		return k + 1 + i
	}
	return -1
}

func float32At(at unsafe.Pointer, i int) *float32 { return (*float32)(unsafe.Add(at, 4*i)) }
