package devicetest

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// castChecks casts every type to every type.
func (s rowSection) castChecks() []check {
	return []check{{"ops/cast",
		"integers wrap; floats round once to nearest even, truncate and saturate to integers, NaN to 0; all but 0 is true",
		func() error {
			var all faults
			few := op.SetOf(s.dtypes()...)
			for _, from := range op.DTypes() {
				for _, to := range op.DTypes() {
					if s.spares(from, few) {
						continue
					}
					in := device.Instr{Op: op.Cast, Type: to}
					types := []op.DType{from}
					all.add(s.check(in, types, 0, s.tuples(types, 1600)))
				}
			}
			return all.join()
		}}}
}

// moveChecks are programs without instructions: copies and fills.
func (s layoutSection) moveChecks() []check {
	return []check{
		{"moves/copy", "a program without instructions copies every bit, NaN payloads and subnormals included", s.checkCopy},
		{"moves/fill", "a program without inputs stores its scalar, every bit of it, wherever the output lies", s.checkFill},
		{"moves/both", "one launch may copy, fill and duplicate at once", s.checkBoth},
	}
}

func (s layoutSection) checkCopy() error {
	var all faults
	few := op.SetOf(s.dtypes()...)
	for _, dt := range op.DTypes() {
		if s.spares(dt, few) {
			continue
		}
		p := mustProgram([]op.DType{dt}, nil, nil, 0)
		x := s.list(dt, s.tuples([]op.DType{dt}, 1600)[0])
		all.add(s.judge(&trial{program: p, in: []array{x}, out: []array{s.array(dt, x.layout)}}))
		for _, f := range families {
			if s.frugal() && s.rng.IntN(4) > 0 {
				continue // layoutChecks have copies too
			}
			all.add(s.inFamily(f, pick(s.source, f.shapes), p))
		}
	}
	return all.join()
}

func (s layoutSection) checkFill() error {
	var all faults
	for _, dt := range op.DTypes() {
		p := mustProgram(nil, []op.DType{dt}, nil, 0)
		for i, v := range specials(dt) {
			out := []view{dense, stepBy(1, 3), reverse, transpose}[i%4]
			all.add(s.judge(&trial{program: p, scalars: []op.Scalar{v}, out: []array{s.array(dt, out([]int{3, 5}))}}))
		}
	}
	return all.join()
}

func (s layoutSection) checkBoth() error {
	var all faults
	few := op.SetOf(s.dtypes()...)
	for _, dt := range op.DTypes() {
		if s.spares(dt, few) {
			continue
		}
		shape := []int{3, 7}
		p := mustProgram([]op.DType{dt}, []op.DType{dt}, nil, 0, 1, 0)
		t := &trial{program: p, in: []array{s.random(dt, transpose(shape))}, scalars: []op.Scalar{s.value(dt)}}
		for _, v := range []view{stepBy(0, 2), dense, reverse} {
			t.out = append(t.out, s.array(dt, v(shape)))
		}
		all.add(s.judge(t))
	}
	return all.join()
}
