package kernel

import (
	"bytes"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// fallbackBelow computes results of a magnitude below the entry's FallbackBelow again, by the row's
// meaning, one by one: they may lack digits. An operand in the result's memory is copied first.
func fallbackBelow[T floating](t *Set, e vector.Entry, run Loop) Loop {
	abs := t.Loops[Key{op.Abs, e.From, e.From}].Run
	compareBelow := t.Loops[Key{op.Lt, e.From, op.Bool}].Run
	bound, form, arity, size := T(e.FallbackBelow), e.Ops[0].Float, e.Ops[0].Arity, e.From.Size()
	part := func(n int, to, x, y, _ unsafe.Pointer, _ vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for i := 0; i < n; i += HalfPart {
			m, result := min(HalfPart, n-i), unsafe.Add(to, size*i)
			at := [2]unsafe.Pointer{x, y}
			for k := range arity {
				if at[k] = unsafe.Add(at[k], size*i); at[k] == result {
					copyBytes(s.at(k), at[k], size*m)
					at[k] = s.at(k)
				}
			}
			run(m, result, at[0], at[1], nil, 0)
			abs(m, s.at(2), result, nil, nil, 0)
			compareBelow(m, s.at(3), s.at(2), unsafe.Pointer(&bound), nil, vector.Y)
			small := unsafe.Slice((*byte)(s.at(3)), m)
			for k := bytes.IndexByte(small, 1); k >= 0; k = next(small, k) {
				if a := float64(*elementAt[T](at[0], k)); arity == 1 {
					*elementAt[T](result, k) = T(form.F1(a))
				} else {
					*elementAt[T](result, k) = T(form.F2(a, float64(*elementAt[T](at[1], k))))
				}
			}
		}
	}
	if arity == 1 {
		return part
	}
	return withConstants(part, operandSizes(e), size)
}

// next is where the next 1 is after k, or -1.
func next(b []byte, k int) int {
	if i := bytes.IndexByte(b[k+1:], 1); i >= 0 {
		return k + 1 + i
	}
	return -1
}

func elementAt[T floating](at unsafe.Pointer, i int) *T {
	return (*T)(unsafe.Add(at, i*int(unsafe.Sizeof(*new(T)))))
}
