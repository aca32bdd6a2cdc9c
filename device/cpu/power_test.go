package cpu

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// TestPowersOfIntegersHaveTheirRowsResults has loops that compute another way than the row's
// meaning does.
func TestPowersOfIntegersHaveTheirRowsResults(t *testing.T) {
	const n = 4096
	r, o := rand.New(rand.NewPCG(31, 32)), op.Pow
	for _, dt := range []op.DType{op.Int8, op.Int16, op.Int32, op.Int64, op.Uint8, op.Uint16, op.Uint32, op.Uint64} {
		t.Run(dt.String(), func(t *testing.T) {
			var x, y []op.Scalar
			for range n {
				x, y = append(x, element(r, dt)), append(y, element(r, dt))
			}
			at, of := pack(dt, x...), pack(dt, y...)
			want, got := make([]byte, len(at)), make([]byte, len(at))
			meaning := kernels(kernel.Plain).Meaning(o, dt, dt).Run
			meaning(n, unsafe.Pointer(&want[0]), unsafe.Pointer(&at[0]), unsafe.Pointer(&of[0]), nil, 0)
			for _, name := range kernel.Names() {
				kernels(name).For(o, dt, dt).Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&at[0]), unsafe.Pointer(&of[0]), nil, 0)
				require.Equal(t, want, got, name)
			}
		})
	}
}
