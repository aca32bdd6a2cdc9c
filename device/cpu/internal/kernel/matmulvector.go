package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// A matrix by a vector has an order of its own: a sum has lanes, as many as fill some registers, so that the elements of a
// row are read as they lie. The lanes of vectorDepth products are added, and then those sums in ascending order. What fills
// no lanes at the end of a sum has zeros behind it. Short sums keep the order of other products. All this depends on the
// length of a sum alone, and not on how a matrix lies.

const (
	vectorLeast   = 64   // products of a sum that has lanes
	vectorDepth   = 1024 // products of lanes, at most
	vectorRows    = 24   // of a matrix that are packed at a time
	vectorColumns = 512  // whose lanes are computed at a time, where they lie side by side
	vectorPitch   = vectorDepth + 16
)

// inner is for a vector and rows that lie along memory.
type inner struct {
	rows int
	run  vector.Inner
}

// which says which operand is a vector.
type which uint8

const (
	noVector which = iota
	xVector
	yVector
)

// OneColumn says that the whole product has one column, x or y, and sums of so many products. Its elements may then have
// another order.
func (p *Matmul) OneColumn(isX bool, depth int) {
	switch {
	case p.inners == nil || p.narrows() || depth < vectorLeast:
	case isX:
		p.vector = xVector
	default:
		p.vector = yVector
	}
}

// vectorPacking is where the parts of a scratch begin: the sums come first, then the vector, and rows or lanes.
func (p *Matmul) vectorPacking(rows int) (l packing) {
	l.x = roundUp(rows*p.size, cacheLine)
	l.y = l.x + vectorDepth*p.size
	l.end = l.y + max(vectorRows*vectorPitch*p.size, vector.InnerLanes(p.size)*vectorColumns*p.size)
	return l
}

// asVector begins a block of a matrix, y, and a vector, x.
func (b *MatmulBlock) asVector() {
	if b.vector == yVector {
		b.rows, b.columns, b.swapped = b.columns, b.rows, true
		b.to, b.x, b.y = b.to.turned(), b.y.turned(), b.x.turned()
	}
	b.packing = b.vectorPacking(b.columns)
	b.row = b.columns * b.size
}

// multiplyVector computes a part of the sums.
func (b *MatmulBlock) multiplyVector(part Span) {
	for k := part.From; k < part.To; k += vectorDepth {
		end, how := min(k+vectorDepth, part.To), vector.Mode(0)
		if k > 0 {
			how = vector.Add
		}
		rest := (end - k) % vector.InnerLanes(b.size)
		if whole := (Span{k, end - rest}); whole.Len() > 0 {
			b.addProducts(whole, how)
			how = vector.Add
		}
		if rest > 0 {
			b.addRest(Span{end - rest, end}, how)
		}
	}
}

// addProducts adds products that fill the lanes.
func (b *MatmulBlock) addProducts(inner Span, how vector.Mode) {
	x, y, done := unsafe.Add(b.scratch, b.packing.x), b.y.matrix().Beyond(inner.From, 0), 0
	if b.x.even() && b.x.Columns.stride() == b.size {
		x = b.x.matrix().Beyond(0, inner.From).At
	} else {
		b.x.copyTo(Matrix{x, 0, b.size}, b.set, Span{0, 1}, inner, b.size)
	}
	switch {
	case !b.y.even():
	case y.Row == b.size:
		b.addPacked(Span{0, b.columns}, inner.Len(), x, y.At, y.Column, how)
		return
	case y.Column == b.size && b.alongs != nil:
		for n := b.alongs[0].columns; b.columns-done >= n; {
			few := min(b.columns-done, vectorColumns)
			few -= few % n
			b.addLanes(Span{done, done + few}, inner.Len(), x, y.Beyond(0, done), how)
			done += few
		}
	}
	for c := done; c < b.columns; c += vectorRows {
		columns, to := Span{c, min(c+vectorRows, b.columns)}, unsafe.Add(b.scratch, b.packing.y)
		b.y.copyTo(Matrix{to, b.size, vectorPitch * b.size}, b.set, inner, columns, b.size)
		b.addPacked(columns, inner.Len(), x, to, vectorPitch*b.size, how)
	}
}

// addPacked adds the products of rows that lie along memory.
func (b *MatmulBlock) addPacked(rows Span, n int, x, y unsafe.Pointer, row int, how vector.Mode) {
	first := rows.From
	for _, of := range b.inners {
		if m := rows.Len() - rows.Len()%of.rows; m > 0 {
			of.run(m, n, unsafe.Add(b.scratch, rows.From*b.size), x, unsafe.Add(y, (rows.From-first)*row), row, how)
			rows.From += m
		}
	}
}

// addRest adds products that fill no lanes.
func (b *MatmulBlock) addRest(inner Span, how vector.Mode) {
	lanes := vector.InnerLanes(b.size)
	x, y, row := unsafe.Add(b.scratch, b.packing.x), unsafe.Add(b.scratch, b.packing.y), lanes*b.size
	clear(unsafe.Slice((*byte)(x), row))
	clear(unsafe.Slice((*byte)(y), vectorRows*row))
	b.x.copyTo(Matrix{x, 0, b.size}, b.set, Span{0, 1}, inner, b.size)
	for c := 0; c < b.columns; c += vectorRows {
		columns := Span{c, min(c+vectorRows, b.columns)}
		b.y.copyTo(Matrix{y, b.size, row}, b.set, inner, columns, b.size)
		b.addPacked(columns, lanes, x, y, row, how)
	}
}

// addLanes adds the products of rows that lie side by side: each lane has a list of sums.
func (b *MatmulBlock) addLanes(rows Span, n int, x unsafe.Pointer, y Matrix, how vector.Mode) {
	lanes := vector.InnerLanes(b.size)
	lane := func(j int) unsafe.Pointer { return unsafe.Add(b.scratch, b.packing.y+j*vectorColumns*b.size) }
	add := func(to, from int) { b.sum.Run(rows.Len(), lane(to), lane(to), lane(from), nil, 0) }
	for j := range lanes {
		first := vector.Mode(0)
		for k := j; k < n; {
			for _, a := range b.alongs {
				for ; k+(a.rows-1)*lanes < n; k += a.rows * lanes {
					a.run(rows.Len(), lane(j), unsafe.Add(x, k*b.size), y.Beyond(k, 0).At, lanes*b.size, lanes*y.Row, first)
					first = vector.Add
				}
			}
		}
	}
	quarter := lanes / 4
	for j := range quarter {
		add(j, j+quarter)
		add(j+2*quarter, j+3*quarter)
		add(j, j+2*quarter)
	}
	for half := quarter / 2; half > 0; half /= 2 {
		for j := range half {
			add(j, j+half)
		}
	}
	to := unsafe.Add(b.scratch, rows.From*b.size)
	if how&vector.Add != 0 {
		b.sum.Run(rows.Len(), to, to, lane(0), nil, 0)
	} else {
		b.set.CopyMatrix(Matrix{to, 0, b.size}, Matrix{lane(0), 0, b.size}, 1, rows.Len(), b.size)
	}
}
