package devicetest

import (
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// strand is every stride-th element of an array's memory from first on.
func strand(a array, first, stride, n int) array {
	return a.on(broadcast.Layout{Shape: []int{n}, Strides: []int{stride}, Offset: first})
}

// checkInterleaved writes the even elements from the odd ones, and the other way
// round, backwards.
func (s layoutSection) checkInterleaved() error {
	var all faults
	const n = 301
	for _, dt := range s.dtypes() {
		p := s.oneOf(unary, dt)
		all.add(s.pair(p, dt, 2*n, func(a array) (out, in array) { return strand(a, 0, 2, n), strand(a, 1, 2, n) }))
		all.add(s.pair(p, dt, 2*n, func(a array) (out, in array) { return strand(a, 2*n-1, -2, n), strand(a, 0, 2, n) }))
		all.add(s.pair(p, dt, 3*n, func(a array) (out, in array) { return strand(a, 1, 3, n), strand(a, 3*n-1, -3, n) }))
	}
	return all.join()
}

var unary = []*op.Op{nil, op.Neg, op.LogicalNot, op.Square, op.BitwiseNot}

// checkHalves writes one part of a buffer from the part that touches it.
func (s layoutSection) checkHalves() error {
	var all faults
	const n = 299
	for _, dt := range s.dtypes() {
		p := s.oneOf(unary, dt)
		all.add(s.pair(p, dt, 2*n, func(a array) (out, in array) { return strand(a, 0, 1, n), strand(a, n, 1, n) }))
		all.add(s.pair(p, dt, 2*n, func(a array) (out, in array) { return strand(a, n, 1, n), strand(a, 0, 1, n) }))
	}
	return all.join()
}

// pair judges a program of one input with both operands in one memory of n elements.
func (s layoutSection) pair(p *device.Program, dt op.DType, n int, lay func(array) (out, in array)) error {
	if p.Type(p.Outputs()[0]) != dt {
		return fmt.Errorf("devicetest: program of two types:\n%v", p)
	}
	m := s.random(dt, dense([]int{n}))
	m.memory = &memory{host: m.host[guard*dt.Size():]} // no guard in front: element 0 is byte 0
	out, in := lay(m)
	return s.judge(&trial{program: p, out: []array{out}, in: []array{in}})
}

// checkSharedOutputs stores x+y and x-y interleaved in one buffer, x beside them.
func (s layoutSection) checkSharedOutputs() error {
	var all faults
	const n = 211
	for _, dt := range s.dtypes() {
		if dt == op.Bool {
			continue
		}
		p := mustProgram([]op.DType{dt, dt}, nil, code{{Op: op.Add, Args: args{0, 1}}, {Op: op.Sub, Args: args{0, 1}}}, 2, 3)
		m := s.random(dt, dense([]int{4 * n}))
		t := &trial{program: p, in: []array{strand(m, 2, 4, n), s.random(dt, dense([]int{n}))},
			out: []array{strand(m, 1, 4, n), strand(m, 4*n-1, -4, n)}}
		all.add(s.judge(t))
		t = &trial{program: p, in: t.in, out: []array{t.in[1], t.in[0]}} // both in place
		all.add(s.judge(t))
	}
	return all.join()
}

// checkRepeated computes x = x + x with x given as two inputs, and as three to clamp.
func (s layoutSection) checkRepeated() error {
	var all faults
	for _, dt := range s.dtypes() {
		for _, o := range []*op.Op{op.Add, op.Maximum, op.Clamp} {
			p := programIn(o, dt)
			if p == nil {
				continue
			}
			x := s.random(dt, stepBy(1, 2)([]int{9, 5}))
			t := &trial{program: p, out: []array{x}}
			for range p.Inputs() {
				t.in = append(t.in, x)
			}
			all.add(s.judge(t))
		}
	}
	return all.join()
}
