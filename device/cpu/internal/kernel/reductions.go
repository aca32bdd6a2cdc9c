package kernel

import "github.com/wgtensor/wgtensor/device/op"

// Reduction returns the kernel of a row that makes one element of type to of a group's elements of
// type from. Ok is false if there is none: then only the row's meaning computes it.
func (t *Set) Reduction(o *op.Op, from, to op.DType) (r Reduction, ok bool) { return r, false }
