package replay

import (
	"cmp"
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
	launches []launch
	slots    []slot
	inputs   []input
	captured []*graph.Storage // by input
	results  []result

	states sync.Pool // of runs that have ended; Go collects those that no run needs
}

// slot is a buffer of a run. Several symbols may lie in it, each while it is needed.
type slot struct {
	kind
	bytes    int // of scratch
	constant *graph.Version
}

type kind uint8

const (
	scratch  kind = iota // memory of a state
	constant             // elements that were written to a symbol during the recording
	kept                 // the elements of an input, before or after the run
	returned             // a result, or the new elements of an input that is not read
)

// input is a storage that the launches read or write.
type input struct {
	dtype        op.DType
	layout       *broadcast.Layout
	read         bool
	given, after int     // slots; after is nowhere if it is not written
	direct       bool    // the new elements may overwrite the old ones, if nothing else needs these
	begin        int     // the first launch that then overwrites them
	made         *symbol // the new elements, while the plan is made
	origin               // of the new elements
}

func (in *input) written() bool { return in.after != nowhere }

// result describes a storage that a run makes.
type result struct {
	dtype  op.DType
	layout *broadcast.Layout
	slot   int
	origin
}

// Plan plans the recording, which has one plan. The results are storages of the recorder, and are
// stored. Inputs keep their last elements.
func (r *Recorder) Plan(results []*graph.Storage) (*Plan, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := &Plan{device: r.on, launches: r.launches}
	for _, in := range r.inputs {
		if err := p.input(&in); err != nil {
			return nil, err
		}
	}
	for _, s := range results {
		v, err := s.Version()
		if err != nil {
			return nil, err
		}
		p.results = append(p.results, result{dtype: v.Type, layout: v.Layout, slot: p.place(v, returned)})
	}
	if err := p.constants(r.symbols); err != nil {
		return nil, err
	}
	if err := p.origins(r.inputs, results); err != nil {
		return nil, err
	}
	p.share()
	for k := range p.inputs {
		if in := &p.inputs[k]; in.written() {
			in.decideDirect(p.launches)
		}
	}
	return p, nil
}

const nowhere = -1

func (p *Plan) add(s slot) int {
	p.slots = append(p.slots, s)
	return len(p.slots) - 1
}

// place makes a slot for a version of an input or a result.
func (p *Plan) place(v *graph.Version, kind kind) int {
	s := v.Buffer().(*symbol)
	s.slot, s.written = p.add(slot{kind: kind}), v.Type
	return s.slot
}

// input finds the slots of an input, before and after a run.
func (p *Plan) input(in *standIn) error {
	v, err := cmp.Or(in.result, in.storage).Version()
	if err != nil {
		return err
	}
	known := input{dtype: v.Type, layout: v.Layout, read: in.version.Buffer().(*symbol).read,
		given: p.place(in.version, kept), after: nowhere}
	if v != in.version {
		kind := returned
		if known.read {
			kind = kept
		}
		known.after, known.made = p.place(v, kind), v.Buffer().(*symbol)
	}
	p.inputs = append(p.inputs, known)
	var captured *graph.Storage
	if in.captured {
		captured = in.of
	}
	p.captured = append(p.captured, captured)
	return nil
}

// constants finds slots for the elements that were written during the recording. A run begins with
// copies of the elements that a launch overwrites, or that the caller gets.
func (p *Plan) constants(symbols []*symbol) error {
	var copies []launch
	for _, s := range symbols {
		if s.constant == nil {
			continue
		}
		at := p.add(slot{kind: constant, constant: s.constant})
		dt := s.written
		if dt == 0 {
			s.slot = at
			continue
		}
		program, err := fuse.Copies(dt)
		if err != nil {
			return err
		}
		whole := broadcast.RowMajor(s.bytes / dt.Size())
		s.writes++
		copies = append(copies, launch{Launch: device.Launch{Program: program, Shape: whole.Shape,
			Out: []device.Operand{{Buffer: s, Type: dt, Layout: whole}},
			In:  []device.Operand{{Buffer: &symbol{slot: at}, Type: dt, Layout: whole}}}})
	}
	p.launches = append(copies, p.launches...)
	return nil
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

// Captured returns the storages that each run uses, by input: nil for an input that a call gives.
func (p *Plan) Captured() []*graph.Storage { return p.captured }

// Writes reports whether an input is written.
func (p *Plan) Writes(input int) bool { return p.inputs[input].written() }
