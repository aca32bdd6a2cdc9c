package kernel

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/exact"
	"github.com/wgtensor/wgtensor/device/op"
)

// total32 is an exact sum of float32.
type total32 = exact.Sum32

// totals32 adds blocks to sums of float32. Mostly the elements of a part have so much in common that
// their sum has no more digits than a float64. Then no addition on the way rounds.
type totals32 struct {
	in            *rows
	all           vector.Sum
	columns       vector.Sum // nil if it takes less time to transpose a block
	withErrors    vector.Sum // of each column
	allWithErrors vector.Sum

	unrounded, unroundedColumns vector.Sum // nil if the processor does not say whether it rounds
	unroundedProducts           vector.Sum // nil without AVX-512
	multiply                    Kernel
}

var sumsPool = sync.Pool{New: func() any { return new(vector.Sums) }}

// total32 is the kernel of sums of elements that are read as float32, without an End.
func (t *Set) total32(in *rows) Reduction {
	a := &totals32{in, t.sums[vector.All], t.sums[vector.EachColumn], t.sums[vector.WithErrors], t.sums[vector.AllWithErrors],
		t.sums[vector.Unrounded], t.sums[vector.UnroundedColumns], t.sums[vector.UnroundedProducts], t.For(op.Mul, op.Float32, op.Float32)}
	products := a.unroundedProducts != nil && !in.cast
	return t.addingBlocks(a.add, Reduction{State: stateOfTotals, Begin: beginTotals, Merge: mergeTotals, Products: products})
}

// addingBlocks is a reduction whose blocks are added by routines that every set has for float32.
func (t *Set) addingBlocks(add func(states unsafe.Pointer, b *Block), r Reduction) Reduction {
	r.Cost, r.Add = plainCost, add
	if t.Name != Plain {
		r.Cost, r.Set = 2, t.Name
	}
	return r
}

func (a *totals32) add(states unsafe.Pointer, b *Block) {
	all, sums := totalsOf(b.Groups, states), sumsPool.Get().(*vector.Sums)
	defer sumsPool.Put(sums)
	all.terms += uint64(b.Elements)
	var t trials
	if b.Y.At != nil {
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		for i := 0; i < b.Elements; i += longRow {
			a.addProducts(&all, 0, 1, b.Groups, min(longRow, b.Elements-i), b.X.Beyond(0, i), b.Y.Beyond(0, i), s, sums, &t)
		}
		return
	}
	if a.columns == nil || !a.in.byColumns(b, vector.Columns) {
		a.in.eachRows(b, func(group, step, rows, n int, x Matrix) { a.addRows(&all, group, step, rows, n, x, sums, &t) })
		return
	}
	a.in.eachLines(b, vector.Columns, func(first, done, n, lines int, x Matrix) {
		if done == 0 {
			done = a.addUnroundedColumns(&all, first, n, lines, x, sums, &t)
		}
		columnsOf(x, first, done, n, lines, vector.Columns, func(first, skip, lines int, x Matrix) {
			a.addColumns(&all, first, skip, lines, x, sums)
		})
	})
}

// saysWhetherItRounds reports whether a sum notices that digits are lost. Programs that act as a processor may
// not keep its flags.
func saysWhetherItRounds(unrounded vector.Sum) bool {
	if unrounded == nil {
		return false
	}
	noticed := func(x [2 * vector.Columns]float32) bool {
		to := new(vector.Sums)
		to.Rows = 1
		unrounded(2, unsafe.Pointer(&x[0]), 0, to)
		return to.Rows == 0
	}
	return noticed([2 * vector.Columns]float32{0: 1, vector.Columns: 0x1p-60}) && noticed([2 * vector.Columns]float32{0: 1, 1: 0x1p-60, 2: 0x1p-130}) &&
		!noticed([2 * vector.Columns]float32{0: 1, vector.Columns: 2})
}

// addRows adds rows of n elements side by side to the totals of groups a step apart, from one on.
func (a *totals32) addRows(all *totals, group, step, rows, n int, x Matrix, sums *vector.Sums, t *trials) {
	sums.Ahead = x.ahead(rows, n*a.in.to)
	for r := 0; r < rows; {
		row, first := x.Beyond(r, 0), group+r*step
		done := a.addUnrounded(all, first, step, rows-r, n, row, sums, t)
		if done == 0 {
			a.addRow(total{all, first}, elements[float32](row.At, 0, n), sums)
			done = 1
		}
		r += done
	}
}

// addUnrounded adds the first rows, as long as float64s add them without rounding, and returns how many.
func (a *totals32) addUnrounded(all *totals, group, step, rows, n int, x Matrix, sums *vector.Sums, t *trials) int {
	done := a.tryRows(a.unrounded, all, group, step, rows, n, x, sums, t)
	if rest := n % vector.Columns; rest > 0 {
		for r := range done {
			a.addRow(total{all, group + r*step}, elements[float32](x.Beyond(r, n-rest).At, 0, rest), sums)
		}
	}
	return done
}

// tryRows adds all lines of the first rows, as long as float64s add them without rounding, and returns how many.
func (a *totals32) tryRows(add vector.Sum, all *totals, group, step, rows, n int, x Matrix, sums *vector.Sums, t *trials) int {
	lines := n / vector.Columns
	if lines == 0 || add == nil || !t.due() {
		return 0
	}
	tried := min(rows, len(sums.Of))
	sums.Rows = tried
	add(lines, x.At, x.Row, sums)
	done := sums.Rows
	t.note(done == tried)
	for r := range done {
		addWithError(total{all, group + r*step}, sums, r)
	}
	return done
}

// fewProducts are how many products are tried once more where a row of them has too many digits. Mostly a few products
// have, as squares of numbers near 0.
const fewProducts = 256

// addProducts adds the products of rows of n elements side by side to the totals of groups a step apart, from one on.
func (a *totals32) addProducts(all *totals, group, step, rows, n int, x, y Matrix, s *scratch, sums *vector.Sums, t *trials) {
	for r, done := 0, 0; r < rows; r += done {
		x, y, group := x.Beyond(r, 0), y.Beyond(r, 0), group+r*step
		sums.Ahead, sums.At, sums.Stride = 16<<10, y.At, y.Row
		done = a.tryRows(a.unroundedProducts, all, group, step, rows-r, n, x, sums, t)
		rest := n % vector.Columns
		if done == 0 {
			done, rest = 1, n
			if parts := n / fewProducts; parts > 1 {
				rest = n % fewProducts
				a.addProducts(all, group, 0, parts, fewProducts, Matrix{x.At, 4 * fewProducts, 4}, Matrix{y.At, 4 * fewProducts, 4}, s, sums, t)
			}
		}
		for k := 0; k < done && rest > 0; k++ {
			a.multiply.Run(rest, s.at(0), x.Beyond(k, n-rest).At, y.Beyond(k, n-rest).At, nil, 0)
			a.addRow(total{all, group + k*step}, elements[float32](s.at(0), 0, rest), sums)
		}
	}
}

// addRow adds elements of one group, side by side.
func (a *totals32) addRow(s total, x []float32, sums *vector.Sums) {
	if len(x) == 0 {
		return
	}
	lines := len(x) / vector.Columns
	if lines > 0 {
		a.all(lines, unsafe.Pointer(&x[0]), 4*vector.Columns, sums)
	} else {
		sums.Least, sums.Most, sums.Of[0] = math.MaxUint32, 0, 0
	}
	sum := sums.Of[0]
	for _, v := range x[lines*vector.Columns:] {
		sum += float64(v)
		note(sums, v)
	}
	if addsWithoutRounding(len(x), sums) {
		s.Add(sum)
		return
	}
	if lines > 0 && errorsAddWithoutRounding(len(x), sums) {
		a.allWithErrors(lines, unsafe.Pointer(&x[0]), 4*vector.Columns, sums)
		for i := range 4 {
			addWithError(s, sums, i)
		}
		x = x[lines*vector.Columns:]
	}
	s.addAny(x)
}

// inPlace combines lines with the results of their columns, and reports whether nothing was lost.
func inPlace(combine vector.Sum, results []float64, lines int, x Matrix, sums *vector.Sums) bool {
	const together = 8 // lines before results are stored: the processor fetches as many streams ahead
	sums.At, sums.Rows = unsafe.Pointer(&results[0]), len(results)
	for i := 0; i < lines && sums.Rows > 0; i += together {
		combine(min(together, lines-i), x.Beyond(0, i).At, x.Column, sums)
	}
	return sums.Rows > 0
}

// addUnroundedColumns adds lines of groups that lie side by side, if float64s add them without rounding, and returns of
// how many groups: a multiple of a line of sums.
func (a *totals32) addUnroundedColumns(all *totals, first, n, lines int, x Matrix, sums *vector.Sums, t *trials) (done int) {
	if a.unroundedColumns == nil || !t.due() {
		return 0
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	n -= n % vector.Columns
	of, room := all.sums[first:first+n], elements[float64](s.at(0), 0, n)
	for again := true; again; again = all.empty(first, n) { // they may have too many digits for more
		copy(room, of)
		if inPlace(a.unroundedColumns, room, lines, x, sums) {
			copy(of, room)
			t.note(true)
			return n
		}
	}
	t.note(false)
	return 0
}

// trials of rows to add without rounding are rarer where one after the other has failed.
type trials struct{ failed, wait int }

func (t *trials) due() bool {
	t.wait--
	return t.wait < 0
}

func (t *trials) note(succeeds bool) {
	if t.failed = min(2*t.failed+1, 31); succeeds {
		t.failed = 0
	}
	t.wait = t.failed / 4
}

// addWithError adds a sum and what rounding took from it. Of an infinite sum that is NaN.
func addWithError[S interface{ Add(x float64) }](s S, sums *vector.Sums, i int) {
	s.Add(sums.Of[i])
	if e := sums.Errors[i]; e != 0 && e == e {
		s.Add(e)
	}
}

// addColumns adds lines of elements of groups that lie side by side, but for some of the first.
func (a *totals32) addColumns(all *totals, first, skip, lines int, x Matrix, sums *vector.Sums) {
	a.columns(lines, x.At, x.Column, sums)
	exact := addsWithoutRounding(lines, sums)
	errors := !exact && errorsAddWithoutRounding(lines, sums)
	if errors {
		a.withErrors(lines, x.At, x.Column, sums)
	}
	if !exact && !errors {
		all.addAny(first, skip, lines, x)
		return
	}
	for i := skip; i < vector.Columns; i++ {
		if s := (total{all, first + i}); exact {
			s.Add(sums.Of[i])
		} else {
			addWithError(s, sums, i)
		}
	}
}

// byExponent are sums of elements whose exponents agree but for four bits. Such have at most 39 digits together, so a
// float64 adds many of them without rounding.
type byExponent [16]float64

const mostByExponent = 1 << 13

func (b *byExponent) add(x float32) { b[math.Float32bits(x)<<1>>28] += float64(x) }

func (b *byExponent) addTo(s total) {
	for _, sum := range b {
		if sum != 0 {
			s.of.rest(s.i).Add(sum) // together they have too many digits for one float64
		}
	}
}

// addAny adds any elements of one group.
func (s total) addAny(x []float32) {
	if len(x) < vector.Columns { // then there are hardly more elements than sums
		for _, v := range x {
			s.Add(float64(v))
		}
		return
	}
	for part := range slices.Chunk(x, mostByExponent) {
		var sums byExponent
		for _, v := range part {
			sums.add(v)
		}
		sums.addTo(s)
	}
}

// addAny adds any elements of groups that lie side by side, but for some of the first. It goes along the lines, so that
// an addition hardly waits for the one before it.
func (t *totals) addAny(first, skip, lines int, x Matrix) {
	var sums [vector.Columns]byExponent
	for i := range lines {
		line := (*[vector.Columns]float32)(x.Beyond(0, i).At)
		if lines < vector.Columns {
			for c := skip; c < vector.Columns; c++ {
				total{t, first + c}.Add(float64(line[c]))
			}
			continue
		}
		for c := range line {
			sums[c].add(line[c])
		}
	}
	for c := skip; lines >= vector.Columns && c < vector.Columns; c++ {
		sums[c].addTo(total{t, first + c})
	}
}

// addsWithoutRounding reports whether float64s can add n float32 in any order without rounding. All
// of them are multiples of the last digit of the smallest. Their sum has at most 53 digits above it
// if the exponents differ by so little.
func addsWithoutRounding(n int, s *vector.Sums) bool { return span(s) <= 29-bits.Len(uint(n)) }

// errorsAddWithoutRounding reports whether float64s can add what rounding takes from a sum of n
// float32. Each such error is at most 2^-53 of the sum, and there are n.
func errorsAddWithoutRounding(n int, s *vector.Sums) bool { return span(s) <= 82-2*bits.Len(uint(n)) }

// span is the difference of the greatest and the least exponent, or a large number if an element is
// NaN or infinite.
func span(s *vector.Sums) int {
	const infinity = 0x7f800000
	if s.Most >= infinity {
		return math.MaxInt
	}
	return int(s.Most>>23) - int(max((s.Least+1)>>23, 1))
}

// note notes the magnitude of an element.
func note(sums *vector.Sums, x float32) {
	m := magnitude(x)
	sums.Least, sums.Most = min(sums.Least, m-1), max(sums.Most, m)
}

func magnitude(x float32) uint32 { return math.Float32bits(x) &^ (1 << 31) }
