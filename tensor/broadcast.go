package tensor

import (
	"math/bits"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// spread compares the shape of an operand with those before it.
func (c *call) spread(a *graph.Arg) {
	if c.layout == nil {
		c.layout = a.Layout
	}
	c.mixed = c.mixed || a.Layout != c.layout && !broadcast.SameShape(a.Layout.Shape, c.layout.Shape)
}

// operandLayouts holds the layouts of operands before and after they are broadcast against each
// other.
type operandLayouts struct {
	from   [maxOperands]*broadcast.Layout // nil for numbers
	to     [maxOperands]*broadcast.Layout // nil where from has the shape of the result
	result *broadcast.Layout
}

// broadcasts caches broadcast layouts by the operands' shapes and strides. Loops broadcast the same
// layouts again, and making the new layouts takes as long as a thousand additions.
var broadcasts [1 << 6]atomic.Pointer[operandLayouts]

// broadcast finds the shape of the result, and lays the operands out over it. For different shapes a
// cache is in front. While a warning hook is set, each call applies the rule anew, which calls the
// hook.
func (c *call) broadcast() (err error) {
	if !c.mixed {
		c.layout = rowMajor(c.layout.Shape)
		return nil
	}
	slot := &broadcasts[broadcastHash(c.args[:])%uint64(len(broadcasts))]
	s := slot.Load()
	if s == nil || !s.of(c.args[:]) || warningHook.Load() != nil {
		if s, err = c.newLayouts(); err != nil {
			return errorf(c.name(), "%w", err)
		}
		slot.Store(s)
	}
	c.layout = s.result
	for i, to := range s.to {
		if to != nil {
			c.args[i].Layout = to
		}
	}
	return nil
}

func (c *call) newLayouts() (*operandLayouts, error) {
	s := &operandLayouts{}
	var shapes [][]int
	for i, a := range c.args {
		if s.from[i] = a.Layout; a.Version != nil {
			shapes = append(shapes, a.Layout.Shape)
		}
	}
	shape, err := broadcast.Shapes(shapes...)
	if err != nil {
		return nil, c.shapeError(shapes, err)
	}
	for i, a := range c.args {
		if a.Version != nil && !broadcast.SameShape(a.Layout.Shape, shape) {
			to, _ := a.Layout.To(shape) // Shapes returned no error
			s.to[i] = &to
		}
	}
	s.result, c.shapes = rowMajor(shape), shapes
	return s, nil
}

// of reports whether the operands have the layouts of s.
func (s *operandLayouts) of(args []graph.Arg) bool {
	for i, from := range s.from {
		if l := args[i].Layout; l != from && (l == nil || from == nil || !l.Equal(*from)) {
			return false
		}
	}
	return true
}

func broadcastHash(args []graph.Arg) (h uint64) {
	for i := range args {
		if args[i].Version == nil {
			continue
		}
		l := args[i].Layout
		for axis, size := range l.Shape {
			h = bits.RotateLeft64(h, 9) ^ uint64(size)
			h = bits.RotateLeft64(h, 9) ^ uint64(l.Strides[axis])
		}
	}
	return h * 0x9e3779b97f4a7c15 >> 32
}
