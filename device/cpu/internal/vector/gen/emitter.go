package main

import (
	"fmt"
	"reflect"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

type (
	// vec is a vector register before it has a number.
	vec = reg.VecVirtual

	// arg is a register or memory.
	arg = operand.Op
)

// emitter writes one function, for vector registers of a width.
type emitter struct {
	*build.Context
	constants
	labels int
	low    vec // see narrowed halves: one for all, as the allocator frees no register that is written by halves
}

// newEmitter begins a function whose constants go into data.
func newEmitter(c *build.Context, width int, data table) *emitter {
	return &emitter{Context: c, constants: constants{width: width, data: data}}
}

// do appends an instruction by its name.
func (f *emitter) do(name string, ops ...operand.Op) {
	method := reflect.ValueOf(f.Context).MethodByName(name)
	if !method.IsValid() {
		panic("no instruction " + name)
	}
	args := make([]reflect.Value, len(ops))
	for i := range ops {
		args[i] = reflect.ValueOf(ops[i])
	}
	method.Call(args)
}

// newLabel is a name for a place that no other place of the function has.
func (f *emitter) newLabel() string {
	f.labels++
	return fmt.Sprintf("l%d", f.labels)
}

// parameter is the memory of a parameter of the function.
func (f *emitter) parameter(name string) operand.Mem {
	p, err := f.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// shiftGeneral multiplies or divides a general register by a power of two: SHLQ, SHRQ.
func (f *emitter) shiftGeneral(name string, r reg.GPVirtual, by int) {
	for n := uint8(1); n < 8; n++ {
		if by == 1<<n {
			f.do(name, operand.U8(n), r)
		}
	}
}

// vec is a new vector register.
func (f *emitter) vec() vec {
	switch f.width {
	case 64:
		return f.ZMM()
	case 16:
		return f.XMM()
	}
	return f.YMM()
}

// load fills a new register.
func (f *emitter) load(m arg) vec {
	v := f.vec()
	if f.width == 64 {
		f.VMOVDQU64(m, v)
	} else {
		f.VMOVDQU(m, v)
	}
	return v
}

// inRegister loads what is not in a register yet.
func (f *emitter) inRegister(x arg) vec {
	if v, ok := x.(vec); ok {
		return v
	}
	return f.load(x)
}

// store writes a register to memory.
func (f *emitter) store(v vec, m operand.Mem) {
	if f.width == 64 {
		f.VMOVDQU64(v, m)
	} else {
		f.VMOVDQU(v, m)
	}
}

// move copies a register.
func (f *emitter) move(x, to vec) {
	if f.width == 64 {
		f.VMOVDQA64(x, to)
	} else {
		f.VMOVDQA(x, to)
	}
}

// convert appends an instruction of one source, and returns its result.
func (f *emitter) convert(name string, m arg) vec {
	v := f.vec()
	f.do(name, m, v)
	return v
}

// three appends an instruction of two sources, and returns its result. The order is Go's, which is
// the reverse of Intel's.
func (f *emitter) three(name string, y, x arg) vec {
	v := f.vec()
	f.do(name, y, x, v)
	return v
}

// into is three with the result in x's register.
func (f *emitter) into(name string, y arg, x vec) vec {
	f.do(name, y, x, x)
	return x
}

// shiftBits shifts integers by a constant: VPSLLD, VPSRAD.
func (f *emitter) shiftBits(name string, x vec, by uint8) vec {
	v := f.vec()
	f.do(name, operand.U8(by), x, v)
	return v
}

// zero is a register of zeros.
func (f *emitter) zero() vec {
	if f.width == 64 { // of VPXORD the allocator does not know that it reads nothing
		return f.load(f.constantOf(4, 0))
	}
	v := f.vec()
	f.VPXOR(v, v, v)
	return v
}

// and, or and xor work on the bits.
func (f *emitter) and(x vec, y arg) vec { return f.three(f.bitwise("VPAND"), y, x) }
func (f *emitter) or(x vec, y arg) vec  { return f.three(f.bitwise("VPOR"), y, x) }
func (f *emitter) xor(x vec, y arg) vec { return f.three(f.bitwise("VPXOR"), y, x) }

// bitwise completes the name of a bitwise instruction, which AVX-512 ends with the elements' size.
func (f *emitter) bitwise(name string) string {
	if f.width == 64 {
		name += "D"
	}
	return name
}

// nearest rounds floats to integers; the name's end is PS or PD.
func (f *emitter) nearest(suffix string, x vec) vec {
	v := f.vec()
	if f.width == 64 {
		f.do("VRNDSCALE"+suffix, operand.U8(8), x, v)
	} else {
		f.do("VROUND"+suffix, operand.U8(8), x, v)
	}
	return v
}

// Conditions of comparisons of floats, quiet ones.
const (
	equal        = 0
	unordered    = 3
	notEqual     = 4
	less         = 17
	lessEqual    = 18
	notLess      = 21 // or unordered
	notAtMost    = 22 // or unordered
	notAtLeast   = 25 // or unordered
	greaterEqual = 29
	greaterThan  = 30
)

// compare is a mask of the elements whose floats have the condition; not for AVX-512.
func (f *emitter) compare(t dtype.Type, condition uint8, x vec, y arg) vec {
	v := f.vec()
	f.do("VCMP"+t.Suffix(), operand.U8(condition), y, x, v)
	return v
}

// greater is a mask of the elements with x > y, of integers; not for AVX-512.
func (f *emitter) greater(t dtype.Type, x, y vec) vec {
	if !t.Signed {
		flip := f.constant(t.Size, t.SignBit())
		x, y = f.three("VPXOR", flip, x), f.three("VPXOR", flip, y)
	}
	return f.three("VPCMPGT"+t.Letter(), y, x)
}

// blend is x where the mask is set, else y; not for AVX-512.
func (f *emitter) blend(mask, x vec, y arg) vec {
	v, ok := y.(vec)
	if !ok {
		v = f.load(y)
	}
	to := f.vec()
	f.VPBLENDVB(mask, x, v, to)
	return to
}

// either and both combine masks: vectors, or the mask registers of AVX-512.
func (f *emitter) either(x, y operand.Op) operand.Op { return f.combine("OR", x, y) }
func (f *emitter) both(x, y operand.Op) operand.Op   { return f.combine("AND", x, y) }

func (f *emitter) combine(name string, x, y operand.Op) operand.Op {
	if f.width < 64 {
		return f.three("VP"+name, y, x)
	}
	k := f.K()
	f.do("K"+name+"W", x, y, k)
	return k
}

// rarely jumps over the instructions that do writes, unless the mask is set for an element.
func (f *emitter) rarely(mask operand.Op, do func()) {
	none := f.newLabel()
	if f.width < 64 {
		f.VTESTPS(mask, mask)
	} else {
		f.KORTESTW(mask, mask)
	}
	f.JZ(operand.LabelRef(none))
	do()
	f.Label(none)
}
