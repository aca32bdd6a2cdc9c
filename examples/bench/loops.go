package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// loop is a program's loop over square matrices, written without a Release. A step makes y
// of x's rows and columns but the first and last; then the two are swapped.
type loop struct {
	name    string
	dtype   op.DType
	inPlace bool // y is x
	step    func(x, y *tensor.Tensor) error
	want    func(x func(down, right int) float32) float32 // of the elements around one
}

var loops = []loop{
	{"stencil", op.Float32, false, stencil, mean},
	{"stencil in place", op.Float32, true, stencil, mean},
	{"life", op.Uint8, false, life, survivor},
}

// loopSides are the rows of the matrices.
var loopSides = []int{256, 512, 2048, 4096}

// shift views x without its border, moved by some rows down and columns right.
func shift(x *tensor.Tensor, down, right int) *tensor.Tensor {
	n := x.Shape()[0]
	return x.Slice(0, 1+down, n-1+down, 1).Slice(1, 1+right, n-1+right, 1)
}

func stencil(x, y *tensor.Tensor) error {
	sum := shift(x, 0, 0).Add(shift(x, -1, 0)).Add(shift(x, 1, 0)).Add(shift(x, 0, -1)).Add(shift(x, 0, 1))
	return shift(y, 0, 0).Assign(sum.Mul(.2))
}

// mean is one element of the stencil.
func mean(x func(down, right int) float32) float32 {
	sum := x(0, 0)
	for _, at := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		sum += x(at[0], at[1])
	}
	return float32(sum * .2)
}

// neighbours are the eight cells around one, from left to right and down.
var neighbours = [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// life is Conway's game.
func life(x, y *tensor.Tensor) error {
	count := shift(x, -1, -1)
	for _, at := range neighbours[1:] {
		count = count.Add(shift(x, at[0], at[1]))
	}
	return shift(y, 0, 0).Assign(count.Eq(3).BitwiseOr(shift(x, 0, 0).Eq(1).BitwiseAnd(count.Eq(2))))
}

// survivor is one cell of the game.
func survivor(x func(down, right int) float32) float32 {
	count := float32(0)
	for _, at := range neighbours {
		count += x(at[0], at[1])
	}
	if count == 3 || x(0, 0) == 1 && count == 2 {
		return 1
	}
	return 0
}

// loopRates are the loops at every size, and sums that are dropped at once.
func loopRates(d device.Device) []*job {
	var jobs []*job
	for _, side := range loopSides {
		for _, l := range loops {
			jobs = append(jobs, l.job(d, side))
		}
	}
	return append(jobs, droppedSums(d, 0), droppedSums(d, 64<<20))
}

// start is the element at an index of the flattened matrix, from which every sample starts.
func (l *loop) start(at int) float32 {
	s := element(l.dtype, 0, at)
	if l.dtype == op.Uint8 {
		s &= 1
	}
	return l.float(s)
}

func (l *loop) float(s op.Scalar) float32 {
	return float32(op.Float32.Float(op.Convert(s, l.dtype, op.Float32)))
}

// restart gives x its first elements, and spoils y.
func (l *loop) restart(x, y *tensor.Tensor) error {
	if !l.inPlace {
		if err := y.Fill(7); err != nil {
			return err
		}
	}
	flat := x.Reshape(-1)
	defer flat.Release()
	if err := repeat(flat, 0); err != nil {
		return err
	}
	if l.dtype == op.Uint8 {
		return x.BitwiseAndInPlace(1)
	}
	return nil
}

// job is the loop on a device: a launch is a step.
func (l *loop) job(d device.Device, side int) *job {
	j := &job{dev: d}
	size := int64(side*side) * int64(l.dtype.Size())
	j.Name, j.Type, j.N, j.Bytes = l.name, dtype{l.dtype}, side*side, 2*size
	j.Memory = &memory{Tensors: 2 * size}
	if l.inPlace {
		j.Memory.Tensors = size
	}
	j.needs = 3 * j.Memory.Tensors
	var x, y *tensor.Tensor
	j.prepare = func() error {
		j.meter = newMeter(d, j.Memory)
		tensor.SetDefaultDevice(d)
		x = tensor.Zeros(l.dtype, side, side)
		if y = x; !l.inPlace {
			y = tensor.Zeros(l.dtype, side, side)
		}
		return l.restart(x, y)
	}
	j.do = func() error {
		err := l.step(x, y)
		x, y = y, x
		return err
	}
	j.verify = func(seed uint64, samples int) error {
		if err := l.restart(x, y); err != nil {
			return err
		}
		if err := j.do(); err != nil {
			return err
		}
		return l.judge(x, seed, samples)
	}
	j.release = func() { x.Release(); y.Release(); x, y = nil, nil }
	return j
}

// judge compares elements after one step with the rule, applied to the first elements.
func (l *loop) judge(x *tensor.Tensor, seed uint64, samples int) error {
	flat, side := x.Reshape(-1), x.Shape()[0]
	defer flat.Release()
	for i := range samples {
		at := sample((side-2)*(side-2), seed, i)
		at = (1+at/(side-2))*side + 1 + at%(side-2)
		raw, err := read(flat, at)
		if err != nil {
			return err
		}
		want := l.want(func(down, right int) float32 { return l.start(at + down*side + right) })
		if got := l.float(raw); got != want {
			return fmt.Errorf("the element at %v is %v, not %v", []int{at / side, at % side}, got, want)
		}
	}
	return nil
}

// node is an object that the garbage collector follows.
type node struct {
	next *node
	_    [3]uint64
}

// droppedSums are sums of 64 KB that are left to the garbage collector, in a program with own bytes
// of other objects.
func droppedSums(d device.Device, own int) *job {
	flat := operand{Type: single, Shape: []int{1 << 14}}
	w := &work{In: []operand{flat, flat}, Steps: []step{{Op: "add", Args: []any{"b"}}}, Out: flat, Mode: dropped}
	j := tiny(d, w, "sums dropped", false)
	if own > 0 {
		j.Name += " beside " + size(int64(own))
	}
	overTensors(j, d, w)
	j.Memory = &memory{Tensors: 2 * flat.bytes()}
	j.needs += int64(own)
	var nodes *node
	fill, empty := j.prepare, j.release
	j.prepare = func() error {
		for range own / 32 {
			nodes = &node{next: nodes}
		}
		j.meter = newMeter(d, j.Memory)
		return fill()
	}
	j.release = func() { nodes = nil; empty() }
	return j
}
