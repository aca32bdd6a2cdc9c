package replay

import (
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Plan is a recording with slots for its symbols. Only its pool of states changes.
type Plan struct {
	device   device.Device
	launches []launch // their operands name slots, no symbols
	slots    []slot
	inputs   []input
	results  []result

	mu   sync.Mutex
	free []*state
}

// slot is a buffer of a run. Several symbols may lie in it, each while it is needed.
type slot struct {
	kind
	index    int // of the input or result
	bytes    int // of scratch
	constant *graph.Version
}

type kind uint8

const (
	scratch  kind = iota // memory of a state
	given                // the elements of an input before the run
	written              // the elements of an input after the run
	returned             // a result
	constant             // elements that were written to a symbol during the recording
)

// input is a storage that the launches read or write.
type input struct {
	dtype        op.DType
	layout       *broadcast.Layout
	read         bool
	given, after int  // slots; after is nowhere if it is not written
	direct       bool // the new elements may overwrite the old ones, if nothing else needs these
	begin        int  // the first launch that then overwrites them
}

func (in *input) written() bool { return in.after != nowhere }

// result describes a storage that a run makes.
type result struct {
	dtype  op.DType
	layout *broadcast.Layout
	slot   int
}

// Write says that a storage returned by Input gets the elements of another storage at the end.
type Write struct{ Input, From *graph.Storage }

// Plan plans the recording. The results are storages of the recorder, and are stored. Inputs keep
// their last elements.
func (r *Recorder) Plan(results []*graph.Storage, writes []Write) (*Plan, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d := &draft{Plan: &Plan{device: r.on, launches: slices.Clone(r.launches)}, symbols: r.symbols, at: make([]int, len(r.symbols))}
	for i := range d.at {
		d.at[i] = nowhere
	}
	for k, in := range r.inputs {
		if err := d.input(k, in, writes); err != nil {
			return nil, err
		}
	}
	for i, s := range results {
		v, err := s.Version()
		if err != nil {
			return nil, err
		}
		d.results = append(d.results, result{v.Type, v.Layout, d.place(v, returned, i)})
	}
	if err := d.constants(); err != nil {
		return nil, err
	}
	d.live()
	d.share()
	d.scratch()
	d.nameSlots()
	for k := range d.inputs {
		d.inputs[k].decideDirect(d.launches)
	}
	return d.Plan, nil
}

const nowhere = -1

// draft is a plan in the making.
type draft struct {
	*Plan
	symbols     []*symbol
	at          []int // by symbol: its slot, or nowhere
	first, last []int // by symbol: the first launch that writes it, and the last one that uses it
}

func (d *draft) add(p slot) int {
	d.slots = append(d.slots, p)
	return len(d.slots) - 1
}

// place makes a slot for a version of an input or a result.
func (d *draft) place(v *graph.Version, kind kind, index int) int {
	at := d.add(slot{kind: kind, index: index})
	d.at[v.Buffer().(*symbol).index] = at
	return at
}

// input finds the slots of an input, before and after a run.
func (d *draft) input(k int, in standIn, writes []Write) error {
	v, err := in.storage.Version()
	for _, w := range writes {
		if w.Input == in.storage {
			v, err = w.From.Version()
		}
	}
	if err != nil {
		return err
	}
	known := input{dtype: v.Type, layout: v.Layout, given: d.place(in.version, given, k), after: nowhere}
	if v != in.version {
		known.after = d.place(v, written, k)
	}
	d.inputs = append(d.inputs, known)
	return nil
}

// constants finds slots for the elements that were written during the recording. A run begins with
// copies of the elements that a launch overwrites, or that the caller gets.
func (d *draft) constants() error {
	changes := make([]op.DType, len(d.symbols)) // by symbol: its dtype if a launch writes it or the caller gets it
	for i := range d.launches {
		for _, o := range d.launches[i].out {
			changes[o.symbol] = o.dtype
		}
	}
	for i, at := range d.at {
		if at == nowhere {
			continue
		}
		switch p := d.slots[at]; p.kind {
		case returned:
			changes[i] = d.results[p.index].dtype
		case written:
			changes[i] = d.inputs[p.index].dtype
		}
	}
	var copies []launch
	for i, s := range d.symbols {
		if s.constant == nil {
			continue
		}
		at := d.add(slot{kind: constant, constant: s.constant})
		dt := changes[i]
		if dt == 0 {
			d.at[i] = at
			continue
		}
		program, err := fuse.Copies(dt)
		if err != nil {
			return err
		}
		whole := broadcast.RowMajor(s.bytes / dt.Size())
		d.at = append(d.at, at)
		copies = append(copies, launch{program: program, shape: whole.Shape, out: []operand{{i, dt, whole}}, in: []operand{{len(d.at) - 1, dt, whole}}})
	}
	d.launches = append(copies, d.launches...)
	return nil
}

// live finds the first and the last launch that use each symbol.
func (d *draft) live() {
	d.first, d.last = make([]int, len(d.at)), make([]int, len(d.at))
	for i := range d.first {
		d.first[i], d.last[i] = nowhere, nowhere
	}
	for i := range d.launches {
		l := &d.launches[i]
		for _, o := range l.out {
			if d.last[o.symbol] = i; d.first[o.symbol] == nowhere {
				d.first[o.symbol] = i
			}
		}
		for _, o := range l.in {
			d.last[o.symbol] = i
			if at := d.at[o.symbol]; at != nowhere && d.slots[at].kind == given {
				d.inputs[d.slots[at].index].read = true
			}
		}
	}
}

// nameSlots replaces symbols by slots in the launches.
func (d *draft) nameSlots() {
	for i := range d.launches {
		l := &d.launches[i]
		l.out, l.in = slices.Clone(l.out), slices.Clone(l.in)
		for _, operands := range [][]operand{l.out, l.in} {
			for k := range operands {
				operands[k].symbol = d.at[operands[k].symbol]
			}
		}
	}
}

// Launches returns the number of launches of a run.
func (p *Plan) Launches() int { return len(p.launches) }

// Scratch returns the number of buffers for intermediate results, and their bytes.
func (p *Plan) Scratch() (buffers, bytes int) {
	for _, at := range p.slots {
		if at.kind == scratch {
			buffers++
			bytes += at.bytes
		}
	}
	return buffers, bytes
}

// Results returns the number of results.
func (p *Plan) Results() int { return len(p.results) }

// Writes reports whether an input is written.
func (p *Plan) Writes(input int) bool { return p.inputs[input].written() }

// DType is the type of an input.
func (p *Plan) DType(input int) op.DType { return p.inputs[input].dtype }
