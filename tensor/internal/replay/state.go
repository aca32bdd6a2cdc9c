package replay

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// state holds all that a run needs beside its inputs and results. Runs use the same states again,
// so that they allocate nothing.
type state struct {
	launches []device.Launch
	refs     [][]ref          // by slot: the operands to which its buffer belongs
	memory   []*graph.Version // of the scratch slots
	spare    []*graph.Version // by input: a version that can replace the old one
	held     []*graph.Version // by input, while it is read
	owned    []*graph.Version // by input, while it is written in place
	faults   []*graph.Fault   // by launch, of the run; nil where there is no index error
	doubtful bool             // an input or a launch has faults
	fresh    []device.Buffer  // of the results
	locked   []*graph.Storage
	begun    int // launches
}

// ref is an operand of a launch, and the offset that it has in the plan.
type ref struct {
	*device.Operand
	offset int
}

// take returns a state that no other run uses.
func (p *Plan) take() (*state, error) {
	if s, ok := p.states.Get().(*state); ok {
		return s, nil
	}
	return p.newState()
}

// newState makes a state, with memory for intermediate results.
func (p *Plan) newState() (*state, error) {
	n := len(p.inputs)
	s := &state{launches: make([]device.Launch, len(p.launches)), refs: make([][]ref, len(p.slots)), spare: make([]*graph.Version, n),
		held: make([]*graph.Version, n), owned: make([]*graph.Version, n), faults: make([]*graph.Fault, len(p.launches)), fresh: make([]device.Buffer, len(p.results))}
	for i := range p.launches {
		l := &s.launches[i]
		*l = *p.launches[i].Clone()
		l.Reuse()
		for k := range len(l.Out) + len(l.In) {
			o := l.Operand(k)
			if x := symbolOf(*o); x != nil {
				s.refs[x.slot] = append(s.refs[x.slot], ref{o, o.Layout.Offset})
			}
		}
	}
	for i := range p.slots {
		switch at := &p.slots[i]; at.kind {
		case scratch:
			v, err := p.version(op.Uint8, broadcast.RowMajor(at.bytes))
			if err != nil {
				return nil, err
			}
			s.memory = append(s.memory, v)
			s.bind(i, v.Buffer(), 0)
		case constant:
			s.bind(i, at.constant.Buffer(), 0)
		}
	}
	return s, nil
}

// bind gives a slot a buffer. The operands at the slot begin shift elements later than in the
// plan.
func (s *state) bind(slot int, buf device.Buffer, shift int) {
	for _, r := range s.refs[slot] {
		r.Buffer, r.Layout.Offset = buf, r.offset+shift
	}
}

// version returns a version of new memory.
func (p *Plan) version(dt op.DType, layout broadcast.Layout) (*graph.Version, error) {
	buf, err := graph.Alloc(p.device, layout.Len()*dt.Size())
	if err != nil {
		return nil, err
	}
	return graph.NewVersion(dt, &layout, buf), nil
}
