package kernel

import (
	"math/rand/v2"
	"os"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// A row's kernels have the bits of its meaning. With WGTENSOR_THOROUGH all 2^23 numbers are compared.
func TestRandomNumbersHaveTheirBitsInEveryKernelSet(t *testing.T) {
	n := 1 << 16
	if os.Getenv("WGTENSOR_THOROUGH") != "" {
		n = 1 << 23
	}
	bits, got := make([]uint32, n), make([]uint32, n)
	for i := range bits {
		bits[i] = uint32(i) * (1 << 23 / uint32(n)) << 9
	}
	for _, name := range Names() {
		set, err := Find(name)
		require.NoError(t, err)
		for _, row := range []*op.Op{op.RandomNormal, op.RandomExponential} {
			t.Run(name+" "+row.Name, func(t *testing.T) {
				k := set.For(row, op.Uint32, op.Float32)
				k.Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&bits[0]), nil, nil, 0)
				for i, b := range bits {
					if want := uint32(row.Role.(*op.Bits).Eval(uint64(b), 0)); got[i] != want {
						require.Equal(t, want, got[i], "of %#x", b)
					}
				}
			})
		}
	}
}

func TestRandomBitsHaveTheirBitsInEveryKernelSet(t *testing.T) {
	const n = 1001 // no whole number of registers
	r := rand.New(rand.NewPCG(1, 2))
	keys, counters := make([]uint64, n), make([]uint64, n)
	for i := range n {
		keys[i], counters[i] = r.Uint64(), r.Uint64()>>r.IntN(64)
	}
	for _, name := range Names() {
		set, err := Find(name)
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			words, bits := make([]uint64, n), make([]uint32, n)
			k := set.For(op.Threefry2x32, op.Uint64, op.Uint64)
			k.Run(n, unsafe.Pointer(&words[0]), unsafe.Pointer(&keys[0]), unsafe.Pointer(&counters[0]), nil, 0)
			k = set.For(op.RandomBits, op.Uint64, op.Uint32)
			k.Run(n, unsafe.Pointer(&bits[0]), unsafe.Pointer(&keys[0]), unsafe.Pointer(&counters[0]), nil, 0)
			for i := range n {
				want := op.Threefry2x32.Role.(*op.Bits).Eval(keys[i], counters[i])
				require.Equal(t, uint64(want), words[i])
				require.Equal(t, uint32(want>>32^want), bits[i])
			}
		})
	}
}
