package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// plainTile is the tile of the plain loops: its sums nearly fit a processor's registers.
var plainTile = vector.Tile{Rows: 2, Columns: 4, Pitch: vector.Depth + 16}

// plainMatmuls has the loops by the type of sums.
var plainMatmuls = map[op.DType]vector.Multiply{}

// multiply multiplies plainTile. Each product is rounded, also on processors that could fuse it with
// its sum: the compiler might fuse some of them only.
func multiply[T number](n int, to, x, y unsafe.Pointer, toRow int, how vector.Mode) {
	x0, x1 := elements[T](x, 0, n), elements[T](x, plainTile.Pitch, n)
	y4 := elements[[4]T](y, 0, n)
	x1, y4 = x1[:len(x0)], y4[:len(x0)]
	var a0, a1, a2, a3, b0, b1, b2, b3 T
	for k, v := range x0 {
		w, y := x1[k], &y4[k]
		a0, b0 = a0+T(v*y[0]), b0+T(w*y[0])
		a1, b1 = a1+T(v*y[1]), b1+T(w*y[1])
		a2, b2 = a2+T(v*y[2]), b2+T(w*y[2])
		a3, b3 = a3+T(v*y[3]), b3+T(w*y[3])
	}
	a, b := (*[4]T)(to), (*[4]T)(unsafe.Add(to, toRow))
	if how&vector.Add != 0 {
		a0, a1, a2, a3 = a[0]+a0, a[1]+a1, a[2]+a2, a[3]+a3
		b0, b1, b2, b3 = b[0]+b0, b[1]+b1, b[2]+b2, b[3]+b3
	}
	*a, *b = [4]T{a0, a1, a2, a3}, [4]T{b0, b1, b2, b3}
}

// multiplyBool is multiply for bytes that are 0 or 1: the or of ands.
func multiplyBool(n int, to, x, y unsafe.Pointer, toRow int, how vector.Mode) {
	for i := range plainTile.Rows {
		row, sums := elements[uint8](x, i*plainTile.Pitch, n), (*[4]uint8)(unsafe.Add(to, i*toRow))
		if how&vector.Add == 0 {
			*sums = [4]uint8{}
		}
		for k, y := range elements[[4]uint8](y, 0, n) {
			for j := range sums {
				sums[j] |= row[k] & y[j]
			}
		}
	}
}
