package device

import "github.com/wgtensor/wgtensor/device/op"

// Weigher is implemented by devices on which a long program costs more to prepare than it saves.
// Weight returns how much of a launch one instruction fills, in percent. The operation computes in
// dtype in, and its result has dtype result. A device also runs a launch of more than 100 %;
// package tensor divides such work into several launches.
type Weigher interface {
	Weight(o *op.Op, in, result op.DType) int
}
