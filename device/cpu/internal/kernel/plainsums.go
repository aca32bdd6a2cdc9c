package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/exact"
)

// plainSums are the sums of the kernels in Go alone. They make no sums of columns: it takes less time
// to transpose a block.
var plainSums = map[vector.SumOf]vector.Sum{vector.All: sumAll, vector.AllWithErrors: sumAllWithErrors, vector.Distances: sumDistances}

// line is the elements of a line.
func line(x unsafe.Pointer, k, stride int) []float32 {
	return elements[float32](unsafe.Add(x, k*stride), 0, vector.Columns)
}

// sumAll adds four sums, as each addition waits for the one before it.
func sumAll(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
	least, most := uint32(math.MaxUint32), uint32(0)
	var a, b, c, d float64
	for k := range lines {
		line := line(x, k, stride)
		for i := 0; i < vector.Columns; i += 4 {
			y := line[i : i+4 : i+4]
			a, b, c, d = a+float64(y[0]), b+float64(y[1]), c+float64(y[2]), d+float64(y[3])
			m0, m1, m2, m3 := magnitude(y[0]), magnitude(y[1]), magnitude(y[2]), magnitude(y[3])
			least, most = min(least, m0-1, m1-1, m2-1, m3-1), max(most, m0, m1, m2, m3)
		}
	}
	to.Least, to.Most, to.Of[0] = least, most, a+b+c+d
}

func sumAllWithErrors(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
	to.Of, to.Errors = [vector.Columns]float64{}, [vector.Columns]float64{}
	for k := range lines {
		for i, v := range line(x, k, stride) {
			sum, e := exact.TwoSum(to.Of[i%4], float64(v))
			to.Of[i%4], to.Errors[i%4] = sum, to.Errors[i%4]+e
		}
	}
}

func sumDistances(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
	from := to.Of[0]
	var sums, squares [4]float64
	for k := range lines {
		line := line(x, k, stride)
		for i := 0; i < vector.Columns; i += 4 {
			y := line[i : i+4 : i+4]
			a, b, c, d := float64(y[0])-from, float64(y[1])-from, float64(y[2])-from, float64(y[3])-from
			sums = [4]float64{sums[0] + a, sums[1] + b, sums[2] + c, sums[3] + d}
			squares = [4]float64{squares[0] + float64(a*a), squares[1] + float64(b*b), squares[2] + float64(c*c), squares[3] + float64(d*d)}
		}
	}
	copy(to.Of[:], sums[:])
	copy(to.Errors[:], squares[:])
}
