package tensor

import (
	"cmp"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
)

// walkShape is a row of a table of shapes: the result's, or why there is none.
type walkShape struct {
	Name, Op      string
	Shape         []int
	Dim, Index    json.RawMessage
	IndexShape    []int `json:"index_shape"`
	Result        json.RawMessage
	Keepdim       bool
	K             int
	Error         map[string]string
	axes, indices []int
	want          [][]int // of each result
	attrs         map[string]json.RawMessage
}

// UnmarshalJSON keeps all fields, for the operations of the suites.
func (s *walkShape) UnmarshalJSON(raw []byte) error {
	type fields walkShape
	if err := json.Unmarshal(raw, (*fields)(s)); err != nil {
		return err
	}
	return json.Unmarshal(raw, &s.attrs)
}

// read decodes the fields that are a number, a list or null.
func (s *walkShape) read(t *testing.T) {
	if len(s.Result) > 1 && s.Result[1] == '[' {
		require.NoError(t, json.Unmarshal(s.Result, &s.want), s.Name)
	} else if len(s.Result) > 0 {
		s.want = [][]int{nil}
		require.NoError(t, json.Unmarshal(s.Result, &s.want[0]), s.Name)
	}
	if shapeWalks[s.Op] == nil {
		return
	}
	lists := map[*[]int]json.RawMessage{&s.axes: s.Dim, &s.indices: s.Index}
	for list, raw := range lists {
		if len(raw) > 0 && raw[0] != '[' && string(raw) != "null" {
			raw = slices.Concat([]byte("["), raw, []byte("]"))
		}
		if len(raw) > 0 {
			require.NoError(t, json.Unmarshal(raw, list), s.Name)
		}
	}
}

func (s *walkShape) index() *Tensor {
	data := make([]int64, len(s.indices))
	for k, i := range s.indices {
		data[k] = int64(i)
	}
	return FromSliceOn(walkDevice, data, len(data))
}

// shapeWalks computes operations of the tables by walks.
var shapeWalks = map[string]func(s *walkShape, x *Tensor) *Tensor{
	"sum":    func(s *walkShape, x *Tensor) *Tensor { return s.reduce(x, "sum") },
	"mean":   func(s *walkShape, x *Tensor) *Tensor { return s.reduce(x, "mean") },
	"amax":   func(s *walkShape, x *Tensor) *Tensor { return s.reduce(x, "max") },
	"argmax": func(s *walkShape, x *Tensor) *Tensor { return s.reduce(x, "argmax") },
	"cumsum": func(s *walkShape, x *Tensor) *Tensor { return x.Cumsum(s.axes[0]) },
	"index_select": func(s *walkShape, x *Tensor) *Tensor {
		return x.Take(s.axes[0], s.index())
	},
	"take": func(s *walkShape, x *Tensor) *Tensor {
		return flat(x).Take(0, s.index())
	},
	"gather": func(s *walkShape, x *Tensor) *Tensor {
		return gather(x, s.axes[0], FromSliceOn(walkDevice, []int64{0}, 1).Reshape().BroadcastTo(s.IndexShape...))
	},
	"topk": func(s *walkShape, x *Tensor) *Tensor {
		values, indices := withAxis(x).Topk(s.axes[0], s.K)
		return likeOf(x, values, indices)[0]
	},
	"kthvalue": func(s *walkShape, x *Tensor) *Tensor {
		values, indices := withAxis(x).Kthvalue(s.axes[0], s.K)
		if s.Keepdim {
			values = values.Unsqueeze(s.axes[0])
		}
		return likeOf(x, values, indices)[0]
	},
}

func (s *walkShape) reduce(x *Tensor, name string) *Tensor {
	o := x.Along(s.axes...)
	if s.Keepdim {
		o = o.Keep()
	}
	return Reduce(name, o)
}

func TestWalksHaveTheShapesOfTheTables(t *testing.T) {
	for _, name := range []string{"reduce_shapes", "index_errors"} {
		t.Run(name, func(t *testing.T) {
			rows, err := outside.Lines[walkShape](filepath.Join(walkData(t), "tables", name+".jsonl"))
			require.NoError(t, err)
			counts := map[string]int{}
			for i := range rows {
				s := &rows[i]
				s.read(t)
				x := Zeros(Float32, s.Shape...).To(walkDevice)
				if walk := shapeWalks[s.Op]; walk != nil {
					counts[s.outcome(t, walk(s, x))]++
					continue
				}
				out, why := s.ofSuites(x)
				if why == "" {
					why = s.outcome(t, out...)
				}
				counts[why]++
			}
			t.Log(counts)
			assert.Positive(t, counts["right"])
		})
	}
}

// ofSuites computes an operation that the suites compute too, or says why it cannot.
func (s *walkShape) ofSuites(x *Tensor) ([]*Tensor, string) {
	c := &walkCase{FormCase: outside.FormCase{Attrs: s.attrs}}
	in := []*Tensor{x}
	if other := c.Attrs["other"]; other != nil {
		in = append(in, Zeros(Float32, get[[]int](c, "other")...).To(walkDevice))
	}
	switch s.Op {
	case "select":
		return one(x.Index(get[int](c, "dim"), get[int](c, "index")))
	case "narrow":
		return nil, "not run: no name: Slice takes what there is, as in NumPy"
	}
	return together(indexOps, joinOps, viewOps)[s.Op](c, in)
}

func (s *walkShape) outcome(t *testing.T, ys ...*Tensor) string {
	var err error
	var shapes [][]int
	for _, y := range ys {
		if err = cmp.Or(err, y.Err()); err == nil {
			err = Eval(context.Background(), y) // an index is looked at when it is computed
			shapes = append(shapes, y.Shape())
		}
	}
	refuse, refused := len(s.Error) > 0, err != nil
	switch {
	case refuse && refused && strings.HasPrefix(s.Error["numpy"], "index "):
		assert.ErrorContains(t, err, s.Error["numpy"], s.Name)
		return "right: refused in NumPy's words"
	case refuse && refused:
		return "right: refused"
	case !refuse && !refused && slices.EqualFunc(shapes, s.want, slices.Equal):
		return "right"
	case s.Op == "index_select" && refuse && slices.Min(s.indices) < 0:
		return "exception: negative indices count from the end, as in NumPy"
	case s.Op == "gather" && refused && slices.Contains(s.IndexShape, 0):
		return "exception: PyTorch does not look at the shape of indices without elements"
	case s.Op == "pad" && refuse && string(s.attrs["mode"]) != `"constant"`:
		return "exception: every mode pads any axis, by any number of elements, as NumPy's pad does"
	case s.Op == "diff" && refused && string(s.attrs["n"]) == "0":
		return "exception: a wrong axis is an error, also of no differences"
	case s.Op == "repeat" && refuse:
		return "exception: Tile takes fewer counts than axes, as NumPy's does"
	}
	t.Errorf("%s: %s of %v, axes %s, index %s %v, k %d: shape %v, error %v; want %v, error %v",
		s.Name, s.Op, s.Shape, s.Dim, s.Index, s.IndexShape, s.K, shapes, err, s.Result, s.Error)
	return "wrong"
}
