package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// enterHalf enters the operations of a half that look at its bits alone, and its casts from and to
// float32. All other operations use the kernels of float32, of the same kernel set.
func enterHalf(h Half) {
	meanings[h.DType] = h.Meaning
	patterns[uint16](h.DType)
	set1(op.Neg, h.DType, func(to, x []uint16) { each1(to, x, func(x uint16) uint16 { return x ^ 1<<15 }) })
	set1(op.Positive, h.DType, same[uint16])
	setCast(h.DType, same[uint16], h.DType)
	setCast(h.DType, h.Widen, op.Float32)
	setCast(op.Float32, h.Narrow, h.DType)
}

// Meaning is a kernel that widens the operands, runs the float32 kernel, and rounds the result once
// more. It takes constant operands and non-temporal stores, except for a condition.
func (h Half) Meaning(t *Set, o *op.Op, to op.DType) Kernel {
	if o.Half != nil {
		return calling(o, to, h.own(o))
	}
	wide := to
	if to == h.DType {
		wide = op.Float32
	}
	inner := t.For(o, op.Float32, wide)
	widen, narrow := t.For(op.Cast, h.DType, op.Float32), t.For(op.Cast, op.Float32, h.DType)
	cost := inner.Cost + o.Arity*widen.Cost
	if to == h.DType {
		cost += narrow.Cost
	}
	const part = 2 * Part     // a part of the scratch holds two float32 for each float64
	var constants vector.Mode // that the inner kernel takes as one element
	if inner.Vector && o.Arity > 1 {
		constants = vector.X | vector.Y | vector.Z
	}
	run := func(n int, result, x, y, z unsafe.Pointer, how vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		at := [3]unsafe.Pointer{x, y, z}
		for i := 0; i < n; i += part {
			m, from := min(part, n-i), [3]unsafe.Pointer{}
			for k := range o.Arity {
				switch from[k] = s.at(k); {
				case o.Rule == op.Select && k == 0:
					from[k] = unsafe.Add(at[k], i)
				case how&(vector.X<<k) == 0:
					widen.Run(m, from[k], unsafe.Add(at[k], 2*i), nil, nil, 0)
				case i == 0: // a constant serves all parts
					if widen.Run(1, from[k], at[k], nil, nil, 0); constants == 0 {
						Fill(from[k], 4, m, uint64(*(*uint32)(from[k])))
					}
				}
			}
			if to != h.DType {
				inner.Run(m, unsafe.Add(result, to.Size()*i), from[0], from[1], from[2], how&(constants|vector.Stream))
				continue
			}
			inner.Run(m, s.at(3), from[0], from[1], from[2], how&constants)
			narrow.Run(m, unsafe.Add(result, 2*i), s.at(3), nil, nil, how&vector.Stream)
		}
	}
	return Kernel{loop: run, Cost: cost, Vector: o.Rule != op.Select, Set: inner.Set}
}

// own is the loop of a row that has a meaning of its own for halves (op.Op.Half).
func (h Half) own(o *op.Op) Loop {
	value := func(x uint16) float64 { return h.DType.Float(op.Scalar(x)) }
	return kernel2(func(to, x, y []uint16) {
		each2(to, x, y, func(x, y uint16) uint16 {
			return uint16(h.DType.FromFloat(o.Half(h.DType, value(x), value(y))))
		})
	})
}

// halfCast returns a cast from or to a half that has neither assembly nor a plain loop. It goes
// through float32, or through float64 where float32 would round.
func (t *Set) halfCast(k Key) (Kernel, bool) {
	half := func(dt op.DType) bool { return dt.IsFloat() && dt.Size() == 2 }
	if k.Ops[0] != op.Cast || !half(k.From) && !half(k.To) {
		return Kernel{}, false
	}
	first, between := Kernel{Cost: plainCost}, op.Float64
	switch {
	case k.From == op.Float64:
		first.loop, between = kernel1(toOdd), op.Float32
	case k.From == op.Int64:
		first.loop = kernel1(toOdd64[int64])
	case k.From == op.Uint64:
		first.loop = kernel1(toOdd64[uint64])
	default:
		if k.From.Size() < 4 {
			between = op.Float32
		}
		first = t.For(op.Cast, k.From, between)
	}
	return via(first, t.For(op.Cast, between, k.To), k.From.Size(), k.To.Size()), true
}

// via runs two casts one after the other. from and to are the sizes of the first one's operand and
// of the second one's result. The elements between them are float32 or float64.
func via(first, second Kernel, from, to int) Kernel {
	const part = 4 * Part
	run := func(n int, result, x, _, _ unsafe.Pointer, how vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for i := 0; i < n; i += part {
			m := min(part, n-i)
			first.Run(m, s.at(0), unsafe.Add(x, from*i), nil, nil, 0)
			second.Run(m, unsafe.Add(result, to*i), s.at(0), nil, nil, how)
		}
	}
	return Kernel{loop: run, Cost: first.Cost + second.Cost, Vector: second.Vector, Set: second.Set}
}
