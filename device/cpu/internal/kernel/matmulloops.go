package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// plainColumns is those of the plain loops' tiles. The sums of two rows fit a processor's registers.
const plainColumns = 4

// plainTiles has the loops by the type of sums.
var plainTiles = []struct {
	rows     int
	multiply map[op.DType]vector.Multiply
}{{2, map[op.DType]vector.Multiply{}}, {1, map[op.DType]vector.Multiply{}}}

// multiply2 multiplies two rows. Each product is rounded, also on processors that could fuse it with
// its sum: the compiler might fuse some of them only.
func multiply2[T number](n int, to, x, y unsafe.Pointer, toRow, xRow, xStep, yRow int, how vector.Mode) {
	var a0, a1, a2, a3, b0, b1, b2, b3 T
	second := unsafe.Add(x, xRow)
	for k, at, row := 0, 0, 0; k < n; k, at, row = k+1, at+xStep, row+yRow {
		v, w, y := *(*T)(unsafe.Add(x, at)), *(*T)(unsafe.Add(second, at)), (*[4]T)(unsafe.Add(y, row))
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

// multiply1 multiplies one row.
func multiply1[T number](n int, to, x, y unsafe.Pointer, _, _, xStep, yRow int, how vector.Mode) {
	var a0, a1, a2, a3 T
	for k, at, row := 0, 0, 0; k < n; k, at, row = k+1, at+xStep, row+yRow {
		v, y := *(*T)(unsafe.Add(x, at)), (*[4]T)(unsafe.Add(y, row))
		a0, a1, a2, a3 = a0+T(v*y[0]), a1+T(v*y[1]), a2+T(v*y[2]), a3+T(v*y[3])
	}
	a := (*[4]T)(to)
	if how&vector.Add != 0 {
		a0, a1, a2, a3 = a[0]+a0, a[1]+a1, a[2]+a2, a[3]+a3
	}
	*a = [4]T{a0, a1, a2, a3}
}
