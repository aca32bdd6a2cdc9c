package devicetest

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

const inPlaceRule = "an output may lie on an input with the same layout; every element is read before it is written"

// inPlaceChecks are launches whose operands share memory.
func (s layoutSection) inPlaceChecks() []check {
	interleaved := "operands may share a buffer where they have no element in common, even within one word"
	return []check{
		{"inplace/layouts", inPlaceRule, s.checkInPlace},
		{"inplace/cast", inPlaceRule + ", also as another type of the same size", s.checkInPlaceCast},
		{"inplace/swap", inPlaceRule + ": swapping two arrays is one launch", s.checkSwap},
		{"inplace/interleaved", interleaved, s.checkInterleaved},
		{"inplace/halves", interleaved, s.checkHalves},
		{"inplace/outputs", interleaved, s.checkSharedOutputs},
		{"inplace/repeated", "one input may be given several times, next to an output in place", s.checkRepeated},
	}
}

// on returns another operand on the array's memory.
func (a array) on(l broadcast.Layout) array { return array{a.memory, a.dtype, l} }

// checkInPlace computes x = op(x, …) and y = op(x, y) over every kind of view.
func (s layoutSection) checkInPlace() error {
	var all faults
	views := []view{dense, shiftBy(1), shiftBy(2), shiftBy(3), stepBy(1, 2), stepBy(0, 3), reverse, mirror, transpose, rotate}
	for k, dt := range s.dtypes() {
		for i, v := range views {
			for j, shape := range [][]int{{67}, {5, 9}, {2, 3, 4}} {
				if s.frugal() && (i+j+k)%3 > 0 {
					continue
				}
				p := s.oneOf(keeping, dt)
				t := &trial{program: p}
				for _, in := range p.Inputs() {
					t.in = append(t.in, s.random(in, v(shape)))
				}
				t.out = []array{s.inputOf(t, p.Type(p.Outputs()[0]))}
				all.add(s.judge(t))
			}
		}
	}
	return all.join()
}

// inputOf picks one of the trial's inputs that has the type.
func (s *source) inputOf(t *trial, dt op.DType) array {
	for {
		if a := pick(s, t.in); a.dtype == dt {
			return a
		}
	}
}

// keeping are operations whose result has the operands' type.
var keeping = []*op.Op{op.Neg, op.LogicalNot, op.Square, op.BitwiseNot, op.Add, op.Sub, op.BitwiseXor, op.Maximum, op.Where, op.Clamp}

func (s layoutSection) checkInPlaceCast() error {
	var all faults
	for _, from := range s.dtypes() {
		for _, to := range s.info.DTypes.List() {
			if from.Size() != to.Size() {
				continue
			}
			x := s.random(from, stepBy(1, 2)([]int{41}))
			p := single(device.Instr{Op: op.Cast, Type: to}, []op.DType{from}, 0)
			all.add(s.judge(&trial{program: p, in: []array{x}, out: []array{{x.memory, to, x.layout}}}))
		}
	}
	return all.join()
}

func (s layoutSection) checkSwap() error {
	var all faults
	for k, dt := range s.dtypes() {
		p := mustProgram([]op.DType{dt, dt}, nil, nil, 1, 0)
		for i, n := range []int{3, 4099} {
			if s.frugal() && (i+k)%2 > 0 {
				continue
			}
			x, y := s.random(dt, dense([]int{n})), s.random(dt, reverse([]int{n}))
			all.add(s.judge(&trial{program: p, in: []array{x, y}, out: []array{x, y}}))
		}
	}
	return all.join()
}
