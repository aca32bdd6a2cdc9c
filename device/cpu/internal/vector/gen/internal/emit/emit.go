// Package emit writes the instructions of a function: registers, memory, constants, masks. It
// serves AVX2, AVX-512 and NEON. If an instruction differs between them only in its name, it
// chooses the name by the registers' width.
package emit

import (
	"fmt"
	"reflect"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

type (
	// Vec is a vector register before it has a number.
	Vec = reg.VecVirtual

	// Arg is a register or memory.
	Arg = operand.Op
)

// Writer writes one function, for vector registers of a width.
type Writer struct {
	*build.Context
	constants
	labels int
	// Low is where float64s are narrowed. It is shared, as the allocator never frees a register that
	// is written by halves.
	Low Vec
	// Made is other than 0 where a row has what all of its vectors share.
	Made reg.GPVirtual
}

// New begins a function whose constants go into data.
func New(c *build.Context, width int, data Table) *Writer {
	return &Writer{Context: c, constants: constants{Width: width, data: data}}
}

// Do appends an instruction by its name.
func (f *Writer) Do(name string, ops ...operand.Op) {
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

// NewLabel is a name for a position that no other position of the function has.
func (f *Writer) NewLabel() string {
	f.labels++
	return fmt.Sprintf("l%d", f.labels)
}

// Parameter is the memory of a parameter of the function.
func (f *Writer) Parameter(name string) operand.Mem {
	p, err := f.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// ShiftGeneral multiplies or divides a general register by a power of two: SHLQ, SHRQ.
func (f *Writer) ShiftGeneral(name string, r reg.GPVirtual, by int) {
	for n := uint8(1); n < 8; n++ {
		if by == 1<<n {
			f.Do(name, operand.U8(n), r)
		}
	}
}

// Vec is a new vector register.
func (f *Writer) Vec() Vec {
	switch f.Width {
	case 64:
		return f.ZMM()
	case 16:
		return f.XMM()
	}
	return f.YMM()
}

// Load fills a new register.
func (f *Writer) Load(m Arg) Vec {
	v := f.Vec()
	if f.Width == 64 {
		f.VMOVDQU64(m, v)
	} else {
		f.VMOVDQU(m, v)
	}
	return v
}

// InRegister returns x in a register. It loads x if it is memory.
func (f *Writer) InRegister(x Arg) Vec {
	if v, ok := x.(Vec); ok {
		return v
	}
	return f.Load(x)
}

// Store writes a register to memory.
func (f *Writer) Store(v Vec, m operand.Mem) {
	if f.Width == 64 {
		f.VMOVDQU64(v, m)
	} else {
		f.VMOVDQU(v, m)
	}
}

// Move copies a register.
func (f *Writer) Move(x, to Vec) {
	if f.Width == 64 {
		f.VMOVDQA64(x, to)
	} else {
		f.VMOVDQA(x, to)
	}
}

// Unary appends an instruction of one source, and returns its result.
func (f *Writer) Unary(name string, m Arg) Vec {
	v := f.Vec()
	f.Do(name, m, v)
	return v
}

// Binary appends an instruction of two sources, and returns its result. The order is Go's, which is
// the reverse of Intel's.
func (f *Writer) Binary(name string, y, x Arg) Vec {
	v := f.Vec()
	f.Do(name, y, x, v)
	return v
}

// Into is Binary with the result in x's register.
func (f *Writer) Into(name string, y Arg, x Vec) Vec {
	f.Do(name, y, x, x)
	return x
}

// Shift shifts integers by a constant: VPSLLD, VPSRAD.
func (f *Writer) Shift(name string, x Vec, by uint8) Vec {
	v := f.Vec()
	f.Do(name, operand.U8(by), x, v)
	return v
}

// Zero is a register of zeros.
func (f *Writer) Zero() Vec {
	if f.Width == 64 { // the allocator does not know that VPXORD reads nothing
		return f.Load(f.Kept(4, 0))
	}
	v := f.Vec()
	f.VPXOR(v, v, v)
	return v
}

// And, Or and Xor work on the bits.
func (f *Writer) And(x Vec, y Arg) Vec { return f.Binary(f.Bitwise("VPAND"), y, x) }
func (f *Writer) Or(x Vec, y Arg) Vec  { return f.Binary(f.Bitwise("VPOR"), y, x) }
func (f *Writer) Xor(x Vec, y Arg) Vec { return f.Binary(f.Bitwise("VPXOR"), y, x) }

// Bitwise completes the name of a bitwise instruction, which AVX-512 ends with the elements' size.
func (f *Writer) Bitwise(name string) string {
	if f.Width == 64 {
		name += "D"
	}
	return name
}

// Nearest rounds floats to integers; the name's end is PS or PD.
func (f *Writer) Nearest(suffix string, x Vec) Vec {
	v := f.Vec()
	if f.Width == 64 {
		f.Do("VRNDSCALE"+suffix, operand.U8(8), x, v)
	} else {
		f.Do("VROUND"+suffix, operand.U8(8), x, v)
	}
	return v
}

// Conditions of comparisons of floats, quiet ones.
const (
	Equal        = 0
	Unordered    = 3
	NotEqual     = 4
	Less         = 17
	LessEqual    = 18
	NotLess      = 21 // or unordered
	NotAtMost    = 22 // or unordered
	NotAtLeast   = 25 // or unordered
	GreaterEqual = 29
	GreaterThan  = 30
)

// Compare is a mask of the elements whose floats have the condition; not for AVX-512.
func (f *Writer) Compare(t dtype.Type, condition uint8, x Vec, y Arg) Vec {
	v := f.Vec()
	f.Do("VCMP"+t.Suffix(), operand.U8(condition), y, x, v)
	return v
}

// Greater is a mask of the elements with x > y, of integers; not for AVX-512.
func (f *Writer) Greater(t dtype.Type, x, y Vec) Vec {
	if !t.Signed {
		flip := f.Constant(t.Size, t.SignBit())
		x, y = f.Binary("VPXOR", flip, x), f.Binary("VPXOR", flip, y)
	}
	return f.Binary("VPCMPGT"+t.Letter(), y, x)
}

// Blend is x where the mask is set, else y; not for AVX-512.
func (f *Writer) Blend(mask, x Vec, y Arg) Vec {
	v, ok := y.(Vec)
	if !ok {
		v = f.Load(y)
	}
	to := f.Vec()
	f.VPBLENDVB(mask, x, v, to)
	return to
}

// Either and Both combine masks: vectors, or the mask registers of AVX-512.
func (f *Writer) Either(x, y operand.Op) operand.Op { return f.combine("OR", x, y) }
func (f *Writer) Both(x, y operand.Op) operand.Op   { return f.combine("AND", x, y) }

func (f *Writer) combine(name string, x, y operand.Op) operand.Op {
	if f.Width < 64 {
		return f.Binary("VP"+name, y, x)
	}
	k := f.K()
	f.Do("K"+name+"W", x, y, k)
	return k
}

// Prefetch fetches so many bytes into the second-level cache. NEON does not prefetch.
func (f *Writer) Prefetch(at operand.Mem, bytes int) {
	if f.Width == 16 {
		return
	}
	for disp := 0; disp < bytes; disp += 64 {
		f.PREFETCHT1(at.Offset(disp))
	}
}

// PrefetchAhead prefetches bytes that lie as far ahead as a register says, if that is not 0.
func (f *Writer) PrefetchAhead(at, ahead reg.GPVirtual, bytes int) {
	if f.Width == 16 {
		return
	}
	none := f.NewLabel()
	f.TESTQ(ahead, ahead)
	f.JZ(operand.LabelRef(none))
	f.Prefetch(operand.Mem{Base: at, Index: ahead, Scale: 1}, bytes)
	f.Label(none)
}

// Rarely jumps over the instructions that do appends, unless the mask is set for an element.
func (f *Writer) Rarely(mask operand.Op, do func()) {
	none := f.NewLabel()
	if f.Width < 64 {
		f.VTESTPS(mask, mask)
	} else {
		f.KORTESTW(mask, mask)
	}
	f.JZ(operand.LabelRef(none))
	do()
	f.Label(none)
}
