package tensor

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/broadcast"
)

// BroadcastWarning reports operands that were broadcast although they have the same number of
// elements. Code written before broadcasting existed treats such operands as 1-dimensional, and may
// not mean this.
type BroadcastWarning struct {
	Op           string
	A, B, Result []int // the operands' shapes, and the result's
}

func (w BroadcastWarning) String() string {
	return fmt.Sprintf("tensor: %s: Changing behavior in a backwards incompatible manner to broadcasting rather than viewing as 1-dimensional (shapes %v and %v give %v)",
		w.Op, w.A, w.B, w.Result)
}

var warningHook atomic.Pointer[func(BroadcastWarning)]

// OnBroadcastWarning makes the package call f for every BroadcastWarning, when the expression is
// built. It replaces the function of an earlier call. nil, the default, switches the warning off.
func OnBroadcastWarning(f func(BroadcastWarning)) {
	if f == nil {
		warningHook.Store(nil)
		return
	}
	warningHook.Store(&f)
}

// warn calls the function for warnings, if the rule was applied to shapes for the call.
func (c *call) warn() {
	hook := warningHook.Load()
	if hook == nil {
		return
	}
	for i, a := range c.shapes {
		for _, b := range c.shapes[i+1:] {
			m, _ := broadcast.Size(a) // shapes of tensors have sizes
			n, _ := broadcast.Size(b)
			if m == n && !slices.Equal(a, b) {
				(*hook)(BroadcastWarning{c.asked.Name, slices.Clone(a), slices.Clone(b), slices.Clone(c.layout.Shape)})
				return
			}
		}
	}
}
