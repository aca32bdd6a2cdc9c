package shaders

import (
	"cmp"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// Limits are what a device takes at a time. Zero means no limit.
type Limits struct {
	Window   int   // bytes of a buffer that a kernel binds, see Binding
	Bindings int   // of a kernel
	Elements int   // of a kernel
	Work     int64 // of a kernel: see Kernel.Work
	Teams    bool  // threads may share groups, and merge states in workgroup memory
}

// Lowering is a launch as a device runs it: stages, one after the other. A stage is a Kernel, which
// is dispatched once. Most launches of maps have one stage. The zero value is ready for use.
type Lowering struct {
	limits  Limits
	repair  Repair
	planner broadcast.Planner
	stages  []Kernel
	scratch []*Scratch
	errors  *Scratch // of places, or nil
	checks  []check
	stores  []storing // of the outputs, if one has places
	laid    laid
}

// Lower makes the stages of a launch, for a device that needs the repair. Launch.Check must have
// passed for DTypes. It makes no text yet: that is left to WGSL, for the first stage with a new Key.
// An error is a launch that no device can run with 32-bit indices.
func Lower(l *device.Launch, limits Limits, repair Repair) (*Lowering, error) {
	w := &Lowering{}
	if err := w.Lower(l, limits, repair); err != nil {
		return nil, err
	}
	return w, nil
}

// Lower is the function Lower in memory that another launch had.
func (w *Lowering) Lower(l *device.Launch, limits Limits, repair Repair) error {
	w.Forget()
	w.limits, w.repair = limits, repair
	if selects(l.Program) {
		other, err := sorted(l)
		if err != nil {
			return err
		}
		l = other
	}
	var err error
	if l.Levels == nil && l.Program.Forms()&placed == 0 {
		err = w.maps(job{Launch: l}, l.Nest(&w.planner))
	} else {
		err = w.groups(l)
	}
	w.laid.note(l)
	return err
}

// Stages are the kernels to dispatch, in order.
func (w *Lowering) Stages() []Kernel { return w.stages }

// Scratch lists the temporary buffers that stages bind. Their content need not outlive the launch.
func (w *Lowering) Scratch() []*Scratch { return w.scratch }

// Forget drops all references to the launch. It keeps the memory for Lower.
func (w *Lowering) Forget() {
	w.drop(0)
	clear(w.scratch)
	w.scratch, w.errors, w.checks, w.stores = w.scratch[:0], nil, w.checks[:0], w.stores[:0]
}

// drop takes back all stages but the first n.
func (w *Lowering) drop(n int) {
	for i := range w.stages[n:] {
		w.stages[n+i].forget()
	}
	w.stages = w.stages[:n]
}

// job is a launch that is lowered as a part of another one.
type job struct {
	*device.Launch
	from []int // the operand of the whole launch for each operand, or -1 for scratch; nil if they are the same
}

// origin is the operand of the whole launch that operand k is, or -1.
func (j job) origin(k int) int {
	if j.from == nil {
		return k
	}
	return j.from[k]
}

// maps adds the stages of a program of maps: one for each piece that the limits allow, and for each
// pass. Outputs for which no thread can own all words that it would write are launched one by one.
func (w *Lowering) maps(j job, nest broadcast.Nest) error {
	var few [16]int
	begin, cells := len(w.stages), w.cells(j.Launch, few[:0])
	for piece := range nest.Pieces(w.limits.elements(j.Program, nest.Len(), w.repair), cells) {
		k := w.next()
		if err := k.prepare(j, piece.Groups, w.limits.Window, w.repair); err != nil {
			return err
		}
		if !k.choose() {
			w.drop(begin)
			return w.oneByOne(j)
		}
		first := len(w.stages) - 1
		for pass := 1; pass < w.stages[first].passes(); pass++ {
			other := w.next()
			other.pass(&w.stages[first], pass)
		}
	}
	return nil
}

// next adds a stage.
func (w *Lowering) next() *Kernel {
	if n := len(w.stages); n < cap(w.stages) {
		w.stages = w.stages[:n+1]
	} else {
		w.stages = append(w.stages, Kernel{})
	}
	return &w.stages[len(w.stages)-1]
}

// cells appends the elements of each operand in a window, or 0 if its buffer is no longer than that.
func (w *Lowering) cells(l *device.Launch, cells []int) []int {
	for k := range len(l.Out) + len(l.In) {
		o, cell := l.Operand(k), 0
		if w.limits.Window > 0 && o.Buffer != nil && o.Buffer.Len() > w.limits.Window {
			cell = w.limits.Window / o.Type.Size()
		}
		cells = append(cells, cell)
	}
	return cells
}

// minPiece is the least number of elements in a piece that is cut because of its work, and
// maxPieces is how many there are at most.
const (
	minPiece  = 1 << 12
	maxPieces = 1 << 12
)

// elements is how many of a launch's elements a stage takes. Where work is limited, that is a power
// of two. Rows often are powers of two, too, so that no piece needs a kernel for the rest of a row.
func (l Limits) elements(p *device.Program, all int, repair Repair) int {
	most := cmp.Or(l.Elements, MaxLen)
	if l.Work == 0 {
		return most
	}
	cost, n := Cost(p, repair), 1<<30
	for n > minPiece && n > all/maxPieces && int64(n) > l.Work/int64(cost) {
		n /= 2
	}
	return min(n, most)
}
