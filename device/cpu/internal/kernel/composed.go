package kernel

import (
	"math"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Composed lists the compositions that have a kernel with the bits of their operations. A composition
// that is a part of another comes after it.
var Composed []Composition

func compositions() []Composition {
	return slices.Concat([]Composition{
		compositionOf(op.Softsign, func(x, _, _ float32) float32 { return x / float32(1+absOf(x)) }),
	}, choices[float32](), choices[float64]())
}

// choices are compositions of simple operations that choose.
func choices[T floating]() []Composition {
	return []Composition{
		compositionOf(op.Hardswish, func(x, _, _ T) T { return x * hardsigmoid(x) }),
		compositionOf(op.Hardsigmoid, func(x, _, _ T) T { return hardsigmoid(x) }),
		compositionOf(op.Lerp, func(x, y, z T) T {
			if way := y - x; absOf(z) < 0.5 {
				return x + T(z*way)
			} else {
				return y - T(way*T(1-z))
			}
		}),
		compositionOf(op.Softshrink, func(x, y, _ T) T {
			switch {
			case x > y:
				return x - y
			case x < -y:
				return x + y
			case x != x:
				return x
			}
			return 0
		}),
		compositionOf(op.Hardshrink, func(x, y, _ T) T {
			if absOf(x) <= y {
				return 0
			}
			return x
		}),
		compositionOf(op.LeakyRelu, func(x, y, _ T) T {
			if x > 0 {
				return x
			}
			return x * y
		}),
		compositionOf(op.Threshold, func(x, y, z T) T {
			if x <= y {
				return z
			}
			return x
		}),
	}
}

type Composition struct {
	Op    *op.Op
	DType op.DType
	Root  *Tree
}

// hardsigmoid rounds its sum for itself: it must not be fused with the next operation.
func hardsigmoid[T floating](x T) T { return min(max(T(x+3), 0), 6) / 6 }

func absOf[T floating](x T) T { return T(math.Abs(float64(x))) }

// compositionOf enters the loop of a composition, too.
func compositionOf[T floating](o *op.Op, of func(x, y, z T) T) Composition {
	dt := op.Float32
	if unsafe.Sizeof(*new(T)) == 8 {
		dt = op.Float64
	}
	switch o.Arity {
	case 1:
		set1(o, dt, func(to, x []T) {
			for i, x := range x {
				to[i] = of(x, 0, 0)
			}
		})
	case 2:
		set2(o, dt, func(to, x, y []T) {
			for i, x := range x {
				to[i] = of(x, y[i], 0)
			}
		})
	case 3:
		set3(o, dt, func(to, x, y, z []T) {
			for i, x := range x {
				to[i] = of(x, y[i], z[i])
			}
		})
	}
	var operands []*Tree
	for k := range o.Arity {
		operands = append(operands, &Tree{Operand: k, DType: dt})
	}
	return Composition{o, dt, op.Steps(trees{}, o, dt, operands)}
}

// Tree is an operation of a composition, with those of its operands. Without an operation it is a
// number or an operand.
type Tree struct {
	Op      *op.Op
	DType   op.DType
	Args    []*Tree
	Operand int
	Known   bool
	Bits    op.Scalar
}

// trees is an op.Maker of trees.
type trees struct{}

func (trees) Scalar(dt op.DType, s op.Scalar) *Tree { return &Tree{DType: dt, Known: true, Bits: s} }
func (trees) Known(t *Tree) (op.Scalar, bool)       { return t.Bits, t.Known }
func (trees) Apply(o *op.Op, dt op.DType, args []*Tree) *Tree {
	return &Tree{Op: o, DType: dt, Args: slices.Clone(args)}
}
