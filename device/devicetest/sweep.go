package devicetest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Sweep measures the accuracy of a device on more arguments than [Check] has time for. An operation
// of one operand gets special values and every Step-th of all float32. An operation of more
// operands gets special values against each other and 2^24*61/Step random tuples. Parameters have
// their defaults. Then as many random tuples get random parameters that the row accepts.
//
// Float64 is judged in high precision (Precise) on 200,000*61/Step arguments. On a CPU float32 is
// judged so too, before the other types. A device may compute with the meaning of the row itself,
// and the meaning must not judge itself.
type Sweep struct {
	Step     int          // 61 if it is 0
	Ops      []string     // all operations that float32 or float64 has, if empty
	Progress func(Figure) // called with each figure once it is known, if set
}

// Figure is the accuracy of one operation in one type.
type Figure struct {
	Op      string
	Type    op.DType
	Inputs  int
	Worst   float64 // the largest distance from the exact result, in units in the last place
	At      string  // the operands it happened at; empty if every result was correctly rounded
	Mean    float64 // of the distances; a correctly rounded result is 0 away
	Allowed float64
	Flushed int  // results that were zero, or computed from zero, for a float32 subnormal
	BySteps bool // the operation is defined by its steps, each rounded, and judged by these
}

// dense61 is the default Step. The numbers of arguments above are for it.
const dense61 = 61

// Run sweeps d in float32, and in float64 if the device has it. The error joins the figures beyond
// their bounds.
func (w Sweep) Run(d device.Device) ([]Figure, error) {
	if w.Step = cmp.Or(w.Step, dense61); w.Step < 1 {
		return nil, fmt.Errorf("devicetest: a sweep by steps of %d; they are at least 1", w.Step)
	}
	if d == nil {
		return nil, errNoDevice
	}
	if err := checkOps(w.Ops); err != nil {
		return nil, err
	}
	var figures []Figure
	all := faults{most: 20}
	for _, c := range w.operations() {
		for _, dt := range []op.DType{op.Float32, op.Float64} {
			if !c.defined(dt) || !d.Info().DTypes.Has(dt) {
				continue
			}
			f, err := w.measure(d, c, dt)
			if err == nil && !(f.Worst <= f.Allowed) {
				err = fmt.Errorf("%.4g ULP off for %s, %.4g allowed", f.Worst, f.At, f.Allowed)
			}
			if err != nil {
				all.add(fmt.Errorf("%s of %v on %v: %w", c.name, dt, d, err))
			}
			figures = append(figures, f)
			if w.Progress != nil {
				w.Progress(f)
			}
		}
	}
	return figures, all.join()
}

// operations lists the rows to sweep, those that devices run and the compositions.
func (w Sweep) operations() []operation {
	all := compositions()
	for _, o := range op.Instructions() {
		if o.Rule != op.Retype && o.Rule != op.Select {
			all = append(all, operation{o.Name, o})
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return cmp.Compare(a.name, b.name) })
	return slices.DeleteFunc(all, func(c operation) bool { return len(w.Ops) > 0 && !slices.Contains(w.Ops, c.op.Name) })
}

func (w Sweep) measure(d device.Device, c operation, dt op.DType) (Figure, error) {
	s, err := newSuite(d)
	if err != nil {
		return Figure{}, err
	}
	s.reseed(c.name)
	m := &sweep{trials: s.trials, operation: c, dt: dt, figure: Figure{Op: c.name, Type: dt, BySteps: c.op.BySteps != ""}}
	m.high = dt == op.Float32 && d.Info().Kind == device.CPU && c.op.As == nil && c.op.Tol != op.Exact
	m.program, m.scalars = c.program(dt, c.defaults(dt))
	n, arguments := 1<<24/w.Step*dense61, m.dense
	if m.high || dt == op.Float64 {
		n, arguments = 200_000*dense61/w.Step, m.mixture
	}
	err = m.chunks(arguments(n, w.Step))
	if m.high && err == nil {
		m.high, n = false, 1<<24/w.Step*dense61
		err = m.chunks(m.dense(n, w.Step))
	}
	if len(c.op.Params) > 0 && err == nil {
		m.program, m.scalars = c.program(dt, nil)
		err = m.chunks(m.acceptedTuples(n))
	}
	m.figure.Mean /= float64(m.figure.Inputs)
	return m.figure, err
}
