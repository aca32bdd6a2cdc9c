package graph

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
)

// Fault receives the index error of a launch, and tells it as the caller knows the operand. The
// versions that depend on the launch have the Fault.
type Fault struct {
	device.Fault
	of    *Places
	known atomic.Bool // the device has stored the error, if there is one
}

// Places describes the computed places of a launch to users. It is never changed.
type Places struct {
	Name    string                 // of the operation that has them; "" if there are several
	Axes    []int                  // the numbers of the axes along which they lie
	Element func(number int) []int // the index of an element of the launch, in the shape of the expression
}

// NewFault returns a Fault for one run of a launch.
func NewFault(of *Places) *Fault { return &Fault{of: of} }

// Again returns a Fault for another run of the same launch.
func (f *Fault) Again() *Fault { return NewFault(f.of) }

// SetKnown says that the work of the launch is done.
func (f *Fault) SetKnown() { f.known.Store(true) }

// fine reports whether the launch is known to have no index error.
func (f *Fault) fine() bool { return f.known.Load() && f.Fault.Err() == nil }

// Err returns the error with the name of the operation, the caller's number of the axis, and the element
// that it belongs to. It returns nil while none is known.
func (f *Fault) Err() error {
	e, ok := f.Fault.Err().(*device.IndexError)
	if !ok {
		return nil
	}
	told := *e
	told.Axis = f.of.Axes[e.Axis]
	err := fmt.Errorf("%w (element %v)", &told, f.of.Element(e.Element))
	if f.of.Name != "" {
		err = fmt.Errorf("%s: %w", f.of.Name, err)
	}
	return err
}

// Faults are those of the launches that a version depends on.
type Faults []*Fault

// mostFaults bounds the faults of a version. A longer list has to be settled.
const mostFaults = 16

// Add adds those of other that are not known to be fine.
func (fs Faults) Add(other Faults) Faults {
next:
	for _, f := range other {
		if f.fine() {
			continue
		}
		for _, has := range fs {
			if has == f {
				continue next
			}
		}
		fs = append(fs, f)
	}
	return fs
}

// Short returns the list. It settles a list that is so long that loops would make it grow without
// bound: one without errors becomes empty.
func (fs Faults) Short(d device.Device) Faults {
	if len(fs) > mostFaults && fs.Settle(context.Background(), d) == nil {
		return nil
	}
	return fs
}

// Settle waits until all errors are known, and returns the first.
func (fs Faults) Settle(ctx context.Context, d device.Device) error {
	for _, f := range fs {
		if !f.known.Load() {
			if err := d.Sync(ctx); err != nil {
				return err
			}
			for _, f := range fs {
				f.SetKnown()
			}
			break
		}
	}
	for _, f := range fs {
		if err := f.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Faults returns the faults of a stored version. The caller holds it, or an expression that reads it.
func (v *Version) Faults() Faults {
	if v.Waiting() || v.Expr == nil {
		return nil
	}
	return v.Expr.Faults()
}

// Faults returns the faults of the elements, if they are stored.
func (s *Storage) Faults() Faults {
	v := s.Acquire()
	faults := v.Faults()
	v.Let()
	return faults
}

// doubt is what is wrong with an expression, or may be.
type doubt struct {
	err    error // why it cannot be computed
	faults Faults
}

// err returns why the expression cannot be computed.
func (e *Expr) err() error {
	if e.doubt == nil {
		return nil
	}
	return e.doubt.err
}

// Faults returns the faults of the launches that Made depends on, or of those that a stored version
// depends on.
func (e *Expr) Faults() Faults {
	if e.doubt == nil {
		return nil
	}
	return e.doubt.faults
}

// SetFaults sets what Faults returns.
func (e *Expr) SetFaults(fs Faults) {
	if e.doubt = nil; len(fs) > 0 {
		e.doubt = &doubt{faults: fs}
	}
}

// SetFaults gives a stored version its faults. Only the caller knows the version.
func (v *Version) SetFaults(fs Faults) {
	switch {
	case len(fs) > 0:
		v.Expr = &Expr{doubt: &doubt{faults: fs}}
	case v.Expr != nil:
		v.unexpress()
	}
}
