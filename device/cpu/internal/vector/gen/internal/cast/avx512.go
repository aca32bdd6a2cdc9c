package cast

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/half"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Quads512 are conversions of 64-bit integers, for which AVX2 has no instructions.
func Quads512() []kernel.Kernel {
	t, u := dtype.Int64, dtype.Uint64
	return []kernel.Kernel{
		KernelOf(t, dtype.Float64, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTQQ2PD", in(0, 0)) }),
		KernelOf(u, dtype.Float64, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTUQQ2PD", in(0, 0)) }),
		KernelOf(t, dtype.Float32, QuadToSingle("VCVTQQ2PS")),
		KernelOf(u, dtype.Float32, QuadToSingle("VCVTUQQ2PS")),
		KernelOf(dtype.Float64, t, func(f *emit.Writer, in kernel.Input) emit.Vec { return SaturateQuads(f, f.Load(in(0, 0)), true) }),
		KernelOf(dtype.Float64, u, func(f *emit.Writer, in kernel.Input) emit.Vec { return SaturateQuads(f, f.Load(in(0, 0)), false) }),
		KernelOf(dtype.Float32, t, func(f *emit.Writer, in kernel.Input) emit.Vec {
			return SaturateQuads(f, f.Unary("VCVTPS2PD", in(0, 0)), true)
		}),
		KernelOf(dtype.Float32, u, func(f *emit.Writer, in kernel.Input) emit.Vec {
			return SaturateQuads(f, f.Unary("VCVTPS2PD", in(0, 0)), false)
		}),
	}
}

// nextPart is how many bytes ahead the next part of halves lies, where a function is computed in passes over parts.
// The passes over a part leave the memory idle, so the first and the last prefetch for the next one.
const nextPart = 2048

// Kernels512 are the other conversions that take fewer instructions with AVX-512.
func Kernels512() []kernel.Kernel {
	t, u := dtype.Int64, dtype.Uint64
	var all []kernel.Kernel
	for _, from := range []dtype.Type{dtype.BFloat16, dtype.Float32, dtype.Float64} {
		for _, to := range append(dtype.Signed[:3:3], dtype.Unsigned[:3]...) {
			k := KernelOf(from, to, Saturating512(from, to))
			k.Unroll = 1
			all = append(all, k)
		}
	}
	all = append(all, KernelOf(dtype.Uint32, dtype.Float32, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTUDQ2PS", in(0, 0)) }))
	for _, to := range dtype.Halves {
		for _, from := range []dtype.Type{t, u, dtype.Float64} {
			all = append(all, KernelOf(from, to, func(f *emit.Writer, in kernel.Input) emit.Vec {
				part := func(at int) emit.Vec {
					if from.Float {
						return DoubleToOdd(f, in, at)
					}
					return QuadToOdd(f, in, at, from.Signed)
				}
				if to == dtype.Float16 {
					return half.Pair(f, part(0), part(128))
				}
				return BfloatPair(f, part(0), part(128), from.Float)
			}))
		}
	}
	bfloat := func(from dtype.Type, single func(f *emit.Writer, x emit.Vec) emit.Vec) {
		k := KernelOf(from, dtype.BFloat16, func(f *emit.Writer, in kernel.Input) emit.Vec {
			return BfloatPair(f, single(f, f.Load(in(0, 0))), single(f, f.Load(in(0, 64))), from.Float)
		})
		k.AheadTo = nextPart
		all = append(all, k)
	}
	bfloat(dtype.Float32, func(_ *emit.Writer, x emit.Vec) emit.Vec { return x })
	toHalf := KernelOf(dtype.Float32, dtype.Float16, func(f *emit.Writer, in kernel.Input) emit.Vec {
		return half.Pair(f, f.Load(in(0, 0)), f.Load(in(0, 64)))
	})
	toHalf.AheadTo = nextPart
	all = append(all, toHalf)
	for _, from := range dtype.Halves {
		k := KernelOf(from, dtype.Float32, func(f *emit.Writer, in kernel.Input) emit.Vec {
			if from == dtype.Float16 {
				return f.Unary("VCVTPH2PS", in(0, 0))
			}
			return f.Shift("VPSLLD", f.Unary("VPMOVZXWD", in(0, 0)), 16)
		})
		k.AheadX = nextPart
		all = append(all, k)
	}
	bfloat(dtype.Int32, WordToOdd)
	bfloat(dtype.Uint32, UnsignedToOdd)
	return all
}
