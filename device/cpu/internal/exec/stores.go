package exec

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// store is an output with places. A step finds the positions of its elements. Where the caller promises
// different places, and no index can be wrong, a tile is then stored. Otherwise the positions and the
// elements are kept in row-major order, and stored when all of them are known.
type store struct {
	output   int
	base, at device.Value // where the elements begin, and their positions
	kernel   kernel.Store
	locate   *access // of the step that finds positions
	kept     int     // its number among those that are kept, or -1
	choice   int     // the number of the choice that it takes, or -1; then at is the mask
}

// addStores adds the steps that find positions.
func (c *compiled) addStores() {
	for k := range c.outputs {
		o := c.source.Output(k)
		if len(o.At) == 0 {
			continue
		}
		c.faulty = c.faulty || !o.Skip
		s := store{output: k, kernel: c.set.Store(o.Combine, c.source.Type(o.Value)), choice: c.choiceOf(k)}
		if s.choice >= 0 {
			s.base, s.at = c.addPositions(k, k), c.choices[s.choice].mask
			c.stores = append(c.stores, s)
			continue
		}
		s.base, s.at = c.addPositions(k, k), c.addPositions(k, -1)
		s.locate = &access{kind: locates, table: k, locate: c.locates(o.At), faulty: !o.Skip, number: len(c.source.Code()) + k, within: c.set.Within()}
		c.stores = append(c.stores, s)
		c.steps = append(c.steps, step{name: "locate", to: s.at, from: append([]device.Value{s.base}, o.At...),
			Kernel: kernel.Kernel{Cost: kernel.LoadCost}, access: s.locate})
	}
	kept := 0
	for i := range c.stores {
		s := &c.stores[i]
		if s.kept = -1; c.faulty || !c.source.Output(s.output).Distinct {
			s.kept = kept
			kept++
		}
	}
}

// addPositions adds a value of positions in output k.
func (c *compiled) addPositions(k, operand int) device.Value {
	c.values = append(c.values, value{bytes: tableType.Size(), level: c.source.OutputLevel(k), operand: operand, uses: 1, slot: -1})
	c.bytes, c.widest = max(c.bytes, tableType.Size()), max(c.widest, tableType.Size())
	return device.Value(len(c.values) - 1)
}

// kept is how many stores keep their elements until all are known.
func (c *compiled) kept() (n int) {
	for i := range c.stores {
		n = max(n, c.stores[i].kept+1)
	}
	return n
}

// storeOf is how output k is stored, or nil if it has no places.
func (c *compiled) storeOf(k int) *store {
	for i := range c.stores {
		if c.stores[i].output == k {
			return &c.stores[i]
		}
	}
	return nil
}

// keeps is the first of two operands of the layout, behind those of the launch, that keep a store's
// positions and elements.
func (t *layout) keeps(s *store) int { return t.outs + t.ins + 2*s.kept }

// layStore lays out the operands of a store. Base lays out where its elements begin, and keep a value
// that is kept in row-major order.
func (t *layout) layStore(s *store, l *device.Launch, base func(v device.Value, k int, l *device.Launch), keep func(v device.Value, m *move, a *broadcast.Access)) {
	if s.choice >= 0 {
		t.move(s.base, s.output, l)
	} else {
		base(s.base, s.output, l)
	}
	for i, v := range [...]device.Value{s.at, t.program.outputs[s.output]} {
		if s.kept < 0 {
			if t.program.tiled(v) && t.program.values[v].operand < 0 && t.tile[v] < 0 {
				t.assignTile(v)
			}
			continue
		}
		number := t.outs + t.ins
		if !t.program.tiled(v) {
			number++ // that of the group
		}
		m, a, size := &t.moves[t.keeps(s)+i], &t.plan.Operands[number], t.program.values[v].bytes
		*m = move{value: v, size: size, strides: a.Strides, skip: a.Offset,
			row: size * along(a.Strides, t.cross, 0), column: size * along(a.Strides, len(a.Strides)-1, 1)}
		switch k := t.program.values[v].operand; {
		case k >= 0 && t.inOrder(k, m):
			m.alias = k
		case t.scalar(v):
			m.alias = ofScalar
		case k >= 0:
		case v == s.at && t.mayReadIndex(s, m):
			m.alias = t.indexOf(s)
			t.assignTile(v)
		default:
			keep(v, m, a)
		}
	}
}

// inOrder reports whether an input lies in row-major order where it is read, as what is kept does.
func (t *layout) inOrder(k int, kept *move) bool {
	in := &t.moves[k]
	return !in.swapped && !in.counted && in.skip == kept.skip && slices.Equal(in.strides, kept.strides)
}

// inOrderAt is where the input begins that lies in row-major order, as what is kept does.
func (t *task) inOrderAt(kept *move) unsafe.Pointer {
	return unsafe.Add(t.at[kept.alias].first, -kept.skip*kept.size)
}

// takeMemory gives the elements of stores that are kept some memory, if there are any.
func (t *task) takeMemory(e *Engine) error {
	for i := range t.program.stores {
		s := &t.program.stores[i]
		if s.kept < 0 {
			continue
		}
		for k := t.keeps(s); k < t.keeps(s)+2; k++ {
			m, b := &t.moves[k], &t.at[k]
			if m.alias == ofScalar {
				*b = bound{memory: unsafe.Pointer(&t.elements[int(m.value)-t.ins])}
				continue
			}
			if m.alias > 0 && k > t.keeps(s) { // the elements lie in row-major order where they are read
				*b = bound{memory: t.inOrderAt(m)}
				continue
			}
			n := max(t.elementsOf(s), 1)
			if n > math.MaxInt/m.size {
				return fmt.Errorf("cpu: the places of %d elements are more bytes than an int counts: %w", n, device.ErrOutOfMemory)
			}
			memory, size, err := e.Take(n * m.size)
			if err != nil {
				return err
			}
			t.taken = append(t.taken, block{memory, size})
			*b = bound{memory: memory, first: unsafe.Add(memory, m.skip*m.size), direct: m.direct}
		}
	}
	return nil
}

// storeScratch is how many bytes the kernels of stores need, one after the other.
func (t *task) storeScratch() (bytes int) {
	for i := range t.program.stores {
		if s := &t.program.stores[i]; s.kept >= 0 {
			b := &t.at[s.output]
			bytes = max(bytes, s.kernel.Scratch(t.elementsOf(s), b.to-b.from))
		}
	}
	return bytes
}

// elementsOf is how many elements a store has, also those that are left out.
func (t *layout) elementsOf(s *store) int {
	if t.program.tiled(s.at) {
		return t.plan.Len
	}
	return t.groups.all
}

// storeTile stores the tile's elements of stores that keep none.
func (w *worker) storeTile(t *task, tiled bool) {
	for i := range t.program.stores {
		s := &t.program.stores[i]
		if s.kept >= 0 || t.program.tiled(s.at) != tiled {
			continue
		}
		if s.choice >= 0 {
			w.moveChosen(t, s)
			continue
		}
		rows, n := w.rows, w.n
		if !tiled {
			rows, n = 1, w.groups
		}
		at, elements, b := w.values[s.at], w.values[t.program.outputs[s.output]], &t.at[s.output]
		for r := range rows {
			s.kernel.Run(t.table(s), kernel.Span{From: b.from, To: b.to}, kernel.Elements{N: n, At: unsafe.Add(at.at, r*at.row), Of: unsafe.Add(elements.at, r*elements.row),
				All: !t.program.source.Output(s.output).Skip})
		}
	}
}

// table is the operand of a store.
func (t *task) table(s *store) kernel.Table {
	return kernel.Table{At: t.at[s.output].memory, Size: t.moves[s.output].size, Swapped: t.swapped}
}

// runStores stores the elements that were kept. Goroutines share the places, and each takes all elements
// of its places in their order.
func (e *Engine) runStores(t *task) {
	for i := range t.program.stores {
		s := &t.program.stores[i]
		n, b := t.elementsOf(s), &t.at[s.output]
		if s.kept < 0 || n == 0 || b.to == b.from {
			continue
		}
		if t.moves[t.keeps(s)].alias > 0 && t.located.Load() {
			t.locateAll(s)
		}
		threads := e.threadsFor(int64(n)*int64(s.kernel.Cost), min(n, b.to-b.from))
		t.storing = s
		e.share(t, threads, threads)
		t.storing = nil
	}
}

// storeParts stores the elements of some parts of the places.
func (t *task) storeParts(from, to int) {
	s := t.storing
	k, b, table := t.keeps(s), &t.at[s.output], t.table(s)
	all := kernel.Elements{N: t.elementsOf(s), At: t.at[k].memory, Of: t.at[k+1].memory,
		Same: t.moves[k+1].alias == ofScalar, All: t.tiles == 1 && !t.program.source.Output(s.output).Skip}
	first := b.from
	if t.readsIndex(s) {
		all.At, all.All, first, table.At = t.inOrderAt(&t.moves[k]), t.tiles == 1, 0, unsafe.Add(table.At, first*table.Size)
	}
	for i := from; i < to; i++ {
		places := b.to - b.from
		s.kernel.Run(table, kernel.Span{From: first + part(places, i, t.tiles), To: first + part(places, i+1, t.tiles)}, all)
	}
}

// part is where part i of n begins. The product may pass the greatest int.
func part(all, i, n int) int { return all/n*i + all%n*i/n }
