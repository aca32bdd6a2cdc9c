package random_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
	"github.com/wgtensor/wgtensor/tensor/random"
)

func data[T tensor.Element](t testing.TB, x *tensor.Tensor) []T {
	t.Helper()
	list, err := tensor.Data[T](x)
	require.NoError(t, err)
	return list
}

// The numbers are those of JAX 0.10.2 for key(42), where jax_threefry_partitionable is true.
func TestKeysAndNumbersAreThoseOfJAX(t *testing.T) {
	key := random.NewKey(42)
	assert.Equal(t, []uint32{2098992034, 2919706841, 2646866425}, data[uint32](t, random.Bits(key, tensor.Uint32, 3)))
	assert.InDeltaSlice(t, []float64{-.02830462, .46713185, .29570296}, floats(t, random.Normal(key, tensor.Float32, 3)), 1e-7)
	high, low := key.Words()
	assert.Equal(t, [2]uint32{0, 42}, [2]uint32{high, low})
	assert.Equal(t, key.FoldIn(3), key.Split(5)[3])
}

func floats(t testing.TB, x *tensor.Tensor) []float64 {
	t.Helper()
	return data[float64](t, x.AsType(tensor.Float64))
}

// jaxCase is a case of the conformance data.
type jaxCase struct {
	Name, Op string
	Attrs    struct {
		Seed           uint64
		Shape          []int
		Num            int
		Data           uint32
		Minval, Maxval *float64
	}
	Oracle []struct{ File, Member string }
}

func TestAllOfJAXsNumbersComeOut(t *testing.T) {
	dir := os.Getenv("WGTENSOR_CONFORMANCE")
	if dir == "" {
		t.Skip("WGTENSOR_CONFORMANCE does not name the folder of the conformance data")
	}
	f, err := os.Open(filepath.Join(dir, "random", "manifest.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	checked := map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Bytes(); bytes.Contains(line, []byte(`"op":"jax_`)) {
			var c jaxCase
			require.NoError(t, json.Unmarshal(line, &c))
			checked[c.Op]++
			t.Run(c.Name, func(t *testing.T) { c.check(t, filepath.Join(dir, "random")) })
		}
	}
	t.Log(checked)
	assert.Len(t, checked, 5)
}

func (c *jaxCase) check(t *testing.T, dir string) {
	key := random.NewKey(c.Attrs.Seed)
	want := c.read(t, dir, c.Oracle[0].File, c.Oracle[0].Member)
	switch c.Op {
	case "jax_bits":
		assert.Equal(t, data[uint32](t, want), data[uint32](t, random.Bits(key, tensor.Uint32, c.Attrs.Shape...)))
	case "jax_fold_in":
		high, low := key.FoldIn(c.Attrs.Data).Words()
		assert.Equal(t, data[uint32](t, want), []uint32{high, low})
	case "jax_split":
		var words []uint32
		for _, k := range key.Split(c.Attrs.Num) {
			high, low := k.Words()
			words = append(words, high, low)
		}
		assert.Equal(t, data[uint32](t, want), words)
	case "jax_uniform":
		u := random.Uniform(key, tensor.Float32, c.Attrs.Shape...)
		if c.Attrs.Minval != nil {
			u = u.Mul(*c.Attrs.Maxval - *c.Attrs.Minval).Add(*c.Attrs.Minval).Maximum(*c.Attrs.Minval)
		}
		assert.Equal(t, data[float32](t, want), data[float32](t, u))
	case "jax_normal":
		got := data[float32](t, random.Normal(key, tensor.Float32, c.Attrs.Shape...))
		for i, w := range data[float32](t, want) {
			ulp := float64(math.Nextafter32(float32(math.Abs(float64(w))), math.MaxFloat32)) - math.Abs(float64(w))
			assert.LessOrEqual(t, math.Abs(float64(got[i])-float64(w)), 3*ulp, "2.24 from the real number, which the data round")
		}
	}
}

func (c *jaxCase) read(t *testing.T, dir, file, member string) *tensor.Tensor {
	f, err := npy.OpenZip(filepath.Join(dir, file))
	require.NoError(t, err)
	defer f.Close()
	x, err := f.Tensor(strings.TrimSuffix(member, ".npy"))
	require.NoError(t, err)
	return x
}
