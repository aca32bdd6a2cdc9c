package tensor

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
)

// walkCase is a case of the outside data for reductions, indexing, sorting, products and random bits.
type walkCase struct {
	Name, Kind, Op, Class string
	Attrs                 map[string]json.RawMessage
	Inputs                []walkArray
	Oracle, Bound, Alt    []outside.Array
	Terms, Steps          float64
	Tags                  []string
	Views                 []*outside.View
	Error                 map[string]*string
	z                     *outside.Archives
	tensors               []*Tensor
}

// walkArray is an array, or a rule by which it is made.
type walkArray struct {
	outside.Array
	Recipe         string
	Mul, Add, Bits uint32
	Log2scale      int
	Values         []json.RawMessage
}

func (c *walkCase) has(tag string) bool { return slices.Contains(c.Tags, tag) }

// get decodes an attribute; a number that is no number is NaN or infinite.
func get[T any](c *walkCase, name string) (v T) {
	raw := c.Attrs[name]
	if f, ok := any(&v).(*float64); ok {
		var text string
		if json.Unmarshal(raw, &text) == nil {
			*f, _ = strconv.ParseFloat(text, 64)
			return v
		}
		var yes bool
		if json.Unmarshal(raw, &yes) == nil && yes {
			*f = 1
			return v
		}
	}
	_ = json.Unmarshal(raw, &v)
	return v
}

// list is an attribute that is a number, a list or null.
func (c *walkCase) list(name string) []int {
	if raw := c.Attrs[name]; len(raw) > 0 && raw[0] != '[' && string(raw) != "null" {
		return []int{get[int](c, name)}
	}
	return get[[]int](c, name)
}

// load makes the case's tensors on a device.
func (c *walkCase) load(t *testing.T, d device.Device) {
	for i, a := range c.Inputs {
		elements, err := a.elements(c.z)
		require.NoError(t, err, c.Name)
		x := tensorOf(d, a.DType.DType, elements, a.Shape)
		if i < len(c.Views) && c.Views[i] != nil {
			x = x.AsStrided(c.Views[i].Shape, c.Views[i].Strides, c.Views[i].Offset)
		}
		require.NoError(t, x.Err(), c.Name)
		c.tensors = append(c.tensors, x)
	}
}

func tensorOf(d device.Device, dt DType, elements []op.Scalar, shape []int) *Tensor {
	raw := make([]byte, len(elements)*dt.Size())
	for i, s := range elements {
		dt.Store(raw[i*dt.Size():], s)
	}
	return FromBytesOn(d, dt, raw, len(elements)).Reshape(shape...)
}

func (a walkArray) elements(z *outside.Archives) ([]op.Scalar, error) {
	if a.Recipe == "" {
		return z.Elements(a.Array)
	}
	dt := a.DType.DType
	all := make([]op.Scalar, a.Len())
	for i := range all {
		switch a.Recipe {
		case "hash32":
			all[i] = a.hash(uint32(i)*a.Mul + a.Add)
		case "ramp":
			all[i] = dt.FromInt(int64(i))
		case "recip":
			all[i] = dt.FromFloat(1 / float64(i+1))
		case "cycle":
			var text string
			raw := a.Values[i%len(a.Values)]
			if json.Unmarshal(raw, &text) != nil {
				text = string(raw)
			}
			all[i] = outside.Element(dt, text)
		default:
			return nil, fmt.Errorf("no recipe %q", a.Recipe)
		}
	}
	return all, nil
}

func (a walkArray) hash(u uint32) op.Scalar {
	dt := a.DType.DType
	bits := a.Bits
	if bits == 0 {
		bits = uint32(8 * dt.Size())
	}
	switch dt.Kind() {
	case op.Boolean:
		return op.Scalar(u >> 31)
	case op.Unsigned:
		return dt.FromUint(uint64(u >> (32 - bits)))
	case op.Signed:
		return dt.FromInt(int64(u>>(32-bits)) - 1<<(bits-1))
	}
	x := (float64(u)*0x1p-31 - 1) * math.Ldexp(1, a.Log2scale)
	if dt == BFloat16 {
		x = float64(float32(x)) // the data's sums are of numbers that were rounded twice
	}
	return dt.FromFloat(x)
}

// judge compares what a walk gave with one of the expectations.
func (c *walkCase) judge(got []*Tensor, want []outside.Array) error {
	for k, a := range want {
		if k >= len(got) {
			return fmt.Errorf("%d outputs, want %d", len(got), len(want))
		}
		x := got[k]
		if err := x.Err(); err != nil {
			return err
		}
		if !slices.Equal(x.Shape(), a.Shape) || x.DType() != a.DType.DType {
			return fmt.Errorf("output %d is %v %v, want %v %v", k, x.DType(), x.Shape(), a.DType, a.Shape)
		}
		elements, err := c.z.Elements(a)
		if err != nil {
			return err
		}
		raw, err := x.Bytes()
		if err != nil {
			return err
		}
		var bounds []op.Scalar
		if k < len(c.Bound) {
			if bounds, err = c.z.Elements(c.Bound[k]); err != nil {
				return err
			}
		}
		for i, want := range elements {
			bound := -1.
			if bounds != nil && !exactRows[c.Op] {
				bound = c.limit(x.dtype, x.dtype.Float(want), op.Float64.Float(bounds[i]))
			}
			if s := x.dtype.Load(raw[i*x.dtype.Size():]); !c.right(x.dtype, s, want, bound) {
				return fmt.Errorf("output %d, element %d is %#x, want %#x (bound %g)", k, i, uint64(s), uint64(want), bound)
			}
		}
	}
	return nil
}

// exactRows must have the oracle's bits, although the data allow a bound.
var exactRows = map[string]bool{"sum": true, "cumsum": true, "mean": true}

// limit is the bound that the data allow for an element, from its number of terms and of roundings.
func (c *walkCase) limit(dt DType, want, bound float64) float64 {
	u := map[DType]float64{Float16: 0x1p-11, BFloat16: 0x1p-8, Float32: 0x1p-24, Float64: 0x1p-53}[dt]
	ua, tiny := 0x1p-24, map[DType]float64{Float16: 0x1p-24, BFloat16: 0x1p-133, Float32: 0x1p-149, Float64: 0x1p-1074}[dt]
	if dt == Float64 {
		ua = u
	}
	return (c.Terms*ua+c.Steps*u)*bound + u*math.Abs(want) + 2*tiny
}

func (c *walkCase) right(dt DType, got, want op.Scalar, limit float64) bool {
	if got == want {
		return true
	}
	if !dt.IsFloat() {
		return false
	}
	x, w := dt.Float(got), dt.Float(want)
	largest := map[DType]float64{Float16: 65504, BFloat16: 0x1.fep127, Float32: math.MaxFloat32, Float64: math.MaxFloat64}[dt]
	switch {
	case x != x && w != w:
		return true
	case c.has("intermediate-overflow") && (x != x || math.IsInf(x, 0)):
		return true
	case x == 0 && w == 0:
		return limit >= 0 || c.has("zero-sign-loose")
	case limit < 0 || x != x || w != w:
		return false
	case math.IsInf(x, 0):
		return math.Abs(w)+limit > largest && x*w > 0
	case math.IsInf(w, 0):
		return math.Abs(x)+limit > largest && x*w > 0
	}
	return math.Abs(x-w) <= limit
}

// walkData is the folder of the outside data; without it the test is skipped.
func walkData(t *testing.T) string {
	dir := os.Getenv(outside.Env)
	if dir == "" {
		t.Skipf("%s does not name the folder of the data", outside.Env)
	}
	return dir
}

// walkCases reads the cases of a suite.
func walkCases(t *testing.T, suite string) []walkCase {
	dir := filepath.Join(walkData(t), suite)
	cases, err := outside.Lines[walkCase](filepath.Join(dir, "manifest.jsonl"))
	require.NoError(t, err)
	z := outside.OpenArchives(dir)
	t.Cleanup(z.Close)
	for i := range cases {
		cases[i].z = z
	}
	return cases
}
