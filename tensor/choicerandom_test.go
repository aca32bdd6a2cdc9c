package tensor_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

// Random indices give the same elements and the same errors on every device, as they are read and as they
// are written.
func TestRandomIndicesGiveTheSameOnEveryDevice(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		exact, count, types, wrong := customdevice.New(), 300, 3, 0
		switch {
		case devicetest.Thorough():
			count = 10_000
		case d.Info().Kind != device.CPU: // it compiles kernels for each type
			count, types = 150, 1
		}
		for seed := range uint64(count) {
			on, err := indexed(d, seed, types)
			want, wantErr := indexed(exact, seed, types)
			if wantErr != nil {
				wrong++
				require.EqualError(t, err, wantErr.Error(), "seed %d", seed)
				continue
			}
			require.NoError(t, err, "seed %d", seed)
			require.Equal(t, want, on, "seed %d", seed)
		}
		require.Greater(t, wrong, count/20)
		require.Less(t, wrong, count/2)
	})
}

// indexed reads or writes the elements of a random index, and returns the bytes. Elements and indices are of
// so many types.
func indexed(d device.Device, seed uint64, types int) ([]byte, error) {
	r := rand.New(rand.NewPCG(seed, 44))
	shape := make([]int, 1+r.IntN(3))
	for k := range shape {
		shape[k] = r.IntN(5)
	}
	n := 1
	for _, size := range shape {
		n *= size
	}
	x := tensor.FromSliceOn(d, iota64(n), shape...).AsType([]tensor.DType{tensor.Float32, tensor.Int64, tensor.Uint8}[r.IntN(types)])
	index := randomIndex(r, d, shape, types)
	if r.IntN(3) > 0 {
		return x.At(index...).Bytes()
	}
	x = x.Clone()
	value := x.At(index...).Add(100).AsType(x.DType())
	if r.IntN(2) == 0 {
		value = tensor.FromSliceOn(d, []int64{int64(r.IntN(100))}).AsType(x.DType())
	}
	if err := x.SetAt(value, index...); err != nil {
		return nil, err
	}
	return x.Bytes()
}

func iota64(n int) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i)
	}
	return all
}

// randomIndex is an index of a shape. A few of its integers are out of bounds.
func randomIndex(r *rand.Rand, d device.Device, shape []int, types int) (index []any) {
	common := []int{1 + r.IntN(3), 1 + r.IntN(3)}[r.IntN(3)%2:]
	one := func(size int) int64 {
		if size == 0 || r.IntN(40) == 0 {
			return int64(r.IntN(5)+size) * int64(1-2*r.IntN(2))
		}
		return int64(r.IntN(2*size) - size)
	}
	for axis := 0; axis < len(shape); axis++ {
		switch size := shape[axis]; r.IntN(8) {
		case 0:
			index = append(index, nil)
			axis--
		case 1:
			index = append(index, tensor.S(r.IntN(4)-2, tensor.End, []int{1, 2, -1}[r.IntN(3)]))
		case 2:
			index = append(index, int(one(size)))
		case 3:
			mask := make([]bool, size)
			for i := range mask {
				mask[i] = r.IntN(2) == 0
			}
			index = append(index, tensor.FromSliceOn(d, mask))
		case 4:
			list := make([]int, common[len(common)-1])
			for i := range list {
				list[i] = int(one(size))
			}
			index = append(index, list)
		case 5:
			return index
		default:
			own := common[r.IntN(len(common)):]
			n := 1
			for _, k := range own {
				n *= k
			}
			list := make([]int64, n)
			for i := range list {
				list[i] = one(size)
			}
			index = append(index, tensor.FromSliceOn(d, list, own...).AsType([]tensor.DType{tensor.Int64, tensor.Int32, tensor.Int8}[r.IntN(types)]))
		}
	}
	return index
}
