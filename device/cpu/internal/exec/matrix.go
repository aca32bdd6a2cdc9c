package exec

import (
	"math"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// product is how a launch whose groups are products of matrices computes them. A tile is a block of
// rows and columns of one product, or several small products. X and Y are not in it: a kernel reads what a
// block needs of them.
type product struct {
	device.Product
	sides   [2]side // X and Y
	kernel  kernel.Matmul
	to      device.Value
	inner   []int // the axes of the plan along which products are summed
	direct  int   // the output whose buffer the kernel writes; -1 if another step reads the result
	words   int   // of a worker's scratch
	scratch int   // where it begins in the worker's words
	work    int64 // see compiled.work
}

// productOf returns how a launch multiplies matrices, or nil if it does not. Products of one row and
// one column are an ordinary reduction.
func (p *compiled) productOf(l *device.Launch, nest *broadcast.Nest) *product {
	found, ok := l.Product(nest)
	if !ok || len(found.Rows)+len(found.Columns) == 0 {
		return nil
	}
	q := &product{Product: found, to: l.Program.Result(found.Dot), direct: -1}
	q.kernel = p.set.Matmul(l.Program.Type(q.to))
	if in := len(nest.Groups.Shape) - 1; slices.Contains(q.Rows, in) { // results lie side by side along columns
		q.X, q.Y, q.XMaps, q.YMaps, q.Rows, q.Columns = q.Y, q.X, q.YMaps, q.XMaps, q.Columns, q.Rows
	}
	if len(found.Columns) == 0 {
		q.kernel.OneColumn(q.X == found.Y, nest.Elements.Len)
	}
	q.sides = [2]side{p.sideOf(q.X, q.XMaps, q.Rows), p.sideOf(q.Y, q.YMaps, q.Columns)}
	once := q.sides[0].once != nil || q.sides[1].once != nil
	if once && len(p.phases[0].then) > 0 { // they may write over what maps read
		return nil
	}
	if k := slices.Index(p.outputs, q.to); k >= 0 && p.values[q.to].uses == 1 && p.storeOf(k) == nil && !once {
		q.direct = k
	}
	q.work = int64(nest.Len()) * int64(q.kernel.Cost) * int64(p.widest) / float
	if len(q.Rows)*len(q.Columns) > 0 { // else each element is read for one product alone
		q.work /= 4
	}
	return q
}

// output decides how output k is written: by the kernel, unless a later step reads what it may lie on.
func (p *product) output(k int, m *move, t *layout) {
	if m.direct = false; k != p.direct {
		return
	}
	if m.direct = !t.readLater(m); !m.direct {
		p.direct = -1
	}
}

// batchMost is how many elements of results a tile of several small products has, at most.
const batchMost = 1 << 13

// tallShare is how many tall blocks there are at least for each of several goroutines. Maps behind a product run on blocks
// that stay in the cache, which tall ones do not.
const tallShare = 4

// blocksFor is how many blocks of so much work there are at least. Several goroutines have two each, so that they end at
// about the same time. With four, packing took a seventh longer.
func (e *Engine) blocksFor(work int64) int {
	if threads := e.threadsFor(work, math.MaxInt); threads > 1 {
		return 2 * threads
	}
	return 1
}

// cutProduct cuts the groups into blocks, or into several small products. A tile has no elements of a
// group.
func (t *layout) cutProduct(e *Engine) {
	p, groups, elements := t.product, &t.groups.groups, &t.groups.elements
	for axis := range t.size {
		t.size[axis] = 1
	}
	m, n := t.extent(p.Rows), t.extent(p.Columns)
	tall := p.direct >= 0 && m*n >= (e.Threads-1)*tallShare*kernel.TallBlock
	blocks := e.blocksFor(p.work) / max(t.extent(p.Batch), 1)
	columns, depth := t.cutSide(p.Columns, p.kernel.Columns(m, n, blocks)), 1
	rows := t.cutSide(p.Rows, p.kernel.Rows(m, n, blocks/max(partsOf(n, columns), 1), tall))
	for axis := elements.from; axis < len(t.plan.Shape); axis++ {
		p.inner, t.size[axis], t.parts[axis] = append(p.inner, axis), t.plan.Shape[axis], 1
		depth *= t.plan.Shape[axis]
	}
	products := 1
	if rows*columns == m*n { // else their results lie apart
		products = t.cutSide(p.Batch, batchMost/max(rows*columns, 1))
	}
	p.pad(t, rows*products*depth, columns*products*depth)
	if p.mapped() {
		products = t.cutSide(p.Batch, 1)
		p.sides[0].findRows(t, p.inner)
		p.sides[1].findRows(t, p.inner)
	}
	groups.count, groups.most = 1, rows*columns*products
	for axis, n := range t.plan.Shape[:elements.from] {
		t.parts[axis] = partsOf(n, t.size[axis])
		groups.count *= t.parts[axis]
	}
	t.count, t.groups.parts, elements.count, t.phases = groups.count, 1, 1, t.program.resident
	if t.most, elements.most = groups.most, 1; p.mapped() {
		elements.most = max(min(depth, vector.Depth), 1)
		t.most = max(t.most, mapsMost*elements.most)
	}
	p.words = (p.kernel.Scratch(rows, columns, depth) + 7) / 8
}

// extent is how many elements some axes have.
func (t *layout) extent(axes []int) int {
	n := 1
	for _, axis := range axes {
		n *= t.plan.Shape[axis]
	}
	return n
}

// cutSide cuts some axes, the last one first, for at most so many elements of a tile. It returns how many
// they are.
func (t *layout) cutSide(axes []int, most int) int {
	n := 1
	for _, axis := range slices.Backward(axes) {
		t.size[axis] = max(min(most/n, t.plan.Shape[axis]), 1)
		n *= t.size[axis]
	}
	return n
}

// multiply computes the products of the tile that the worker is set on. It leaves out a part of their
// sums if the launch has ended before.
func (w *worker) multiply(t *task) {
	p := t.product
	w.seekSpan(t, &t.groups.elements, 0)
	w.axes = w.axes[:0]
	to := w.list(t, p)
	if p.direct >= 0 {
		to = w.operand(t, p.direct, p.Rows, p.Columns)
	}
	x, y := w.side(t, 0), w.side(t, 1)
	b := p.kernel.Block(unsafe.Pointer(&(*w.room)[p.scratch]), to.Grid, x.Grid, y.Grid)
	for i := range to.batch.Len() {
		if i > 0 {
			b.MoveTo(to.number(i), x.number(i), y.number(i))
		}
		for part := range b.Parts() {
			if !t.goesOn(w) {
				return
			}
			b.Multiply(part)
		}
		b.Store()
	}
	if p.sides[0].once != nil || p.sides[1].once != nil {
		w.enter(t, true) // maps have left the lists of other groups
	}
}

// matrices are those of one operand of a tile of products, which have one layout.
type matrices struct {
	kernel.Grid
	batch kernel.Axes
}

// number is where matrix i begins.
func (m *matrices) number(i int) unsafe.Pointer {
	if m.Rows.Len()*m.Columns.Len() == 0 {
		return m.At
	}
	return unsafe.Add(m.At, m.batch.Offset(i))
}

// operand is the tile's part of operand k, matrices in a buffer.
func (w *worker) operand(t *task, k int, rows, columns []int) matrices {
	m := &t.moves[k]
	g := w.matrices(t, rows, columns, m.strides, m.size)
	if g.Rows.Len()*g.Columns.Len() > 0 { // else there is no first element
		g.At = w.first(t, k)
	}
	return g
}

// list is the tile as the list of its results, an element for each group.
func (w *worker) list(t *task, p *product) matrices {
	w.strides = grow(w.strides, len(w.size))
	n := 1
	for axis := t.groups.groups.to - 1; axis >= 0; axis-- {
		w.strides[axis] = n
		n *= w.size[axis]
	}
	g := w.matrices(t, p.Rows, p.Columns, w.strides, t.program.values[p.to].bytes)
	g.At = w.values[p.to].at
	return g
}

// matrices are those of an operand with such strides.
func (w *worker) matrices(t *task, rows, columns, strides []int, size int) matrices {
	return matrices{kernel.Grid{Rows: w.along(rows, strides, size), Columns: w.along(columns, strides, size)},
		w.along(t.product.Batch, strides, size)}
}

// along returns axes of the block that the worker is set on, for elements of size bytes. Axes that follow each other in
// memory are one.
func (w *worker) along(axes, strides []int, size int) kernel.Axes {
	from := len(w.axes)
	for _, axis := range axes {
		n, stride := w.size[axis], strides[axis]*size
		if last := len(w.axes) - 1; last >= from && w.axes[last].Stride == n*stride {
			w.axes[last] = kernel.Axis{Size: w.axes[last].Size * n, Stride: stride}
			continue
		}
		w.axes = append(w.axes, kernel.Axis{Size: n, Stride: stride})
	}
	return w.axes[from:]
}
