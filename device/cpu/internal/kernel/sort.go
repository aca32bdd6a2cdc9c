package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Sort is the kernel of a row that gives a group's elements, or their indices, in order. It is a stable
// radix sort of keys, whose order as unsigned integers is that of the elements.
type Sort struct {
	from                op.DType
	descending, indices bool
}

// SortCost is the cost of an element, as of a Kernel.
const SortCost = 4 * plainCost

// Sort returns the kernel of a row that sorts elements of a type. Ok is false if the row is no sort.
func (t *Set) Sort(o *op.Op, from op.DType) (s Sort, ok bool) {
	switch o {
	case op.Sort, op.SortDescending, op.Argsort, op.ArgsortDescending:
		return Sort{from, o == op.SortDescending || o == op.ArgsortDescending, o == op.Argsort || o == op.ArgsortDescending}, true
	}
	return s, false
}

// fewSorted is how many elements are sorted by insertion.
const fewSorted = 32

// Run sorts n elements of each group. The results may lie where the elements do.
func (s Sort) Run(groups, n int, x, to Matrix) {
	if n == 0 { // the matrices may have no memory
		return
	}
	if s.from.Size() < 8 && uint64(n) < 1<<32 {
		sortAs[uint32](s, groups, n, x, to)
		return
	}
	sortAs[uint64](s, groups, n, x, to)
}

// entry is a key with the index of its element.
type entry[K uint32 | uint64] struct{ key, index K }

func sortAs[K uint32 | uint64](s Sort, groups, n int, x, to Matrix) {
	entries, other := make([]entry[K], n), make([]entry[K], 0)
	if n > fewSorted {
		other = make([]entry[K], n)
	}
	size, keys := s.from.Size(), s.keys()
	for g := range groups {
		from, out := unsafe.Add(x.At, g*x.Row), unsafe.Add(to.At, g*to.Row)
		for i := range entries {
			entries[i] = entry[K]{K(keys.of(uint64(Bits(unsafe.Add(from, i*x.Column), size)))), K(i)}
		}
		var sorted []entry[K]
		if n <= fewSorted {
			sorted = insert(entries)
		} else {
			sorted = radix(entries, other, 8*size)
		}
		if s.indices {
			for i, e := range sorted {
				*(*int64)(unsafe.Add(out, i*to.Column)) = int64(e.index)
			}
			continue
		}
		for i, e := range sorted { // all are read before the first is written
			sorted[i].key = K(Bits(unsafe.Add(from, int(e.index)*x.Column), size))
		}
		for i, e := range sorted {
			switch at := unsafe.Add(out, i*to.Column); size {
			case 1:
				*(*uint8)(at) = uint8(e.key)
			case 2:
				*(*uint16)(at) = uint16(e.key)
			case 4:
				*(*uint32)(at) = uint32(e.key)
			default:
				*(*uint64)(at) = uint64(e.key)
			}
		}
	}
}

// insert sorts few entries.
func insert[K uint32 | uint64](all []entry[K]) []entry[K] {
	for i := 1; i < len(all); i++ {
		e, k := all[i], i
		for ; k > 0 && all[k-1].key > e.key; k-- {
			all[k] = all[k-1]
		}
		all[k] = e
	}
	return all
}

// radix sorts entries by digits of their keys, the lowest first. It moves them to and fro between two
// lists, and returns the one where they are at the end.
func radix[K uint32 | uint64](all, other []entry[K], bits int) []entry[K] {
	digit := 8
	if bits >= 32 && len(all) <= 1<<20 {
		digit = 11
	}
	var counts [8][1 << 11]uint
	mask := K(1)<<digit - 1
	for _, e := range all {
		key := e.key
		for pass := 0; pass*digit < bits; pass++ {
			counts[pass][key&mask]++
			key >>= digit
		}
	}
	for pass := 0; pass*digit < bits; pass++ {
		starts, shift := &counts[pass], pass*digit
		if starts[all[0].key>>shift&mask] == uint(len(all)) {
			continue // all have one digit
		}
		sum := uint(0)
		for d := range 1 << digit {
			starts[d], sum = sum, sum+starts[d]
		}
		for _, e := range all {
			d := e.key >> shift & mask
			other[starts[d]] = e
			starts[d]++
		}
		all, other = other, all
	}
	return all
}

// sortKeys makes keys of the bits of elements.
type sortKeys struct {
	mask, sign, infinity, flip uint64 // without sign of unsigned elements; without infinity of integers
}

func (s Sort) keys() (k sortKeys) {
	k.mask = ^uint64(0) >> (64 - 8*s.from.Size())
	switch s.from.Kind() {
	case op.Floating:
		k.infinity = uint64(s.from.FromFloat(math.Inf(1)))
		k.sign = k.mask>>1 + 1
	case op.Signed:
		k.sign = k.mask>>1 + 1
	}
	if s.descending {
		k.flip = k.mask
	}
	return k
}

// of returns the key of an element. NaN has the greatest, and zeros have one.
func (k *sortKeys) of(bits uint64) uint64 {
	if k.infinity == 0 {
		return bits ^ k.sign ^ k.flip
	}
	switch size := bits &^ k.sign; {
	case size > k.infinity:
		bits = k.mask
	case size == 0:
		bits = k.sign
	case bits&k.sign != 0:
		bits = ^bits & k.mask
	default:
		bits |= k.sign
	}
	return bits ^ k.flip
}
