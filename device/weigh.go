package device

import "github.com/wgtensor/wgtensor/device/op"

// Weigher is implemented by devices on which a long program costs more to prepare than it
// saves. Weight is how much of a launch one instruction fills, in percent: it is of an
// operation that computes in one type and has results of another. A launch of more than
// 100 % is run all the same; whoever divides work into launches makes several of it.
type Weigher interface {
	Weight(o *op.Op, in, result op.DType) int
}
