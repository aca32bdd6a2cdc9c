package kernel

import (
	"bytes"
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// withFallback returns the kernel of the key with its fallback, if it needs one.
func (k Kernel) withFallback(t *Set, of Key) Kernel {
	switch {
	case k.above == 0 && k.below == 0:
		return k
	case of.From == op.Float64:
		k.loop = fallback[float64](t, of, k)
	default:
		k.loop = fallback[float32](t, of, k)
	}
	k.Rows = nil
	return k
}

// fallback computes some elements again, by the row's meaning, one by one: those of an operand above
// the kernel's bound, which it does not take, or of a result below the other bound, which may lack
// digits. An operand in the result's memory is copied first.
func fallback[T floating](t *Set, of Key, inner Kernel) Loop {
	abs := t.For(op.Abs, of.From, of.From)
	greater, bound := t.For(op.Gt, of.From, op.Bool), T(inner.below)
	if inner.above > 0 {
		bound = T(inner.above)
	}
	form, arity, size := &of.Ops[0].Float, of.Ops[0].Arity, of.From.Size()
	return func(n int, to, x, y, _ unsafe.Pointer, how vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		at, strides := [2]unsafe.Pointer{x, y}, [2]int{size, size}
		for k := range arity {
			if arity > 1 && how&(vector.X<<k) != 0 {
				strides[k] = 0
			}
		}
		var known results[T]
		for i := 0; i < n; i += Part {
			m, result, from := min(Part, n-i), unsafe.Add(to, size*i), at
			for k := range arity {
				if from[k] = unsafe.Add(at[k], strides[k]*i); from[k] == result {
					copyBytes(s.at(k), from[k], size*m)
					from[k] = s.at(k)
				}
			}
			inner.Run(m, result, from[0], from[1], nil, how&^vector.Stream)
			if inner.above > 0 {
				abs.Run(m, s.at(2), from[0], nil, nil, 0)
				greater.Run(m, s.at(3), s.at(2), unsafe.Pointer(&bound), nil, vector.Y)
			} else {
				abs.Run(m, s.at(2), result, nil, nil, 0)
				greater.Run(m, s.at(3), unsafe.Pointer(&bound), s.at(2), nil, vector.X)
			}
			again := unsafe.Slice((*byte)(s.at(3)), m)
			for k := bytes.IndexByte(again, 1); k >= 0 && k < m; k++ {
				if again[k] == 0 {
					continue
				}
				var of [2]float64
				for operand := range arity {
					of[operand] = float64(*(*T)(unsafe.Add(from[operand], strides[operand]*k)))
				}
				*(*T)(unsafe.Add(result, size*k)) = known.of(form, of)
			}
		}
	}
}

// results are the last results of a meaning: whole numbers come again and again.
type results[T floating] [16]struct {
	of     [2]uint64 // bits
	result T
	known  bool
}

// of returns the meaning of two numbers.
func (r *results[T]) of(form *op.Form[float64], of [2]float64) T {
	bits := [2]uint64{math.Float64bits(of[0]), math.Float64bits(of[1])}
	at := &r[(bits[0]^bits[1])*0x9e3779b97f4a7c15>>60]
	if !at.known || at.of != bits {
		at.of, at.result, at.known = bits, T(form.Call(of[0], of[1], 0)), true
	}
	return at.result
}
