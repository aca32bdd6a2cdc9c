// Package cast has the kernels that convert elements to another dtype.
package cast

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/compare"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/half"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Conversion loads elements and returns a register of their conversions.
type Conversion func(f *emit.Writer, in kernel.Input) emit.Vec

func KernelOf(from, to dtype.Type, c Conversion) kernel.Kernel {
	return kernel.Kernel{Name: "cast" + from.Name + "To" + to.Name, Is: fmt.Sprintf("%s(x[i])", to.Name), In: []int{from.Size}, Out: to.Size,
		Entries: kernel.EntriesOf(from, to, "Cast"), Vector: c}
}

func Kernels() []kernel.Kernel {
	var all []kernel.Kernel
	enter := func(from, to dtype.Type, c Conversion) { all = append(all, KernelOf(from, to, c)) }
	integers := append(append([]dtype.Type{dtype.Bool}, dtype.Signed...), dtype.Unsigned...)
	for _, from := range integers {
		for _, to := range integers[1:] {
			switch {
			case to.Size > from.Size:
				enter(from, to, func(f *emit.Writer, in kernel.Input) emit.Vec { return extend(f, in(0, 0), from, to.Size) })
			case to.Size < from.Size:
				enter(from, to, narrow(from.Size, to.Size))
			case to != from:
				enter(from, to, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Load(in(0, 0)) })
			}
		}
		if from.Size < 8 {
			enter(from, dtype.Float32, func(f *emit.Writer, in kernel.Input) emit.Vec { return IntegerToSingle(f, in(0, 0), from) })
			enter(from, dtype.Float64, func(f *emit.Writer, in kernel.Input) emit.Vec { return IntegerToDouble(f, in(0, 0), from) })
		}
	}
	for i, from := range append(dtype.Signed[:len(dtype.Signed):len(dtype.Signed)], dtype.Floats...) {
		k := compare.Comparison("cast"+from.Name+"ToBool", "x[i] != 0", from, 1, isZero, true, "Cast")
		if !from.Float {
			k = k.Also(dtype.Unsigned[i])
		}
		all = append(all, k)
	}
	bytes := dtype.Signed[0]
	not := compare.Comparison("notInt8", "x[i] == 0", bytes, 1, isZero, false) // memory leaves no time for two passes
	not.Entries = []kernel.Entry{{Ops: []string{"Cast", "LogicalNot"}, From: bytes.Name, To: dtype.Bool.Name}}
	all = append(all, not.Also(dtype.Unsigned[0]))
	enter(dtype.Float32, dtype.Float64, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTPS2PD", in(0, 0)) })
	enter(dtype.Float64, dtype.Float32, doubleToSingle)
	for _, from := range dtype.Floats {
		for _, to := range append(dtype.Signed[:3:3], dtype.Unsigned[:3]...) {
			enter(from, to, saturate(from, to))
		}
	}
	enter(dtype.Float16, dtype.Float32, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTPH2PS", in(0, 0)) })
	enter(dtype.BFloat16, dtype.Float32, func(f *emit.Writer, in kernel.Input) emit.Vec {
		v := f.Unary("VPMOVZXWD", in(0, 0))
		f.VPSLLD(operand.U8(16), v, v)
		return v
	})
	for i, narrow := range []func(f *emit.Writer, a, b emit.Vec) emit.Vec{singleToHalf, singleToBFloat} {
		enter(dtype.Float32, dtype.Halves[i], func(f *emit.Writer, in kernel.Input) emit.Vec { return narrow(f, f.Load(in(0, 0)), f.Load(in(0, 32))) })
		enter(dtype.Float64, dtype.Halves[i], func(f *emit.Writer, in kernel.Input) emit.Vec { return narrow(f, toOdd(f, in, 0), toOdd(f, in, 64)) })
	}
	// Integers that float32 rounds are too large for a half.
	for _, from := range []dtype.Type{dtype.Int32, dtype.Uint32} {
		enter(from, dtype.Float16, func(f *emit.Writer, in kernel.Input) emit.Vec {
			return half.Pair(f, IntegerToSingle(f, in(0, 0), from), IntegerToSingle(f, in(0, 32), from))
		})
	}
	return all
}

// extend loads integers into wider elements.
func extend(f *emit.Writer, m emit.Arg, from dtype.Type, size int) emit.Vec {
	if from.Size == size {
		return f.Load(m)
	}
	sign := "Z"
	if from.Signed {
		sign = "S"
	}
	return f.Unary("VPMOV"+sign+"X"+from.Letter()+dtype.Letter(size), m)
}

// narrow keeps the low bits.
func narrow(from, to int) Conversion {
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		vs := make([]emit.Vec, from/to)
		for i := range vs {
			vs[i] = f.Load(in(0, 32*i))
		}
		return NarrowedTo(f, vs, from, to)
	}
}

// NarrowedTo is one register of the low bits of several.
func NarrowedTo(f *emit.Writer, vs []emit.Vec, from, to int) emit.Vec {
	for size := from; size > to; size /= 2 {
		for i := 0; i < len(vs); i += 2 {
			vs[i/2] = halve(f, vs[i], vs[i+1], size)
		}
		vs = vs[:len(vs)/2]
	}
	return vs[0]
}

// halve makes one register of the low halves of the elements of two.
func halve(f *emit.Writer, a, b emit.Vec, size int) emit.Vec {
	if size == 8 {
		return compare.PackQuads(f, a, b)
	}
	low := f.Constant(size, 1<<(4*size)-1)
	f.Into("VPAND", low, a)
	f.Into("VPAND", low, b)
	return pack(f, map[int]string{4: "VPACKUSDW", 2: "VPACKUSWB"}[size], a, b)
}

// pack halves elements and saturates; the instruction does so for each half of a register.
func pack(f *emit.Writer, name string, a, b emit.Vec) emit.Vec {
	v := f.Binary(name, b, a)
	f.VPERMQ(operand.U8(0xd8), v, v)
	return v
}

func IntegerToSingle(f *emit.Writer, m emit.Arg, from dtype.Type) emit.Vec {
	v := extend(f, m, from, 4)
	if from.Signed || from.Size < 4 {
		return f.Unary("VCVTDQ2PS", v)
	}
	// The halves of a word as floats, put there as their low digits, are added: rounded once.
	low := f.Binary("VPAND", f.Constant(4, 0xffff), v)
	f.Into("VPOR", f.Constant(4, 0x4b000000), low) // 2^23
	f.VPSRLD(operand.U8(16), v, v)
	f.Into("VPOR", f.Constant(4, 0x53000000), v)   // 2^39
	f.Into("VSUBPS", f.Constant(4, 0x53000080), v) // 2^39 + 2^23
	return f.Into("VADDPS", low, v)
}

func IntegerToDouble(f *emit.Writer, m emit.Arg, from dtype.Type) emit.Vec {
	if from.Size == 4 && from.Signed {
		return f.Unary("VCVTDQ2PD", m)
	}
	v := f.YMM()
	name := map[bool]string{true: "VPMOVSX", false: "VPMOVZX"}[from.Signed]
	switch {
	case from.Size < 4:
		f.Do(name+from.Letter()+"D", m, v.AsX())
		f.Do("VCVTDQ2PD", v.AsX(), v)
		return v
	default: // as if it were signed, and 2^31 more
		f.VMOVDQU(m, v.AsX())
		f.VPXOR(f.Constant(4, 1<<31), v.AsX(), v.AsX())
		f.VCVTDQ2PD(v.AsX(), v)
		return f.Into("VADDPD", f.Constant(8, 0x41e0000000000000), v)
	}
}

func isZero(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	if t.Float {
		return f.Compare(t, emit.Equal, x, f.Zero())
	}
	return f.Into("VPCMPEQ"+t.Letter(), f.Zero(), x)
}

func doubleToSingle(f *emit.Writer, in kernel.Input) emit.Vec {
	a, b := f.YMM(), f.YMM()
	f.VCVTPD2PSY(in(0, 0), a.AsX())
	f.VCVTPD2PSY(in(0, 32), b.AsX())
	f.VINSERTF128(operand.U8(1), b.AsX(), a, a)
	return a
}

// saturate truncates floats to integers of at most 32 bits; NaN becomes 0.
func saturate(from, to dtype.Type) Conversion {
	signed := to.Signed || to.Size < 4
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		vs := make([]emit.Vec, 4/to.Size)
		for i := range vs {
			if from.Size == 4 {
				vs[i] = singleToWord(f, f.Load(in(0, 32*i)), signed)
				continue
			}
			low, high := doubleToWord(f, in(0, 64*i), signed), doubleToWord(f, in(0, 64*i+32), signed)
			f.VINSERTI128(operand.U8(1), high.AsX(), low, low)
			vs[i] = low
		}
		unsignedPack := !to.Signed
		switch to.Size {
		case 2:
			return pack(f, map[bool]string{true: "VPACKUSDW", false: "VPACKSSDW"}[unsignedPack], vs[0], vs[1])
		case 1:
			a, b := pack(f, "VPACKSSDW", vs[0], vs[1]), pack(f, "VPACKSSDW", vs[2], vs[3])
			return pack(f, map[bool]string{true: "VPACKUSWB", false: "VPACKSSWB"}[unsignedPack], a, b)
		}
		return vs[0]
	}
}

// singleToWord converts to 32 bits. The instruction gives the lowest integer for numbers out of its
// range.
func singleToWord(f *emit.Writer, x emit.Vec, signed bool) emit.Vec {
	const two31, two32 = 0x4f000000, 0x4f800000
	number := f.Compare(dtype.Float32, 7, x, x) // ordered
	f.Into("VPAND", number, x)
	if signed {
		high := f.Compare(dtype.Float32, emit.GreaterEqual, x, f.Constant(4, two31))
		v := f.Unary("VCVTTPS2DQ", x)
		return f.Into("VPXOR", high, v)
	}
	f.Into("VMAXPS", f.Zero(), x)
	high := f.Compare(dtype.Float32, emit.GreaterEqual, x, f.Constant(4, two31))
	over := f.Compare(dtype.Float32, emit.GreaterEqual, x, f.Constant(4, two32))
	f.Into("VSUBPS", f.Binary("VPAND", f.Constant(4, two31), high), x)
	v := f.Unary("VCVTTPS2DQ", x)
	f.VPSLLD(operand.U8(31), high, high)
	f.Into("VPXOR", high, v)
	return f.Into("VPOR", over, v)
}

// doubleToWord converts to 32 bits in the low half of a register.
func doubleToWord(f *emit.Writer, m emit.Arg, signed bool) emit.Vec {
	const two31, most31, most32 = 0x41e0000000000000, 0x41dfffffffc00000, 0x41efffffffe00000
	x := f.Load(m)
	f.Into("VPAND", f.Compare(dtype.Float64, 7, x, x), x)
	v := f.YMM()
	if signed {
		f.Into("VMINPD", f.Constant(8, most31), x)
		f.VCVTTPD2DQY(x, v.AsX())
		return v
	}
	f.Into("VMAXPD", f.Zero(), x)
	f.Into("VMINPD", f.Constant(8, most32), x)
	high := f.Compare(dtype.Float64, emit.GreaterEqual, x, f.Constant(8, two31))
	f.Into("VSUBPD", f.Binary("VPAND", f.Constant(8, two31), high), x)
	f.VCVTTPD2DQY(x, v.AsX())
	sign := compare.PackQuads(f, high, high)
	f.VPSLLD(operand.U8(31), sign, sign)
	f.VPXOR(sign.AsX(), v.AsX(), v.AsX())
	return v
}

// singleToHalf leaves NaN to the instruction, which makes them quiet.
func singleToHalf(f *emit.Writer, a, b emit.Vec) emit.Vec { return half.Pair(f, a, b) }

// singleToBFloat adds half of the last digit that stays, less one where that is even.
func singleToBFloat(f *emit.Writer, a, b emit.Vec) emit.Vec {
	for _, x := range []emit.Vec{a, b} {
		f.VMOVDQA(half.QuietNaN(f, x), x)
		odd := f.Shift("VPSRLD", x, 16)
		f.Into("VPAND", f.Constant(4, 1), odd)
		f.Into("VPADDD", f.Constant(4, 0x7fff), x)
		f.Into("VPADDD", odd, x)
		f.VPSRLD(operand.U8(16), x, x)
	}
	return pack(f, "VPACKUSDW", a, b)
}

// toOdd cuts float64s to float32 and notes in the last bit whether anything was cut off.
func toOdd(f *emit.Writer, in kernel.Input, at int) emit.Vec {
	result, above, inexact := f.Vec(), f.Vec(), f.Vec()
	for half := range 2 {
		x, back, short := f.Load(in(0, at+32*half)), f.Vec(), f.Vec()
		f.VCVTPD2PSY(x, short.AsX())
		f.VCVTPS2PD(short.AsX(), back)
		other := f.Compare(dtype.Float64, emit.NotEqual, back, x)
		f.Into("VPAND", f.Constant(8, 1<<63-1), back)
		f.Into("VPAND", f.Constant(8, 1<<63-1), x)
		more := f.Compare(dtype.Float64, emit.GreaterThan, back, x)
		if half == 0 {
			result, above, inexact = short, more, other
			continue
		}
		f.VINSERTF128(operand.U8(1), short.AsX(), result, result)
		above, inexact = compare.PackQuads(f, above, more), compare.PackQuads(f, inexact, other)
	}
	f.Into("VPADDD", above, result)
	return f.Into("VPOR", f.Binary("VPAND", f.Constant(4, 1), inexact), result)
}
