package tensor_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// anyBits returns elements of all kinds, also NaNs with payloads. For halves it returns every
// element.
func anyBits(dt tensor.DType) *tensor.Tensor {
	r := rand.New(rand.NewPCG(1, uint64(dt)))
	elements := []op.Scalar{dt.FromInt(0), dt.FromInt(1)}
	if dt != tensor.Bool {
		for _, v := range []float64{math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1), 1e-7, 1e21, 0.1, 1e6, math.MaxFloat64} {
			elements = append(elements, dt.FromFloat(v))
		}
		for range 2000 {
			elements = append(elements, op.Scalar(r.Uint64()>>(64-8*dt.Size())))
		}
	}
	if dt.IsFloat() && dt.Size() == 2 {
		for i := range op.Scalar(1 << 16) {
			elements = append(elements, i)
		}
	}
	return tensor.FromBytes(dt, pack(dt, elements))
}

// copies lists the encodings through which a tensor can be copied.
var copies = []struct {
	name string
	copy func(from, to *tensor.Tensor) error
}{
	{"json", func(from, to *tensor.Tensor) error {
		text, err := json.Marshal(from)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, to)
	}},
	{"gob", func(from, to *tensor.Tensor) error {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(from); err != nil {
			return err
		}
		return gob.NewDecoder(&b).Decode(to)
	}},
}

func TestJSONAndGobKeepEveryBit(t *testing.T) {
	devicetest.OneGoroutine(t)
	for _, c := range copies {
		for _, dt := range tensor.DefaultDevice().Info().DTypes.List() {
			t.Run(c.name+" "+dt.String(), func(t *testing.T) {
				from, to := anyBits(dt), new(tensor.Tensor)
				require.NoError(t, c.copy(from, to))
				assert.Equal(t, dt, to.DType())
				assert.Equal(t, from.Shape(), to.Shape())
				want, err := from.Bytes()
				require.NoError(t, err)
				got, err := to.Bytes()
				require.NoError(t, err)
				assert.True(t, bytes.Equal(want, got))
			})
		}
	}
}

func TestJSONAndGobKeepShapesOfViewsAndExpressions(t *testing.T) {
	x := iota32(6, 2, 3)
	for _, c := range copies {
		for _, from := range []*tensor.Tensor{x.T(), x.Add(1), x.Slice(1, 0, tensor.End, 2), tensor.Scalar(true), tensor.Zeros(tensor.Float64, 2, 0, 3), x.BroadcastTo(2, 2, 3)} {
			to := tensor.Full(7, 3) // what it was before is gone
			require.NoError(t, c.copy(from, to), c.name)
			assert.Equal(t, from.String(), to.String(), c.name)
			assert.False(t, to.ReadOnly())
			assert.NoError(t, to.Fill(1))
		}
	}
}

func TestATensorWithAnErrorIsNotEncoded(t *testing.T) {
	for _, c := range copies {
		to := tensor.Full(7, 3)
		for _, from := range []*tensor.Tensor{iota32(2).Add(iota32(3)), {}} {
			assert.ErrorContains(t, c.copy(from, to), "tensor: ", c.name)
		}
		assert.Equal(t, []int64{7, 7, 7}, data[int64](t, to))
		carries := tensor.FromError(errors.New("mine"))
		require.NoError(t, c.copy(iota32(2), carries), c.name)
		assert.Equal(t, []float32{0, 1}, data32(t, carries), "a decoded tensor carries no error")
	}
}

func TestJSONIsAnObjectWithFlatData(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		name, want string
		x          *tensor.Tensor
	}{
		{"floats", `{"dtype":"float32","shape":[2,2],"data":[1,2.5,-0,0.1]}`, tensor.FromSlice([]float32{1, 2.5, float32(math.Copysign(0, -1)), .1}, 2, 2)},
		{"what is no number", `{"dtype":"float32","shape":[5],"data":["NaN","-NaN","NaN(0x7f800001)","Infinity","-Infinity"]}`,
			tensor.FromSlice([]float32{nan, math.Float32frombits(0xffc00000), math.Float32frombits(0x7f800001), float32(math.Inf(1)), float32(math.Inf(-1))})},
		{"large and small", `{"dtype":"float64","shape":[2],"data":[1e+21,1e-07]}`, tensor.FromSlice([]float64{1e21, 1e-7})},
		{"integers", `{"dtype":"uint64","shape":[1],"data":[18446744073709551615]}`, tensor.FromSlice([]uint64{math.MaxUint64})},
		{"a bool", `{"dtype":"bool","shape":[],"data":[true]}`, tensor.Scalar(true)},
		{"no elements", `{"dtype":"int8","shape":[0,2],"data":[]}`, tensor.Zeros(tensor.Int8, 0, 2)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := json.Marshal(c.x)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
}

func TestJSONInAStruct(t *testing.T) {
	type model struct {
		Weights *tensor.Tensor
		Bias    *tensor.Tensor
	}
	text, err := json.Marshal(model{Weights: iota32(2)})
	require.NoError(t, err)
	assert.Equal(t, `{"Weights":{"dtype":"float32","shape":[2],"data":[0,1]},"Bias":null}`, string(text))
	var m model
	require.NoError(t, json.Unmarshal([]byte(`{"Weights": {"shape": [ 2 ], "data": [ 1.0 , -2e0 ], "dtype": "float32", "made by": "hand"}, "Bias": null}`), &m))
	assert.Equal(t, []float32{1, -2}, data32(t, m.Weights))
	assert.Nil(t, m.Bias)
	byValue, err := json.Marshal(&struct{ Bias tensor.Tensor }{})
	assert.ErrorContains(t, err, "a zero Tensor holds nothing", "%s", byValue)
	require.NoError(t, m.Weights.UnmarshalJSON([]byte("null")), "which json takes for nothing")
	assert.EqualError(t, m.Bias.UnmarshalJSON([]byte(`{"dtype":"int8","shape":[0],"data":[]}`)), "tensor: unmarshal json: nil tensor")
	assert.Equal(t, []float32{1, -2}, data32(t, m.Weights))
}

func TestJSONRoundsAHalfOnceFromTheText(t *testing.T) {
	for _, c := range []struct {
		name, dtype, text string
		want              float32
	}{
		{"between two float16", "float16", "1.00048828125", 1},
		{"a little above", "float16", "1.000488281250000000000000000001", 1 + 1./1024},
		{"a little below the even one", "float16", "1.00146484374999999999999999999999", 1 + 1./1024},
		{"with an exponent", "float16", "-100048828125000000000000000001E-29", -1 - 1./1024},
		{"a little below the overflow", "float16", "65519.99999999999999999999999999", 65504},
		{"a little above half of the smallest", "float16", "2.98023223876953125000000000000001e-8", 0x1p-24},
		{"half of the smallest", "float16", "2.98023223876953125e-8", 0},
		{"a bfloat16", "bfloat16", "1.00390625000000000000000000000001", 1 + 1./128},
	} {
		t.Run(c.name, func(t *testing.T) {
			var x tensor.Tensor
			require.NoError(t, json.Unmarshal([]byte(`{"dtype":"`+c.dtype+`","shape":[1],"data":[`+c.text+`]}`), &x))
			got, err := x.Float32s()
			require.NoError(t, err)
			assert.Equal(t, []float32{c.want}, got)
		})
	}
}

func TestJSONThatIsNoTensorIsRefused(t *testing.T) {
	const example = `; it takes {"dtype":"int8","shape":[2],"data":[1,2]}`
	for _, c := range []struct{ name, text, want string }{
		{"no object", `[1]`, "json: cannot unmarshal array into Go value of type tensor.Tensor" + example},
		{"a dtype that is no text", `{"dtype":3}`, "json: cannot unmarshal number into Go struct field Tensor.dtype of type string" + example},
		{"a fraction in the shape", `{"dtype":"int8","shape":[1.5]}`,
			"json: cannot unmarshal number 1.5 into Go struct field Tensor.shape of type int" + example},
		{"no dtype", `{"shape":[1],"data":[1]}`, `unknown dtype ""`},
		{"no shape", `{"dtype":"int8","data":[1]}`, `there is no "shape"; it is [] for a 0-d tensor`},
		{"no data", `{"dtype":"int8","shape":[1]}`, `"data" is not an array`},
		{"another shape", `{"dtype":"int8","shape":[3],"data":[1]}`, "shape [3] of int8 holds 3 elements of 1 bytes, the data has 1 bytes"},
		{"a huge shape", `{"dtype":"int8","shape":[1073741824,4],"data":[1]}`, "shape [1073741824 4]"},
		{"a negative size", `{"dtype":"int8","shape":[-1],"data":[]}`, "size -1 of axis 0 is negative in shape [-1]"},
		{"nested data", `{"dtype":"int8","shape":[1,1],"data":[[1]]}`, `element 0 of "data" is [1], which is not a whole number of int8`},
		{"a comma in a string", `{"dtype":"bool","shape":[2],"data":["true,false"]}`, `element 0 of "data" is "true, which is not true or false`},
		{"a number that does not fit", `{"dtype":"uint8","shape":[2],"data":[1,300]}`, `element 1 of "data" is 300, which is not a whole number of uint8`},
		{"a negative number", `{"dtype":"uint64","shape":[1],"data":[-1]}`, `element 0 of "data" is -1, which is not a whole number of uint64`},
		{"a fraction", `{"dtype":"int32","shape":[1],"data":[1.5]}`, `element 0 of "data" is 1.5, which is not a whole number of int32`},
		{"a number beyond float16", `{"dtype":"float16","shape":[1],"data":[65520]}`, `element 0 of "data" is 65520, which is not a number of float16, "NaN", "Infinity" or "-Infinity"`},
		{"a number beyond float64", `{"dtype":"float64","shape":[1],"data":[1e999]}`, `element 0 of "data" is 1e999`},
		{"a NaN that is none", `{"dtype":"float32","shape":[1],"data":["NaN(0x7f800000)"]}`, `element 0 of "data" is "NaN(0x7f800000)"`},
		{"a number as a string", `{"dtype":"float32","shape":[1],"data":["1"]}`, `element 0 of "data" is "1"`},
		{"a number for a bool", `{"dtype":"bool","shape":[1],"data":[1]}`, `element 0 of "data" is 1, which is not true or false`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var x tensor.Tensor
			err := json.Unmarshal([]byte(c.text), &x)
			assert.ErrorContains(t, err, c.want)
			assert.ErrorContains(t, err, "tensor: unmarshal json: ")
		})
	}
}

func TestGobOfOtherBytesIsRefused(t *testing.T) {
	good, err := iota32(6, 2, 3).GobEncode()
	require.NoError(t, err)
	for n := range len(good) {
		assert.Error(t, new(tensor.Tensor).GobDecode(good[:n]), "its first %d bytes", n)
	}
	assert.Error(t, new(tensor.Tensor).GobDecode(append(good, 0)), "a byte more")
	assert.EqualError(t, (*tensor.Tensor)(nil).GobDecode(good), "tensor: gob decode: nil tensor")
	assert.Error(t, new(tensor.Tensor).GobDecode([]byte("\x01\x04int8\xff\xff\xff\xff\x0f")), "many axes")
	assert.Error(t, new(tensor.Tensor).GobDecode([]byte("\x01\x04int8\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")), "a size beyond int")
	assert.Error(t, new(tensor.Tensor).GobDecode([]byte("\x01\x04bool\x00\x02")), "a bool of 2")
	for length := range 256 {
		assert.Error(t, new(tensor.Tensor).GobDecode(append([]byte{1, byte(length)}, make([]byte, 300)...)), "a dtype of %d letters", length)
	}
}

func FuzzWhatDecodesEncodesToTheSame(f *testing.F) {
	f.Add([]byte(`{"dtype":"float32","shape":[2,1],"data":[1,"-NaN"]}`))
	f.Add([]byte("\x01\x04int8\x02\x01\x02ab"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var x, y tensor.Tensor
		if x.UnmarshalJSON(data) == nil && string(data) != "null" {
			text, err := x.MarshalJSON()
			require.NoError(t, err)
			require.NoError(t, y.UnmarshalJSON(text))
			again, err := y.MarshalJSON()
			require.NoError(t, err)
			require.Equal(t, string(text), string(again))
		}
		if x.GobDecode(data) == nil {
			again, err := x.GobEncode()
			require.NoError(t, err)
			require.NoError(t, y.GobDecode(again))
			require.Equal(t, x.String(), y.String())
		}
	})
}
