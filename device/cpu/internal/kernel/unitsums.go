package kernel

import (
	"math"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// magnitudes are the greatest magnitude of n elements, and the least one above 0, as float32.
func (r *rows) magnitudes(n int, of unsafe.Pointer) (least, most uint32) {
	least = math.MaxUint32
	r.all(n, of, func(_ int, x []float32) {
		sums := vector.Sums{Least: math.MaxUint32}
		lines := len(x) / vector.Columns
		if lines > 0 {
			r.set.sums[vector.All](lines, unsafe.Pointer(&x[0]), 4*vector.Columns, &sums)
		}
		for _, v := range x[lines*vector.Columns:] {
			note(&sums, v)
		}
		least, most = min(least, sums.Least), max(most, sums.Most)
	})
	return least, most
}

// roomForSums is how many digits a float64 has beyond those of the elements, at least. With fewer, sums would mostly
// round, and not be worth a try.
const roomForSums = 3

// mostSum is the least sum that a float64 may not hold exactly, whatever elements it is of, and contents of places:
// 2^53 of their last digits, which 2^53 + 1 of them are rounded to. Ok is false if there is none, or few sums may be
// below it.
func (f *floatSums) mostSum(table Table, positions Span, e Elements) (most float64, ok bool) {
	const infinity, digits, mantissa = 0x7f800000, 24, 53
	low, high := f.in.magnitudes(e.different(), e.Of)
	least, greatest := f.in.magnitudes(positions.Len(), unsafe.Add(table.At, positions.From*table.Size))
	low, high = max(min(low, least)+1, 1<<23)>>23, max(high, greatest, 1<<23)>>23
	return math.Ldexp(1, int(low)-127-(digits-1)+mantissa), high < infinity>>23 && int(high)-int(low)+digits+roomForSums <= mantissa
}

// addInUnits adds elements at places in a float64 each, which begins with the content. It reports false if an
// addition may have rounded: then it has written nothing.
func (f *floatSums) addInUnits(table Table, positions Span, e Elements, most float64) bool {
	places := positions.Len()
	room := placeRooms.Get().(*[]uint64)
	defer placeRooms.Put(room)
	*room = slices.Grow((*room)[:0], places)
	sums, content := unsafe.Pointer(unsafe.SliceData(*room)), unsafe.Add(table.At, positions.From*table.Size)
	f.widen.Run(places, sums, content, nil, nil, 0)
	limit, above := int64(math.Float64bits(most))-1, int64(0)
	e.each(positions, table.Size, func(at []int64, of unsafe.Pointer) {
		if above < 0 {
			return
		}
		f.in.all(len(at), of, func(i int, x []float32) { above |= addUpTo(limit, sums, int64(positions.From), at[i:i+len(x)], x) })
	})
	if above < 0 {
		return false
	}
	f.round.Run(places, content, sums, nil, nil, 0)
	return true
}

// addUpTo adds elements to sums at the places from one on. The result is negative if a sum is above a limit
// on its way: both are compared as bits.
func addUpTo(limit int64, sums unsafe.Pointer, from int64, at []int64, x []float32) (above int64) {
	for i, p := range at[:len(x)] {
		to := (*float64)(unsafe.Add(sums, 8*(p-from)))
		sum := *to + (float64(x[i]) + 0) // 0 instead of -0
		*to = sum
		above |= limit - int64(math.Float64bits(sum)&^(1<<63))
	}
	return above
}
