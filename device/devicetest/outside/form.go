package outside

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/wgtensor/wgtensor/device/op"
)

// FormCase is a case of the data for what is no map by itself: reductions, products, convolutions,
// indexing, sorting and random bits.
type FormCase struct {
	Name, Kind, Op, Class string
	Attrs                 map[string]json.RawMessage
	Inputs                []Source
	Oracle, Bound, Alt    []Array
	Terms, Steps          float64
	Tags                  []string
	Views                 []*View
	Error                 map[string]*string
	arrays                *Archives
}

// Source is an array, or a rule by which it is made.
type Source struct {
	Array
	Recipe         string
	Mul, Add, Bits uint32
	Log2scale      int
	Values         []json.RawMessage
}

// FormCases reads the cases of a suite. The caller closes the archives.
func FormCases(dir, suite string) ([]FormCase, *Archives, error) {
	dir = filepath.Join(dir, suite)
	cases, err := Lines[FormCase](filepath.Join(dir, "manifest.jsonl"))
	z := OpenArchives(dir)
	for i := range cases {
		cases[i].arrays = z
	}
	return cases, z, err
}

// Has reports whether the case has a tag.
func (c *FormCase) Has(tag string) bool { return slices.Contains(c.Tags, tag) }

// Attr decodes an attribute. A float64 may be NaN, infinite, or a bool.
func Attr[T any](c *FormCase, name string) (v T) {
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

// List is an attribute that is a number, a list or null.
func (c *FormCase) List(name string) []int {
	if raw := c.Attrs[name]; len(raw) > 0 && raw[0] != '[' && string(raw) != "null" {
		return []int{Attr[int](c, name)}
	}
	return Attr[[]int](c, name)
}

// Given returns the elements of an input, which View then shows a part of.
func (c *FormCase) Given(i int) ([]op.Scalar, error) {
	a := c.Inputs[i]
	if a.Recipe == "" {
		return c.arrays.Elements(a.Array)
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
			all[i] = Element(dt, text)
		default:
			return nil, fmt.Errorf("no recipe %q", a.Recipe)
		}
	}
	return all, nil
}

// View is how an input is read, or nil if it is read as it is.
func (c *FormCase) View(i int) *View {
	if i < len(c.Views) {
		return c.Views[i]
	}
	return nil
}

func (a *Source) hash(u uint32) op.Scalar {
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
	if dt == op.BFloat16 {
		x = float64(float32(x)) // the data's sums are of numbers that were rounded twice
	}
	return dt.FromFloat(x)
}

// Judge compares output k, of a dtype and a shape, with one of the expectations.
func (c *FormCase) Judge(k int, dt op.DType, shape []int, got []op.Scalar, want Array) error {
	if !slices.Equal(shape, want.Shape) || dt != want.DType.DType {
		return fmt.Errorf("output %d is %v %v, want %v %v", k, dt, shape, want.DType, want.Shape)
	}
	elements, err := c.arrays.Elements(want)
	if err != nil {
		return err
	}
	var bounds []op.Scalar
	if k < len(c.Bound) && !exactRows[c.Op] {
		if bounds, err = c.arrays.Elements(c.Bound[k]); err != nil {
			return err
		}
	}
	for i, want := range elements {
		bound := -1.
		if bounds != nil {
			bound = c.limit(dt, dt.Float(want), op.Float64.Float(bounds[i]))
		}
		if !c.right(dt, got[i], want, bound) {
			return fmt.Errorf("output %d, element %d is %#x, want %#x (bound %g)", k, i, uint64(got[i]), uint64(want), bound)
		}
	}
	return nil
}

// exactRows must have the oracle's bits, although the data allow a bound.
var exactRows = map[string]bool{"sum": true, "cumsum": true, "mean": true}

// limit is the bound that the data allow for an element, from its number of terms and of roundings.
func (c *FormCase) limit(dt op.DType, want, bound float64) float64 {
	u := map[op.DType]float64{op.Float16: 0x1p-11, op.BFloat16: 0x1p-8, op.Float32: 0x1p-24, op.Float64: 0x1p-53}[dt]
	ua, tiny := 0x1p-24, map[op.DType]float64{op.Float16: 0x1p-24, op.BFloat16: 0x1p-133, op.Float32: 0x1p-149, op.Float64: 0x1p-1074}[dt]
	if dt == op.Float64 {
		ua = u
	}
	return (c.Terms*ua+c.Steps*u)*bound + u*math.Abs(want) + 2*tiny
}

func (c *FormCase) right(dt op.DType, got, want op.Scalar, limit float64) bool {
	if got == want {
		return true
	}
	if !dt.IsFloat() {
		return false
	}
	x, w := dt.Float(got), dt.Float(want)
	largest := map[op.DType]float64{op.Float16: 65504, op.BFloat16: 0x1.fep127, op.Float32: math.MaxFloat32, op.Float64: math.MaxFloat64}[dt]
	switch {
	case x != x && w != w:
		return true
	case c.Has("intermediate-overflow") && (x != x || math.IsInf(x, 0)):
		return true
	case x == 0 && w == 0:
		return limit >= 0 || c.Has("zero-sign-loose")
	case limit < 0 || x != x || w != w:
		return false
	case math.IsInf(x, 0):
		return math.Abs(w)+limit > largest && x*w > 0
	case math.IsInf(w, 0):
		return math.Abs(x)+limit > largest && x*w > 0
	}
	return math.Abs(x-w) <= limit
}
