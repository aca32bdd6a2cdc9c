package kernel

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

func addition(t dtype.Type) Kernel {
	k := BinaryOf("add"+t.Name, "x[i] + y[i]", t, func(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
		return f.Into(t.Instruction("ADD"), y, x)
	}, "Add")
	k.Width = 32
	return k
}

func assemble(t *testing.T, k Kernel, s Set) string {
	t.Helper()
	text, err := (&File{Name: "one", Set: s, Kernels: []Kernel{k}}).Assembly()
	require.NoError(t, err)
	return string(text)
}

func TestAnIterationReadsFourRegistersOfItsWidestOperand(t *testing.T) {
	k := addition(dtype.Float32)
	require.Equal(t, 4, k.unrollCount())
	require.Equal(t, 8, k.elements())
	widening := Kernel{In: []int{1}, Out: 8, Width: 32}
	require.Equal(t, 4, widening.unrollCount())
	narrowing := Kernel{In: []int{8}, Out: 1, Width: 32}
	require.Equal(t, 1, narrowing.unrollCount(), "at least one vector")
}

// The loops of four vectors, streamed or not, the one of one vector, and the vectors at either end.
func TestAnUnrolledKernelHasItsCodeForEachWayToStore(t *testing.T) {
	text := assemble(t, addition(dtype.Float32), AVX2)
	require.Equal(t, 4+4+1+1+1, strings.Count(text, "VADDPS"))
	require.Equal(t, 4, strings.Count(text, "VMOVNTDQ"))
}

func TestASingleBodyHasItsCodeOnce(t *testing.T) {
	k := addition(dtype.Float32)
	k.Unroll = 1
	text := assemble(t, k, AVX2)
	require.Equal(t, 1, strings.Count(text, "VADDPS"))
	require.Equal(t, 1, strings.Count(text, "VMOVNTDQ"))
}

func TestLongCodeStandsOnce(t *testing.T) {
	k := addition(dtype.Float32)
	sum := k.Vector
	times := 0
	k.Vector = func(f *emit.Writer, in Input) emit.Vec {
		x := sum(f, in)
		for range times - 1 {
			x = f.Into("VADDPS", in(1, 0), x)
		}
		return x
	}
	for times = mostRepeated - 1; times <= mostRepeated; times++ { // and a load
		text := assemble(t, k, AVX2)
		long := times == mostRepeated
		require.Equal(t, long, strings.Count(text, "VADDPS") == times, times)
		require.Equal(t, !long, strings.Count(text, "VADDPS") == 11*times, times)
	}
}

func TestARegisterOfNEONIsNotStreamed(t *testing.T) {
	k := addition(dtype.Float32)
	k.Width = 16
	text := assemble(t, k, NEON)
	require.Contains(t, text, "fadd v")
	require.NotContains(t, text, "VADDPS")
}

func TestAsManyConstantsAreKeptAsThereAreRegisters(t *testing.T) {
	k := UnaryOf("sum", "x[i] + 1 + 2 …", dtype.Float32, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec {
		for bits := range uint64(40) {
			x = f.Into("VPADDD", f.Kept(4, bits+1), x)
		}
		return x
	}, "Add")
	k.Width, k.Unroll, k.Keep = 32, 1, 40
	k.KeepMost()
	require.Positive(t, k.Keep)
	require.Less(t, k.Keep, 16, "AVX2 has as many registers")
	assemble(t, k, AVX2)
	k.Keep++
	_, err := (&File{Set: AVX2, Kernels: []Kernel{k}}).Assembly()
	require.Error(t, err, "one more")
}

func TestAKernelIsEnteredForDtypesOfTheSameBits(t *testing.T) {
	k := addition(dtype.Int32).Also(dtype.Uint32)
	require.Equal(t, []Entry{{[]string{"Add"}, "Int32", "Int32"}, {[]string{"Add"}, "Uint32", "Uint32"}}, k.Entries)
	compare := Kernel{Entries: EntriesOf(dtype.Int32, dtype.Bool, "Eq")}.Also(dtype.Uint32)
	require.Equal(t, Entry{[]string{"Eq"}, "Uint32", "Bool"}, compare.Entries[1], "the result stays")
	copying := Kernel{}.AlsoFor(dtype.AllFloats, 2, "Positive")
	require.Len(t, copying.Entries, 2, "float16 and bfloat16")
}

func TestTheTableSaysWhatAKernelComputes(t *testing.T) {
	f := &File{Name: "arithmetic", Set: AVX2, Kernels: []Kernel{addition(dtype.Float32)}}
	text, err := f.Declarations()
	require.NoError(t, err)
	require.Contains(t, string(text), "{Ops: vector.Ops{op.Add}, From: op.Float32, To: op.Float32, Run: addFloat32, Least: 8},")
	require.Equal(t, "avx2/arithmetic_amd64.s", f.Path(".s"))
	require.Equal(t, "neon/arithmetic_arm64.s", (&File{Name: "arithmetic", Set: NEON}).Path(".s"))
}

func TestKernelsOfTheSameInstructionsAreOneFunction(t *testing.T) {
	first, second := addition(dtype.Float32), addition(dtype.Float32)
	second.Name = "plusFloat32"
	f := &File{Name: "arithmetic", Set: AVX2, Kernels: []Kernel{first, second, addition(dtype.Float64)}}
	assembly, err := f.Assembly()
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(assembly), "TEXT"))
	text, err := f.Declarations()
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), "Run: addFloat32"))
	require.NotContains(t, string(text), "plusFloat32")
}
