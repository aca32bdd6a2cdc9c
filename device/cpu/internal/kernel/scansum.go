package kernel

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/exact"
	"github.com/wgtensor/wgtensor/device/op"
)

// sums32 are running sums of float32. Mostly a float64 holds all sums of a part.
type sums32 struct {
	all, columns vector.Sum
	byRows       func(states unsafe.Pointer, b *Block, to Matrix)
}

// cumsum32 is the kernel of running sums of elements that are read as float32.
func (t *Set) cumsum32(from, to op.DType) Scan {
	a := &sums32{all: t.sums[vector.All], columns: t.sums[vector.EachColumn]}
	r := scan(t.reading(from, op.Float32), to.Size(), t.rounding(to), a.running)
	if a.byRows = r.Run; a.columns != nil && from == op.Float32 && to == op.Float32 {
		r.Run = a.run
	}
	return r
}

// run goes along the lines of groups that lie side by side.
func (a *sums32) run(states unsafe.Pointer, b *Block, to Matrix) {
	if b.X.Row != 4 || to.Row != 4 || b.Groups < vector.Columns {
		a.byRows(states, b, to)
		return
	}
	sums, block := sumsPool.Get().(*vector.Sums), blocks.Get().(*Block)
	all := statesOf[total32](b.Groups, states)
	const most = 64 // lines, of which a line's cache has room for a block
	for i := 0; i < b.Elements; i += most {
		for g := 0; g < b.Groups; g += vector.Columns {
			first, lines := min(g, b.Groups-vector.Columns), min(most, b.Elements-i)
			x := b.X.Beyond(first, i)
			a.columns(lines, x.At, x.Column, sums) // where some lie in place, of sums that were stored too
			some, x, to := all[g:min(g+vector.Columns, b.Groups)], b.X.Beyond(g, i), to.Beyond(g, i)
			if !runningColumns(some, lines, x, to, sums) {
				*block = Block{Groups: len(some), Elements: lines, X: x}
				a.byRows(unsafe.Pointer(&some[0]), block, to)
			}
		}
	}
	*block = Block{}
	blocks.Put(block)
	sumsPool.Put(sums)
}

// runningColumns stores running sums of some groups that lie side by side, if float64s hold them.
func runningColumns(all []total32, lines int, x, to Matrix, sums *vector.Sums) bool {
	var room [vector.Columns]float64
	running := room[:len(all)]
	for i := range all {
		high, low, paired := all[i].Pair()
		if running[i] = high; !paired || low != 0 || !fits(high, lines, sums) {
			return false
		}
	}
	for k := range lines {
		line, to := elements[float32](x.Beyond(0, k).At, 0, len(all)), elements[float32](to.Beyond(0, k).At, 0, len(all))
		for i, v := range line {
			running[i] += float64(v)
			to[i] = float32(running[i])
		}
	}
	for i := range all {
		all[i].SetPair(running[i], 0)
	}
	return true
}

// running stores the sum up to each element, as Over returns it.
func (a *sums32) running(s *total32, p part, to []float64) {
	sums := sumsPool.Get().(*vector.Sums)
	defer sumsPool.Put(sums)
	x := elements[float32](p.x, 0, p.n)
	segment, before := a.note(x, sums)
	high, low, paired := s.Pair()
	switch {
	case paired && low == 0 && fits(high, len(x), sums):
		s.SetPair(runningSegments(high, segment, before, x, to), 0)
		return
	case paired && span(sums) < math.MaxInt:
		done := runningPairs(&high, &low, x, to)
		s.SetPair(high, low)
		x, to = x[done:], to[done:]
	}
	for i, v := range x {
		s.Add(float64(v))
		to[i] = s.Over(1)
	}
}

// segments is how many parts of some elements are added side by side, as each addition waits for the one
// before it.
const segments = 4

// note notes the magnitudes of the elements. It returns the length of the segments, and the sum of those
// before each, which is right if a float64 holds it.
func (a *sums32) note(x []float32, sums *vector.Sums) (segment int, before [segments]float64) {
	least, most, lines := uint32(math.MaxUint32), uint32(0), len(x)/(segments*vector.Columns)
	segment = lines * vector.Columns
	for k := 0; k < segments && lines > 0; k++ {
		a.all(lines, unsafe.Pointer(&x[k*segment]), 4*vector.Columns, sums)
		if least, most = min(least, sums.Least), max(most, sums.Most); k+1 < segments {
			before[k+1] = before[k] + sums.Of[0]
		}
	}
	sums.Least, sums.Most = least, most
	for _, v := range x[segments*segment:] {
		note(sums, v)
	}
	return segment, before
}

// runningSegments stores sums that a float64 holds, and returns the last one.
func runningSegments(sum float64, segment int, before [segments]float64, x []float32, to []float64) float64 {
	a, b, c, d := sum, sum+before[1], sum+before[2], sum+before[3]
	x0, x1, x2, x3 := x[:segment], x[segment:][:segment], x[2*segment:][:segment], x[3*segment:][:segment]
	to0, to1, to2, to3 := to[:segment], to[segment:][:segment], to[2*segment:][:segment], to[3*segment:][:segment]
	for i := range x0 {
		a, b, c, d = a+float64(x0[i]), b+float64(x1[i]), c+float64(x2[i]), d+float64(x3[i])
		to0[i], to1[i], to2[i], to3[i] = a, b, c, d
	}
	for i := segments * segment; i < len(x); i++ {
		d += float64(x[i])
		to[i] = d
	}
	return d
}

// runningPairs stores the sums up to each element as long as two float64 hold them, and returns of how many.
// Those of float32 are odd if they are not exact, to be rounded once.
func runningPairs[T float32 | float64](high, low *float64, x []T, to []float64) int {
	h, l := *high, *low
	for i, v := range x {
		sum, e := exact.TwoSum(h, float64(v))
		lower, lost := exact.TwoSum(l, e)
		if lost != 0 {
			*high, *low = h, l
			return i
		}
		h, l = sum, lower
		if unsafe.Sizeof(v) == 8 {
			to[i] = h + l
		} else {
			to[i] = exact.ToOdd(exact.TwoSum(h, l))
		}
	}
	*high, *low = h, l
	return len(x)
}

// fits reports whether a float64 holds a sum and n more elements of such magnitudes, in any order. All
// are multiples of the last digit of one of them.
func fits(sum float64, n int, s *vector.Sums) bool {
	const infinity, bias = 0x7f800000, 23
	if s.Most >= infinity {
		return false
	}
	last := int(max((s.Least+1)>>bias, 1)) - 150
	if sum != 0 {
		b := math.Float64bits(sum)
		last = min(last, int(b>>52&0x7ff)-1075+bits.TrailingZeros64(b&(1<<52-1)|1<<52))
	}
	return math.Abs(sum)+float64(n)*float64(math.Float32frombits(s.Most)) <= math.Ldexp(1<<53, last)
}
