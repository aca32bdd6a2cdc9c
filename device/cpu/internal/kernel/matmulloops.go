package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// plainColumns is those of the plain loops' tiles. The sums of three rows fit a processor's registers: with two rows and
// four columns float64 took a fifth longer.
const plainColumns = 3

// plainTiles has the loops by the type of sums.
var plainTiles = []struct {
	rows     int
	multiply map[op.DType]vector.Multiply
}{{3, map[op.DType]vector.Multiply{}}, {1, map[op.DType]vector.Multiply{}}}

// multiply3 multiplies three rows. Each product is rounded, also on processors that could fuse it with
// its sum: the compiler might fuse some of them only.
func multiply3[T number](n int, to, x, y unsafe.Pointer, toRow, xRow, xStep, yRow int, how vector.Mode) {
	var a0, a1, a2, b0, b1, b2, c0, c1, c2 T
	for {
		u, v, w, all := *(*T)(x), *(*T)(unsafe.Add(x, xRow)), *(*T)(unsafe.Add(x, 2*xRow)), (*[plainColumns]T)(y)
		z := all[0]
		a0, b0, c0 = a0+T(u*z), b0+T(v*z), c0+T(w*z)
		z = all[1]
		a1, b1, c1 = a1+T(u*z), b1+T(v*z), c1+T(w*z)
		z = all[2]
		a2, b2, c2 = a2+T(u*z), b2+T(v*z), c2+T(w*z)
		if n--; n == 0 { // no pointer may lie behind the last element
			break
		}
		x, y = unsafe.Add(x, xStep), unsafe.Add(y, yRow)
	}
	a, b, c := (*[plainColumns]T)(to), (*[plainColumns]T)(unsafe.Add(to, toRow)), (*[plainColumns]T)(unsafe.Add(to, 2*toRow))
	if how&vector.Add != 0 {
		a0, a1, a2 = a[0]+a0, a[1]+a1, a[2]+a2
		b0, b1, b2 = b[0]+b0, b[1]+b1, b[2]+b2
		c0, c1, c2 = c[0]+c0, c[1]+c1, c[2]+c2
	}
	*a, *b, *c = [plainColumns]T{a0, a1, a2}, [plainColumns]T{b0, b1, b2}, [plainColumns]T{c0, c1, c2}
}

// multiply1 multiplies one row.
func multiply1[T number](n int, to, x, y unsafe.Pointer, _, _, xStep, yRow int, how vector.Mode) {
	var a0, a1, a2 T
	for k, at, row := 0, 0, 0; k < n; k, at, row = k+1, at+xStep, row+yRow {
		v, y := *(*T)(unsafe.Add(x, at)), (*[plainColumns]T)(unsafe.Add(y, row))
		a0, a1, a2 = a0+T(v*y[0]), a1+T(v*y[1]), a2+T(v*y[2])
	}
	a := (*[plainColumns]T)(to)
	if how&vector.Add != 0 {
		a0, a1, a2 = a[0]+a0, a[1]+a1, a[2]+a2
	}
	*a = [plainColumns]T{a0, a1, a2}
}
