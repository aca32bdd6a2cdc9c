package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Search counts, for each of n elements x, the sorted elements of a table that come before it. Those of
// each search begin at a position, and lie along an axis.
type Search func(n int, to, x unsafe.Pointer, p *Positions, t Table, axis Place)

// SearchOf returns the kernel of a search among elements of a type.
func SearchOf(f op.Find, dt op.DType) Search {
	fast := searches(f.Right, dt)
	return func(n int, to, x unsafe.Pointer, p *Positions, t Table, axis Place) {
		if !t.Swapped {
			fast(n, to, x, p, t, axis)
			return
		}
		p.Fill()
		size := dt.Size()
		for i, from := range p.At {
			elements[int64](to, i, 1)[0] = int64(f.Count(dt, Bits(unsafe.Add(x, i*size), size), axis.Size, func(k int) op.Scalar {
				var y uint64
				copyBytes(unsafe.Pointer(&y), unsafe.Add(t.At, (int(from)+k*axis.Stride)*size), size)
				Swap(unsafe.Pointer(&y), size, 1)
				return Bits(unsafe.Pointer(&y), size)
			}))
		}
	}
}

func searches(right bool, dt op.DType) Search {
	switch dt {
	case op.Uint16:
		return search[uint16](right)
	case op.Uint32:
		return search[uint32](right)
	case op.Uint64:
		return search[uint64](right)
	case op.Int8:
		return search[int8](right)
	case op.Int16:
		return search[int16](right)
	case op.Int32:
		return search[int32](right)
	case op.Int64:
		return search[int64](right)
	case op.Float32:
		return search[float32](right)
	case op.Float64:
		return search[float64](right)
	case op.Float16:
		return searchHalves(right, 0x7c00)
	case op.BFloat16:
		return searchHalves(right, 0x7f80)
	}
	return search[uint8](right) // bool too
}

// search searches among numbers. NaN is the greatest.
func search[T number](right bool) Search {
	return func(n int, to, x unsafe.Pointer, p *Positions, t Table, axis Place) {
		p.Fill()
		c := newCounts(n)
		counts, xs := c.At, elements[T](x, 0, n)
		step := stepLess[T]
		if right {
			step = stepNotGreater[T]
		}
		for left, half := axis.Size, 0; left > 0; left -= half {
			half = (left + 1) / 2
			step(counts, p.At, xs, t.At, axis.Stride, half)
		}
		for i, v := range xs {
			switch {
			case v == v:
			case right:
				counts[i] = int64(axis.Size)
			default: // all that are no NaN
				one := counts[i : i+1]
				one[0] = 0
				for left, half := axis.Size, 0; left > 0; left -= half {
					half = (left + 1) / 2
					advance(one, p.At[i:], xs[i:], t.At, axis.Stride, half, func(y, _ T) bool { return y == y })
				}
			}
		}
		c.copy(to)
	}
}

// searchHalves searches among halves, by integers of the same order.
func searchHalves(right bool, infinity uint16) Search {
	key := func(x uint16) int16 {
		m := x &^ (1 << 15)
		switch {
		case m > infinity:
			return 1<<15 - 1
		case m != x:
			return -int16(m)
		}
		return int16(m)
	}
	return func(n int, to, x unsafe.Pointer, p *Positions, t Table, axis Place) {
		p.Fill()
		c := newCounts(n)
		counts, xs := c.At, elements[uint16](x, 0, n)
		for left, half := axis.Size, 0; left > 0; left -= half {
			half = (left + 1) / 2
			if right {
				advance(counts, p.At, xs, t.At, axis.Stride, half, func(y, x uint16) bool { return key(y) <= key(x) })
			} else {
				advance(counts, p.At, xs, t.At, axis.Stride, half, func(y, x uint16) bool { return key(y) < key(x) })
			}
		}
		c.copy(to)
	}
}

// newCounts are n counts. Results may lie where the elements do that are searched for.
func newCounts(n int) *Positions {
	var none int64
	p := NewPositions(n)
	p.Begin(unsafe.Pointer(&none), true)
	p.Fill()
	return p
}

// copy copies the counts to a result, and gives them back.
func (p *Positions) copy(to unsafe.Pointer) {
	copy(elements[int64](to, 0, len(p.At)), p.At)
	p.Release()
}

// stepLess takes one step of many searches: where the last of the next half elements is less than x, they all
// are. Steps of many searches wait for memory together. No branch depends on an element: the processor would predict
// half of them wrong.
func stepLess[T number](counts, from []int64, x []T, table unsafe.Pointer, stride, half int) {
	from, x = from[:len(counts)], x[:len(counts)]
	for i, n := range counts {
		before := 0
		if *(*T)(unsafe.Add(table, (int(from[i])+(int(n)+half-1)*stride)*int(unsafe.Sizeof(x[0])))) < x[i] {
			before = 1
		}
		counts[i] = n + int64(-before&half)
	}
}

// stepNotGreater is stepLess for elements that are not greater than x.
func stepNotGreater[T number](counts, from []int64, x []T, table unsafe.Pointer, stride, half int) {
	from, x = from[:len(counts)], x[:len(counts)]
	for i, n := range counts {
		before := 0
		if *(*T)(unsafe.Add(table, (int(from[i])+(int(n)+half-1)*stride)*int(unsafe.Sizeof(x[0])))) <= x[i] {
			before = 1
		}
		counts[i] = n + int64(-before&half)
	}
}

// advance takes such a step for elements whose order is another one.
func advance[T any](counts, from []int64, x []T, table unsafe.Pointer, stride, half int, before func(y, x T) bool) {
	from, x = from[:len(counts)], x[:len(counts)]
	for i, n := range counts {
		at, next := (int(from[i])+(int(n)+half-1)*stride)*int(unsafe.Sizeof(x[0])), n+int64(half)
		if before(*(*T)(unsafe.Add(table, at)), x[i]) {
			n = next
		}
		counts[i] = n
	}
}
