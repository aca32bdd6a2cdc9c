package exec

import (
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// numbering finds the number, in row-major order of the launch, of an element of the plan. Without
// strides no step asks for it.
type numbering struct {
	strides []int
	group   int // the number of the first element of the plan's first group
	within  int // the number, within its group, of the plan's first element
}

// fault is an index error, and what it is an error of: instructions count before places of outputs.
type fault struct {
	err *device.IndexError
	of  int
}

// before reports whether the fault precedes another, which may be none.
func (f *fault) before(other *fault) bool {
	if other.err == nil || f.err.Element != other.err.Element {
		return other.err == nil || f.err.Element < other.err.Element
	}
	return f.of < other.of
}

// faults keep the first fault that workers find.
type faults struct {
	mutex sync.Mutex
	first fault
}

// note takes a worker's fault, if it has one.
func (f *faults) note(of *fault) {
	if of.err == nil {
		return
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if of.before(&f.first) {
		f.first = *of
	}
	*of = fault{}
}

// report stores the first fault of a launch that was finished, and forgets it.
func (f *faults) report(to *device.Fault, finished bool) {
	if f.first.err != nil && finished {
		to.Set(f.first.err)
	}
	f.first = fault{}
}

// noteFaults notes the first of the elements without a place. They are those of a tile, from element
// from on.
func (w *worker) noteFaults(t *task, s *step, at []int64, from int) {
	for i, p := range at {
		if p >= 0 {
			continue
		}
		f := fault{&device.IndexError{Element: w.elementNumber(t, from+i, t.program.tiled(s.to))}, s.access.number}
		if w.fault.err != nil && !f.before(&w.fault) {
			continue
		}
		*f.err = w.indexError(t, s, from+i, f.err.Element)
		w.fault = f
	}
}

// elementNumber is the number of element i of the tile, or of the first element of its group i.
func (w *worker) elementNumber(t *task, i int, tiled bool) int {
	s, number := span{to: len(w.size)}, t.numbers.group+t.numbers.within
	if !tiled {
		s, number = t.groups.groups, t.numbers.group
	}
	for axis := s.to - 1; axis >= s.from; axis-- {
		number += (w.index[axis] + i%w.size[axis]) * t.numbers.strides[axis]
		i /= w.size[axis]
	}
	return number
}

// indexError is the error of element i of the tile, whose place does not exist.
func (w *worker) indexError(t *task, s *step, i, number int) device.IndexError {
	row, column := i/w.n, i%w.n
	indices := make([]device.Index, len(s.access.locate))
	for k := range indices {
		v := s.from[1+k]
		dt := t.program.source.Type(v)
		indices[k] = device.IndexOf(dt, kernel.Bits(w.address(t, v, row, column, false), dt.Size()))
	}
	_, err := t.launch.Operand(s.access.table).Locate(0, indices, true)
	err.Element = number
	return *err
}
