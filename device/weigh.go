package device

import "github.com/wgtensor/wgtensor/device/op"

// Weigher is implemented by devices on which a long program costs more to prepare than it saves.
// Weight returns how much of a launch one instruction fills, in percent. in is the dtype in which
// the operation computes, and result is the dtype of its result. A device also runs a launch of
// more than 100 %; package tensor divides such work into several launches.
type Weigher interface {
	Weight(o *op.Op, in, result op.DType) int
}
