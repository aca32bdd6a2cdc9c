package cpu

import (
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// halfPart is how many elements of a half are widened at a time: as many as stay in the
// nearest cache.
const halfPart = 512

// scratch has room for the operands of a kernel, widened, and its result.
type scratch [4][halfPart]float64

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) at(k int) unsafe.Pointer { return unsafe.Pointer(&s[k]) }

// enterHalf enters what a half computes on its bits, and its casts from and to float32.
// The rest are the kernels of float32, and so faster when those are.
func enterHalf(h half) {
	supported |= op.SetOf(h.dtype)
	meanings[h.dtype] = h.meaning
	patterns[uint16](h.dtype)
	set1(op.Neg, h.dtype, changeSign[uint16])
	set1(op.Positive, h.dtype, same[uint16])
	setCast(h.dtype, h.dtype, same[uint16])
	setCast(h.dtype, op.Float32, h.widen)
	setCast(op.Float32, h.dtype, h.narrow)
}

// meaning is the float32 kernel on widened operands, its result rounded once more. It takes
// constants and streams, see takesModes.
func (h half) meaning(t *tier, o *op.Op, to op.DType) kernel {
	if o.Half != nil {
		return h.own(o)
	}
	wide := to
	if to == h.dtype {
		wide = op.Float32
	}
	run, widen, narrow := t.kernelFor(o, op.Float32, wide).run, t.cast(h.dtype, op.Float32), t.cast(op.Float32, h.dtype)
	part := 2 * halfPart // they become float32, for which the scratch has room, and the result takes the place of one
	if o.Arity == 1 {
		part = 4 * halfPart
	}
	return func(n int, result, x, y, z unsafe.Pointer, how vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		at := [3]unsafe.Pointer{x, y, z}
		constant := func(k int) bool { return how&(vector.X<<k) != 0 }
		for k := range o.Arity {
			if constant(k) {
				widen(1, s.at(k), at[k], nil, nil, 0)
				fillBits(s.at(k), 4, min(part, n), loadBits(s.at(k), 4, false))
			}
		}
		between := s.at(3)
		if o.Arity == 1 {
			between = s.at(0)
		}
		for i := 0; i < n; i += part {
			m, from := min(part, n-i), [3]unsafe.Pointer{}
			for k := range o.Arity {
				switch from[k] = s.at(k); {
				case o.Rule == op.Select && k == 0:
					from[k] = unsafe.Add(at[k], i)
				case !constant(k):
					widen(m, from[k], unsafe.Add(at[k], 2*i), nil, nil, 0)
				}
			}
			if to != h.dtype {
				run(m, unsafe.Add(result, to.Size()*i), from[0], from[1], from[2], how&vector.Stream)
				continue
			}
			run(m, between, from[0], from[1], from[2], 0)
			narrow(m, unsafe.Add(result, 2*i), between, nil, nil, how&vector.Stream)
		}
	}
}

// takesModes reports whether the meaning of a row is one that goes by way of float32.
func takesModes(o *op.Op, dt op.DType) bool {
	return (dt == op.Float16 || dt == op.BFloat16) && o.Half == nil && o.Rule != op.Select
}

// halfCost is what that costs: the kernel of float32, and the conversions.
func (t *tier) halfCost(o *op.Op, half, to op.DType) int {
	wide, casts := to, o.Arity*t.loops[key{op.Cast, half, op.Float32}].cost
	if to == half {
		wide, casts = op.Float32, casts+t.loops[key{op.Cast, op.Float32, half}].cost
	}
	return t.kernelFor(o, op.Float32, wide).cost + casts
}

// own is the meaning that a row has for the halves alone.
func (h half) own(o *op.Op) kernel {
	value := func(x uint16) float64 { return h.dtype.Float(op.Scalar(x)) }
	return kernel2(func(to, x, y []uint16) {
		for i := range to {
			to[i] = uint16(h.dtype.FromFloat(o.Half(h.dtype, value(x[i]), value(y[i]))))
		}
	})
}

func (t *tier) cast(from, to op.DType) kernel { return t.loops[key{op.Cast, from, to}].run }

// halfCasts enters the half's casts that the tier has no kernel for, after those of Go's
// numbers: by way of float32, or of float64 where float32 would round.
func (t *tier) halfCasts(h half) {
	set := func(from, to op.DType, first, second priced) {
		if k := (key{op.Cast, from, to}); t.loops[k].run == nil {
			t.loops[k] = via(first, second, from.Size(), to.Size())
		}
	}
	cast := func(from, to op.DType) priced { return t.loops[key{op.Cast, from, to}] }
	narrow, widen := cast(op.Float32, h.dtype), cast(h.dtype, op.Float32)
	set(op.Float64, h.dtype, priced{run: kernel1(toOdd), cost: plainCost}, narrow)
	narrow64 := cast(op.Float64, h.dtype)
	set(op.Int64, h.dtype, priced{run: kernel1(toOdd64[int64]), cost: plainCost}, narrow64)
	set(op.Uint64, h.dtype, priced{run: kernel1(toOdd64[uint64]), cost: plainCost}, narrow64)
	for _, dt := range supported.List() {
		switch {
		case dt.Size() < 4 && t.cast(dt, op.Float32) != nil:
			set(dt, h.dtype, cast(dt, op.Float32), narrow)
		case dt.Size() == 4:
			set(dt, h.dtype, cast(dt, op.Float64), narrow64)
		}
		set(h.dtype, dt, widen, cast(op.Float32, dt))
	}
}

// via is one kernel after another, from elements of one size to those of another. Between them lie
// float32 or float64.
func via(first, second priced, from, to int) priced {
	const part = 4 * halfPart
	return priced{cost: first.cost + second.cost, vector: second.vector, run: func(n int, result, x, _, _ unsafe.Pointer, how vector.Mode) {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for i := 0; i < n; i += part {
			m := min(part, n-i)
			first.run(m, s.at(0), unsafe.Add(x, from*i), nil, nil, 0)
			second.run(m, unsafe.Add(result, to*i), s.at(0), nil, nil, how)
		}
	}}
}
