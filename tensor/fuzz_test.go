package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// FuzzPrograms: random programs are right with the best kernels and with plain ones.
// Inputs that found something stand in testdata/fuzz, named after that. When rows are added, the
// same bytes become another program.
func FuzzPrograms(f *testing.F) {
	seedPrograms(f)
	f.Fuzz(func(t *testing.T, program []byte) {
		for _, d := range []device.Device{cpu.New(), cpu.New(cpu.KernelSet("plain"))} {
			on(t, d)
			runProgram(t, d, 0, program)
		}
	})
}

// FuzzProgramsOnTheGPU compiles shaders most of the time.
func FuzzProgramsOnTheGPU(f *testing.F) {
	d, err := device.Open("gpu")
	if err != nil {
		f.Skipf("no GPU: %v", err)
	}
	f.Cleanup(func() { assert.NoError(f, d.Close()) })
	seedPrograms(f)
	f.Fuzz(func(t *testing.T, program []byte) {
		on(t, d)
		runProgram(t, d, 0, program[:min(len(program), 60)])
	})
}

func seedPrograms(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(randomBytes(seed, 300))
	}
}

// FuzzFromBytes: bytes come back as they were, or are refused.
func FuzzFromBytes(f *testing.F) {
	f.Add(byte(tensor.Float32), []byte{0, 0, 0xc0, 0x7f, 1, 2, 3, 4}, []byte{1, 2})
	f.Add(byte(tensor.Bool), []byte{0, 1, 2}, []byte{3})
	f.Add(byte(tensor.Float16), []byte{0, 0xfe, 1}, []byte{})
	f.Add(byte(tensor.Int64), []byte{}, []byte{0x80, 0, 0xff})
	f.Add(byte(99), []byte{1}, []byte{1})
	f.Fuzz(func(t *testing.T, dt byte, raw, sizes []byte) {
		shape := make([]int, len(sizes))
		for i, s := range sizes {
			if shape[i] = int(int8(s)); s >= 0xc0 { // of either sign, and immense
				shape[i] = int(s&0x3f) << (8 * (s & 7))
			}
		}
		given := append([]byte(nil), raw...)
		x := tensor.FromBytes(tensor.DType(dt), given, shape...)
		clear(given) // which x has copied
		if x.Err() != nil {
			assert.Contains(t, x.String(), "error: ")
			return
		}
		got, err := x.Bytes()
		require.NoError(t, err)
		require.Equal(t, len(raw), len(got))
		assert.Equal(t, string(raw), string(got))
		assert.Equal(t, len(raw), x.Len()*x.DType().Size())
		for _, v := range raw {
			assert.False(t, x.DType() == tensor.Bool && v > 1, "a bool that is neither")
		}
		if len(sizes) > 0 {
			assert.Equal(t, shape, x.Shape())
		}
		_ = x.String()
		x.Release()
	})
}
