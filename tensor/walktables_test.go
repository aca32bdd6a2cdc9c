package tensor

import (
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
	want          []int
}

// read decodes the fields that are a number, a list or null.
func (s *walkShape) read(t *testing.T) {
	lists := map[*[]int]json.RawMessage{&s.axes: s.Dim, &s.indices: s.Index, &s.want: s.Result}
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
				walk := shapeWalks[s.Op]
				if walk == nil {
					counts["not run: views and copies, or maps"]++
					continue
				}
				s.read(t)
				counts[s.outcome(t, walk(s, Zeros(Float32, s.Shape...).To(walkDevice)))]++
			}
			t.Log(counts)
			assert.Positive(t, counts["right"])
		})
	}
}

func (s *walkShape) outcome(t *testing.T, y *Tensor) string {
	err := y.Err()
	if err == nil {
		err = Eval(context.Background(), y) // an index is looked at when it is computed
	}
	refuse, refused := len(s.Error) > 0, err != nil
	switch {
	case refuse && refused && strings.HasPrefix(s.Error["numpy"], "index "):
		assert.ErrorContains(t, err, s.Error["numpy"], s.Name)
		return "right: refused in NumPy's words"
	case refuse && refused:
		return "right: refused"
	case !refuse && !refused && slices.Equal(y.Shape(), s.want):
		return "right"
	case s.Op == "index_select" && refuse && slices.Min(s.indices) < 0:
		return "exception: negative indices count from the end, as in NumPy"
	case s.Op == "gather" && refused && slices.Contains(s.IndexShape, 0):
		return "exception: PyTorch does not look at the shape of indices without elements"
	}
	t.Errorf("%s: %s of %v, axes %s, index %s %v, k %d: shape %v, error %v; want %v, error %v",
		s.Name, s.Op, s.Shape, s.Dim, s.Index, s.IndexShape, s.K, y.Shape(), err, s.Result, s.Error)
	return "wrong"
}
