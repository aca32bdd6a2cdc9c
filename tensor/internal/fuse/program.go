package fuse

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// draft is what a program is made from.
type draft struct {
	inputs, scalars []op.DType
	code            []device.Instr
	outputs         []device.Value
	args            []device.Value // of all instructions
}

func (d *draft) reset() {
	d.inputs, d.scalars, d.code, d.outputs, d.args = d.inputs[:0], d.scalars[:0], d.code[:0], d.outputs[:0], d.args[:0]
}

// instruct appends an instruction and returns its value; of a nil Op, a copy, that is its argument.
// Operands of a type that the row does not compute in are converted first.
func (d *draft) instruct(o *op.Op, result op.DType, args []device.Value) device.Value {
	if o == nil {
		return args[0]
	}
	args = args[:len(args):len(args)]
	for i, v := range args {
		if compute := graph.Computes(o, d.dtype(v)); compute != d.dtype(v) {
			d.args = append(d.args, v)
			args[i] = d.instruct(op.Cast, compute, d.args[len(d.args)-1:])
		}
	}
	d.code = append(d.code, device.Instr{Op: o, Type: result, Args: args})
	return device.Value(len(d.inputs) + len(d.scalars) + len(d.code) - 1)
}

// dtype is the type of a value.
func (d *draft) dtype(v device.Value) op.DType {
	i, j := int(v), int(v)-len(d.inputs)
	switch {
	case j < 0:
		return d.inputs[i]
	case j < len(d.scalars):
		return d.scalars[j]
	}
	return d.code[j-len(d.scalars)].Type
}

// programs has programs that were made before, at places that their hash gives: the same expression
// over and over is the usual case, and to make a program costs more than a small launch.
var programs [1 << 12]atomic.Pointer[device.Program]

// tries is how many places are looked at for a program.
const tries = 4

// program returns the program of the draft, the same one for the same draft.
func (d *draft) program() (*device.Program, error) {
	h := d.hash()
	for i := range uint64(tries) {
		p := programs[(h+i)%uint64(len(programs))].Load()
		if p == nil {
			break
		}
		if d.makes(p) {
			return p, nil
		}
	}
	p, err := device.NewProgram(d.inputs, d.scalars, d.code, d.outputs...)
	if err == nil {
		remember(p, h)
	}
	return p, err
}

// makes reports whether p is the program of the draft.
func (d *draft) makes(p *device.Program) bool {
	if len(d.code) != len(p.Code()) || !slices.Equal(d.inputs, p.Inputs()) || !slices.Equal(d.scalars, p.Scalars()) ||
		!slices.Equal(d.outputs, p.Outputs()) {
		return false
	}
	for i := range d.code {
		a, b := &d.code[i], &p.Code()[i]
		if a.Op != b.Op || a.Type != b.Type || !slices.Equal(a.Args, b.Args) {
			return false
		}
	}
	return true
}

// hash tells most drafts apart.
func (d *draft) hash() uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(len(d.inputs)<<8 | len(d.scalars))
	mix := func(x uint64) { h = (h ^ x) * prime; h ^= h >> 29 }
	for _, dt := range d.inputs {
		mix(uint64(dt))
	}
	for _, dt := range d.scalars {
		mix(uint64(dt))
	}
	for i := range d.code {
		in := &d.code[i]
		mix(uint64(uintptr(unsafe.Pointer(in.Op))) ^ uint64(in.Type))
		for _, v := range in.Args {
			mix(uint64(v))
		}
	}
	for _, v := range d.outputs {
		mix(uint64(v))
	}
	return h
}

// remember keeps a program at the first free place for its hash, or in the place of another.
func remember(p *device.Program, h uint64) {
	for i := range uint64(tries) {
		if programs[(h+i)%uint64(len(programs))].CompareAndSwap(nil, p) {
			return
		}
	}
	programs[h%uint64(len(programs))].Store(p)
}
