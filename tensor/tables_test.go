package tensor_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

type words struct{ Torch, NumPy, TorchOp string }

func TestBroadcastingIsPyTorchs(t *testing.T) {
	type row struct {
		Name    string
		Shapes  [][]int
		Result  *[]int
		Strides [][]int
		Error   struct {
			Torch string `json:"torch_op"`
		}
	}
	conform(t, func(t *testing.T, d device.Device, data folder) {
		rows := lines[row](t, data.path("tables", "shapes.jsonl"))
		for _, r := range rows {
			var operands []any
			var tensors []*tensor.Tensor
			for _, shape := range r.Shapes {
				x := tensor.Ones(tensor.Float32, shape...)
				tensors, operands = append(tensors, x), append(operands, x)
			}
			if len(operands) == 3 {
				operands[0] = tensors[0].Gt(0)
			}
			out := tensor.Apply(map[int]string{2: "add", 3: "where"}[len(operands)], operands...)
			views, err := tensor.BroadcastTensors(tensors...)
			shape, shapeErr := tensor.BroadcastShapes(r.Shapes...)
			if r.Result == nil {
				for _, err := range []error{out.Err(), err, shapeErr} {
					var mismatch *broadcast.Error
					assert.ErrorAs(t, err, &mismatch, r.Name)
					assert.ErrorContains(t, err, r.Error.Torch, r.Name)
				}
				continue
			}
			require.NoError(t, out.Err(), r.Name)
			require.NoError(t, err, r.Name)
			require.NoError(t, shapeErr, r.Name)
			assert.Equal(t, *r.Result, shape, r.Name)
			assert.Equal(t, *r.Result, out.Shape(), r.Name)
			for i, v := range views {
				assert.Equal(t, *r.Result, v.Shape(), r.Name)
				assert.Equal(t, r.Strides[i], v.Strides(), r.Name)
				assert.True(t, v.ReadOnly(), r.Name)
			}
		}
		t.Logf("%d cases", len(rows))
	})
}

func TestExpandIsPyTorchs(t *testing.T) {
	type row struct {
		Name                  string
		Shape, Strides, Sizes []int
		Result                *struct {
			Shape, Strides []int
			Contiguous     bool
		}
		Error words
	}
	// PyTorch 1.13.1 makes tensors of negative size here; no tensor has one.
	exceptions := []string{"expand.00115", "expand.00485", "expand.00630"}
	conform(t, func(t *testing.T, d device.Device, data folder) {
		rows := lines[row](t, data.path("tables", "expand.jsonl"))
		for _, r := range rows {
			storage := 1
			for i, n := range r.Shape {
				storage += max(n-1, 0) * max(r.Strides[i], 0)
			}
			x := tensor.Zeros(tensor.Float32, storage).AsStrided(r.Shape, r.Strides, 0)
			require.NoError(t, x.Err(), r.Name)
			y := x.Expand(r.Sizes...)
			if r.Result == nil || slices.Contains(exceptions, r.Name) {
				_, want, found := strings.Cut(r.Error.Torch, "): the number")
				if want = "the number" + want; !found {
					want = r.Error.Torch
				}
				var refused *broadcast.ExpandError
				assert.ErrorAs(t, y.Err(), &refused, r.Name)
				assert.ErrorContains(t, y.Err(), want, r.Name)
				continue
			}
			require.NoError(t, y.Err(), r.Name)
			assert.Equal(t, r.Result.Shape, y.Shape(), r.Name)
			assert.Equal(t, r.Result.Strides, y.Strides(), r.Name)
			assert.Equal(t, r.Result.Contiguous, y.IsContiguous(), r.Name)
		}
		t.Logf("%d cases, of them %d exceptions", len(rows), len(exceptions))
	})
}

func TestInPlaceShapesAndTypesArePyTorchs(t *testing.T) {
	type row struct {
		Name, Kind, Op string
		Self, Other    []int
		Result         *[]int
		SelfDType      dtype  `json:"self_dtype"`
		OtherDType     dtype  `json:"other_dtype"`
		ResultDType    *dtype `json:"result_dtype"`
		Error          words
	}
	eachFolder(t, func(t *testing.T, data folder) {
		shapes, types := 0, 0
		dryRun(t)
		for _, r := range lines[row](t, data.path("tables", "inplace.jsonl")) {
			if r.Kind == "inplace" {
				shapes++
				x := tensor.Zeros(tensor.Float32, r.Self...)
				err := x.AddInPlace(tensor.Ones(tensor.Float32, r.Other...))
				assert.Equal(t, r.Self, x.Shape(), r.Name)
				if r.Result == nil {
					assert.ErrorContains(t, err, r.Error.Torch, r.Name)
				} else {
					assert.NoError(t, err, r.Name)
				}
				continue
			}
			types++
			x := tensor.Ones(r.SelfDType.DType, 3)
			f := inPlaceByName[method(strings.TrimSuffix(r.Op, "_"))]
			err := f(x, []any{tensor.Ones(r.OtherDType.DType, 3)})
			if r.ResultDType == nil {
				var refused *op.TypeError
				assert.ErrorAs(t, err, &refused, r.Name)
			} else {
				assert.NoError(t, err, r.Name)
			}
			assert.Equal(t, r.SelfDType.DType, x.DType(), r.Name)
		}
		t.Logf("%d shapes, %d types", shapes, types)
	})
}

func TestWritesThroughViewsOfOneStorageAreNumPys(t *testing.T) {
	type view struct {
		Shape, Strides []int
		Offset         int
	}
	type row struct {
		Name, Op, Note string
		Self           view
		Other          *view
		After          []float32 `json:"storage_after"`
		NumPyAfter     []float32 `json:"numpy_storage_after"`
		Error          words
	}
	conform(t, func(t *testing.T, d device.Device, data folder) {
		rows := lines[row](t, data.path("tables", "alias.jsonl"))
		refused := 0
		for _, r := range rows {
			storage := iota32(24)
			self := storage.AsStrided(r.Self.Shape, r.Self.Strides, r.Self.Offset)
			require.NoError(t, self.Err(), r.Name)
			var other any = 10
			if r.Other != nil {
				other = storage.AsStrided(r.Other.Shape, r.Other.Strides, r.Other.Offset)
			}
			err := map[string]func(any) error{"add_": self.AddInPlace, "mul_": self.MulInPlace, "copy_": self.Assign}[r.Op](other)
			if r.NumPyAfter == nil { // the written-to tensor itself overlaps; PyTorch does not always see it
				refused++
				assert.ErrorContains(t, err, "more than one element of the written-to tensor refers to a single memory location", r.Name)
				assert.True(t, self.ReadOnly(), r.Name)
				assert.Equal(t, data32(t, iota32(24)), data32(t, storage), "%s: a refused write changes nothing", r.Name)
				continue
			}
			require.NoError(t, err, r.Name)
			assert.Equal(t, r.NumPyAfter, data32(t, storage), "%s: %s", r.Name, r.Note)
			if r.After != nil && r.Error.Torch == "" {
				assert.Equal(t, r.After, r.NumPyAfter, "%s: PyTorch agrees", r.Name)
			}
		}
		t.Logf("%d cases, of them %d refused", len(rows), refused)
	})
}

func data32(t *testing.T, x *tensor.Tensor) []float32 { return data[float32](t, x) }
