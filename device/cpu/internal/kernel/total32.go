package kernel

import (
	"math"
	"math/bits"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/exact"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// total32 is a sum with the number of terms.
type total32 struct {
	exact.Sum32
	n uint64
}

// totals32 adds blocks to sums of float32. Mostly the elements of a part have so much in common that
// their sum has no more digits than a float64. Then no addition on the way rounds.
type totals32 struct {
	in      *rows
	columns vector.Sum // nil if elements have to be widened first
	all     vector.Sum
}

var sumsPool = sync.Pool{New: func() any { return new(vector.Sums) }}

// total32 is the kernel of sums of elements that are read as float32.
func (t *Set) total32(in *rows, direct bool, end func(s *total32, i int, to, once unsafe.Pointer)) Reduction {
	a := &totals32{in: in, all: t.sums[1]}
	if direct {
		a.columns = t.sums[vector.Columns]
	}
	r := reduction(in, nil, func(s, from *total32) { s.Merge(&from.Sum32); s.n += from.n }, end)
	r.Cost, r.Add = plainCost, a.add
	if t.Name != Plain {
		r.Cost, r.Set = 2, t.Name
	}
	return r
}

func (a *totals32) add(states unsafe.Pointer, b *Block) {
	all, sums := statesOf[total32](b.Groups, states), sumsPool.Get().(*vector.Sums)
	defer sumsPool.Put(sums)
	if a.columns != nil && b.X.Row == 4 && b.Groups >= vector.Columns {
		a.addColumns(all, b, sums)
		return
	}
	a.in.each(b, func(group, _, n int, x, _ unsafe.Pointer) { a.addRow(&all[group], elements[float32](x, 0, n), sums) })
}

// addRow adds elements of one group, side by side.
func (a *totals32) addRow(s *total32, x []float32, sums *vector.Sums) {
	lines := len(x) / vector.Columns
	if *sums = (vector.Sums{Least: math.MaxUint32}); lines > 0 {
		a.all(lines, unsafe.Pointer(&x[0]), 4*vector.Columns, sums)
	}
	sum := sums.Of[0]
	for _, v := range x[lines*vector.Columns:] {
		sum += float64(v)
		note(sums, v)
	}
	s.n += uint64(len(x))
	if addsWithoutRounding(len(x), sums) {
		s.Add(sum)
		return
	}
	for _, v := range x {
		s.Add(float64(v))
	}
}

// addColumns adds elements of groups that lie side by side. The last columns are added together with
// some before them, which are not taken again.
func (a *totals32) addColumns(all []total32, b *Block, sums *vector.Sums) {
	const most = 256 // lines whose sums mostly have few digits
	for i := 0; i < b.Elements; i += most {
		lines := min(most, b.Elements-i)
		for done := 0; done < b.Groups; {
			g := min(done, b.Groups-vector.Columns)
			x := b.X.beyond(g, i)
			a.columns(lines, x.At, x.Column, sums)
			exact := addsWithoutRounding(lines, sums)
			for ; done < g+vector.Columns; done++ {
				if s := &all[done]; exact {
					s.n += uint64(lines)
					s.Add(sums.Of[done-g])
				} else {
					s.addColumn(lines, b.X.beyond(done, i))
				}
			}
		}
	}
}

// addColumn adds elements of one group one by one.
func (s *total32) addColumn(n int, x Matrix) {
	s.n += uint64(n)
	for i := range n {
		s.Add(float64(*(*float32)(x.beyond(0, i).At)))
	}
}

// addsWithoutRounding reports whether float64s can add n float32 in any order without rounding.
// All of them are multiples of the last digit of the smallest.
func addsWithoutRounding(n int, s *vector.Sums) bool {
	const infinity = 0x7f800000
	return s.Most < infinity && s.Most>>23 <= max((s.Least+1)>>23, 1)+29-uint32(bits.Len(uint(n)))
}

// note notes the magnitude of an element.
func note(sums *vector.Sums, x float32) {
	m := math.Float32bits(x) &^ (1 << 31)
	sums.Least, sums.Most = min(sums.Least, m-1), max(sums.Most, m)
}

// plainSums are the sums of the kernels in Go alone.
var plainSums = map[int]vector.Sum{1: sumAll, vector.Columns: sumColumns}

func sumColumns(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
	*to = vector.Sums{Least: math.MaxUint32}
	for k := range lines {
		for i, v := range elements[float32](unsafe.Add(x, k*stride), 0, vector.Columns) {
			to.Of[i] += float64(v)
			note(to, v)
		}
	}
}

func sumAll(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
	*to = vector.Sums{Least: math.MaxUint32}
	least, most := to.Least, to.Most
	var a, b, c, d float64
	for k := range lines {
		line := elements[float32](unsafe.Add(x, k*stride), 0, vector.Columns)
		for i := 0; i < vector.Columns; i += 4 {
			y := line[i : i+4 : i+4]
			a, b, c, d = a+float64(y[0]), b+float64(y[1]), c+float64(y[2]), d+float64(y[3])
			m0, m1 := math.Float32bits(y[0])&^(1<<31), math.Float32bits(y[1])&^(1<<31)
			m2, m3 := math.Float32bits(y[2])&^(1<<31), math.Float32bits(y[3])&^(1<<31)
			least, most = min(least, m0-1, m1-1, m2-1, m3-1), max(most, m0, m1, m2, m3)
		}
	}
	to.Least, to.Most, to.Of[0] = least, most, a+b+c+d
}
