//go:build amd64 || arm64

package tensor_test

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// TestErrorTexts holds every error text that a mistake of a caller meets: -update writes
// testdata/errors.txt, for people to read.
func TestErrorTexts(t *testing.T) {
	on(t, cpu.New(cpu.Threads(1)))
	var b strings.Builder
	for _, m := range mistakes() {
		require.Error(t, m.err, m.code)
		b.WriteString(m.code + "\n    " + strings.ReplaceAll(m.err.Error(), "\n", "\n    ") + "\n")
	}
	const file = "testdata/errors.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "run with -update if this is meant")
}

type mistake struct {
	code string
	err  error
}

func mistakes() []mistake {
	x := iota32(6, 2, 3)
	i := tensor.FromSlice([]int32{1, 2, 3})
	b := tensor.FromSlice([]bool{true, false})
	wide := x.BroadcastTo(4, 2, 3)
	gone := iota32(1)
	gone.Release()
	here := tensor.Zeros(tensor.Float32, 3)
	there := here.To(cpu.New(cpu.Threads(2)))
	single := newRecorder()
	single.info.Name, single.info.Kind, single.info.DTypes = "a GPU", device.GPU, op.SetOf(tensor.Bool, tensor.Int32, tensor.Float32)
	_, data := tensor.Data[int32](x)
	_, half := tensor.Data[uint16](tensor.Zeros(tensor.Float16, 1))
	_, nested := tensor.ToNested[[]float64](tensor.Zeros(tensor.BFloat16, 1))
	_, item := tensor.Item[float32](x)
	_, itemType := tensor.Item[float64](x.Index(0, 0).Index(0, 0))
	_, float32s := i.Float32s()
	few := newRecorder()
	few.info.Name, few.info.DTypes = "few", op.SetOf(tensor.Float32)
	_, promote := tensor.PromoteTypes(tensor.Uint64, tensor.Int64)
	_, result := tensor.ResultType(x, "7")
	_, nothing := tensor.ResultType()
	_, parse := tensor.ParseDType("float")
	_, shapes := tensor.BroadcastShapes([]int{2, 3}, []int{4})
	_, tensors := tensor.BroadcastTensors(x, i.Reshape(3, 1))
	maps := newRecorder()
	maps.info.Name, maps.info.Forms = "a GPU", 0
	_, float64Err := x.Float64()
	_, int64Err := x.Int64()
	return []mistake{
		{`x.Add(zeros(2))`, x.Add(tensor.Zeros(tensor.Float32, 2)).Err()},
		{`Where(x > 1, zeros(3), zeros(2, 4))`, tensor.Where(x.Gt(1), here, tensor.Zeros(tensor.Float32, 2, 4)).Err()},
		{`zeros(3).Add(zeros(3) on another device)`, here.Add(there).Err()},
		{`i.ScatterAdd(0, i, i on another device)`, i.ScatterAdd(0, i, i.To(there.Device())).Err()},
		{`i.SetAt(i on another device, i)`, i.SetAt(i.To(there.Device()), i)},
		{`x.Add("1")`, x.Add("1").Err()},
		{`x.Add(nil)`, x.Add(nil).Err()},
		{`x.Add((*Tensor)(nil))`, x.Add((*tensor.Tensor)(nil)).Err()},
		{`x.Add(1i)`, x.Add(1i).Err()},
		{`x.Clamp(nil, "a")`, x.Clamp(nil, "a").Err()},
		{`x.Clamp("a", 1)`, x.Clamp("a", 1).Err()},
		{`x.Lerp(x, nil)`, x.Lerp(x, nil).Err()},
		{`i.Clamp(nil, 1 << 40)`, i.Clamp(nil, 1<<40).Err()},
		{`Where(x > 1, x, released)`, tensor.Where(x.Gt(1), x, gone).Err()},
		{`Apply("where", x > 1)`, tensor.Apply("where", x.Gt(1)).Err()},
		{`Apply("add")`, tensor.Apply("add").Err()},
		{`Apply("add", x)`, tensor.Apply("add", x).Err()},
		{`Apply("add", x, x, 2, 3)`, tensor.Apply("add", x, x, 2, 3).Err()},
		{`Apply("sub", x, b[0], 2)`, tensor.Apply("sub", x, b.Index(0, 0), 2).Err()},
		{`Apply("exp", x, x)`, tensor.Apply("exp", x, x).Err()},
		{`x.Hardtanh(1, 2, 3)`, x.Hardtanh(1, 2, 3).Err()},
		{`x.Hardtanh("1")`, x.Hardtanh("1").Err()},
		{`x.Celu(0)`, x.Celu(0).Err()},
		{`x.Round(0.5)`, x.Round(0.5).Err()},
		{`i.Round(2)`, i.Round(2).Err()},
		{`x.Isclose(x, -1)`, x.Isclose(x, -1).Err()},
		{`x.SoftshrinkInPlace(NaN)`, x.SoftshrinkInPlace(math.NaN())},
		{`i.Frac()`, i.Frac().Err()},
		{`x.Lcm(2)`, x.Lcm(2).Err()},
		{`i.Nextafter(i)`, i.Nextafter(i).Err()},
		{`b.Hardtanh()`, b.Hardtanh().Err()},
		{`b.Relu6()`, b.Relu6().Err()},
		{`i.HardswishInPlace()`, i.HardswishInPlace()},
		{`on a device without float64, i.FloatPower(2)`, i.To(single).FloatPower(2).Err()},
		{`Apply("sqaure", x)`, tensor.Apply("sqaure", x).Err()},
		{`x.Celu(false)`, x.Celu(false).Err()},
		{`Zeros(Float32, 3).Addcmul(2, x, Zeros(Float32, 2))`, here.Addcmul(2, x, iota32(2)).Err()},
		{`Apply("frobnicate", x)`, tensor.Apply("frobnicate", x).Err()},
		{`Apply("ad", x)`, tensor.Apply("ad", x).Err()},
		{`ApplyInPlace("leaky_rellu", x)`, tensor.ApplyInPlace("leaky_rellu", x)},
		{`Apply("cast", x)`, tensor.Apply("cast", x).Err()},
		{`x.BitwiseAnd(x)`, x.BitwiseAnd(x).Err()},
		{`b.Sub(b)`, b.Sub(b).Err()},
		{`b.Neg()`, b.Neg().Err()},
		{`Where(i, 1, 2)`, tensor.Where(i, 1, 2).Err()},
		{`i.Pow(-1)`, i.Pow(-1).Err()},
		{`i.Add(1 << 40)`, i.Add(1 << 40).Err()},
		{`i.Add(uint64(1 << 63))`, i.Add(uint64(1 << 63)).Err()},
		{`x.To(few).AsType(Float16)`, x.To(few).AsType(tensor.Float16).Err()},
		{`x.AsType(0)`, x.AsType(0).Err()},
		{`Zeros(Float16, 2).To(few)`, tensor.Zeros(tensor.Float16, 2).To(few).Err()},
		{`FromFloat32s(Int8, …)`, tensor.FromFloat32s(tensor.Int8, []float32{1}).Err()},
		{`FromFloat32s(Float16, three numbers, 2)`, tensor.FromFloat32s(tensor.Float16, make([]float32, 3), 2).Err()},
		{`FromBytes(Float16, three bytes)`, tensor.FromBytes(tensor.Float16, make([]byte, 3)).Err()},
		{`i.Float32s()`, float32s},
		{`x.To(nil)`, x.To(nil).Err()},
		{`x.AddInPlace(zeros(4, 2, 3))`, x.AddInPlace(tensor.Zeros(tensor.Float32, 4, 2, 3))},
		{`i.AddInPlace(0.5)`, i.AddInPlace(0.5)},
		{`i.DivInPlace(2)`, i.DivInPlace(2)},
		{`wide.AddInPlace(1)`, wide.AddInPlace(1)},
		{`wide.Fill(1)`, wide.Fill(1)},
		{`x.Fill(x)`, x.Fill(x)},
		{`i.Fill(1 << 40)`, i.Fill(1 << 40)},
		{`x.Assign(zeros(3, 1))`, x.Assign(here.Reshape(3, 1))},
		{`x.Assign("a")`, x.Assign("a")},
		{`x.Assign([][]float32)`, x.Assign([][]float32{{1}})},
		{`here.Assign(there)`, here.Assign(there)},
		{`Data[int32](x)`, data},
		{`Data[uint16](Zeros(Float16, 1))`, half},
		{`ToNested[[]float64](Zeros(BFloat16, 1))`, nested},
		{`Item[float32](x)`, item},
		{`Item[float64](x[0, 0])`, itemType},
		{`x released, x.Exp()`, gone.Exp().Err()},
		{`new(Tensor)`, new(tensor.Tensor).Err()},
		{`new(Tensor).Exp()`, new(tensor.Tensor).Exp().Err()},
		{`FromSlice(3 numbers, 2, 2)`, tensor.FromSlice([]int32{1, 2, 3}, 2, 2).Err()},
		{`FromSlice(1 number, -1)`, tensor.FromSlice([]int32{1}, -1).Err()},
		{`FromBytes(Float32, 6 bytes)`, tensor.FromBytes(tensor.Float32, make([]byte, 6)).Err()},
		{`FromBytes(Float32, 8 bytes, 3)`, tensor.FromBytes(tensor.Float32, make([]byte, 8), 3).Err()},
		{`FromBytes(Bool, {0, 2})`, tensor.FromBytes(tensor.Bool, []byte{0, 2}).Err()},
		{`FromBytes(0, nil)`, tensor.FromBytes(0, nil).Err()},
		{`Zeros(Float32, 1 << 40, 1 << 40)`, tensor.Zeros(tensor.Float32, 1<<40, 1<<40).Err()},
		{`Zeros(Float32, 1 << 62)`, tensor.Zeros(tensor.Float32, 1<<62).Err()},
		{`Arange(0, 1, 0)`, tensor.Arange[float32](0, 1, 0).Err()},
		{`Arange(0, NaN, 1)`, tensor.Arange(0, math.NaN(), 1).Err()},
		{`Arange(0, 1, NaN)`, tensor.Arange(0, 1, math.NaN()).Err()},
		{`Arange(Inf, Inf, 1)`, tensor.Arange(math.Inf(1), math.Inf(1), 1).Err()},
		{`Arange(0, Inf, 1)`, tensor.Arange(0, math.Inf(1), 1).Err()},
		{`Arange(0, 1e12, 1)`, tensor.Arange[float64](0, 1e12, 1).Err()},
		{`Arange(false, true, true)`, tensor.Arange(false, true, true).Err()},
		{`Linspace(0, 1, -1)`, tensor.Linspace[float32](0, 1, -1).Err()},
		{`x.BroadcastTo(2, 4)`, x.BroadcastTo(2, 4).Err()},
		{`x.BroadcastTo(3)`, x.BroadcastTo(3).Err()},
		{`x.BroadcastTo(1 << 62, 2, 3)`, x.BroadcastTo(1<<62, 2, 3).Err()},
		{`x.BroadcastTo(1 << 59, 2, 3)`, x.BroadcastTo(1<<59, 2, 3).Err()},
		{`x.Expand(-1, 4)`, x.Expand(-1, 4).Err()},
		{`x.Reshape(4)`, x.Reshape(4).Err()},
		{`x.Reshape(-1, -1)`, x.Reshape(-1, -1).Err()},
		{`x.Permute(0)`, x.Permute(0).Err()},
		{`x.Permute(0, 0)`, x.Permute(0, 0).Err()},
		{`x.Transpose(0, 2)`, x.Transpose(0, 2).Err()},
		{`x.Squeeze(5)`, x.Squeeze(5).Err()},
		{`x.Unsqueeze(-4)`, x.Unsqueeze(-4).Err()},
		{`x.Slice(0, 0, 1, 0)`, x.Slice(0, 0, 1, 0).Err()},
		{`x.At(Ellipsis, S(0, End, 0))`, x.At(tensor.Ellipsis, tensor.S(0, tensor.End, 0)).Err()},
		{`x.Slice(2, 0, 1, 1)`, x.Slice(2, 0, 1, 1).Err()},
		{`x.Index(1, 3)`, x.Index(1, 3).Err()},
		{`x.Flip(0, 0)`, x.Flip(0, 0).Err()},
		{`x.AsStrided({2}, {6}, 1)`, x.AsStrided([]int{2}, []int{6}, 1).Err()},
		{`x.AsStrided({2}, {1, 1}, 0)`, x.AsStrided([]int{2}, []int{1, 1}, 0).Err()},
		{`BroadcastShapes({2, 3}, {4})`, shapes},
		{`BroadcastTensors(x, 3 by 1)`, tensors},
		{`PromoteTypes(Uint64, Int64)`, promote},
		{`ResultType(x, "7")`, result},
		{`ResultType()`, nothing},
		{`ParseDType("float")`, parse},
		{`x.Sum(2)`, x.Sum(2).Err()},
		{`x.Mean(0, -2)`, x.Mean(0, -2).Err()},
		{`0-d.Sum(1)`, x.Sum().Sum(1).Err()},
		{`zeros(0, 3).Max(0)`, tensor.Zeros(tensor.Float32, 0, 3).Max(0).Err()},
		{`zeros(0).Argmin()`, tensor.Zeros(tensor.Float32, 0).Argmin().Err()},
		{`x.Along(0).Correction(1).Sum()`, x.Along(0).Correction(1).Sum().Err()},
		{`x.Along(0).DType(Int64).Max()`, x.Along(0).DType(tensor.Int64).Max().Err()},
		{`i.Along().DType(Int32).Mean()`, i.Along().DType(tensor.Int32).Mean().Err()},
		{`x.Along(0).DType(77).Sum()`, x.Along(0).DType(77).Sum().Err()},
		{`x.Along(0).NoAxes().Sum()`, x.Along(0).NoAxes().Sum().Err()},
		{`Over{}.Sum()`, tensor.Over{}.Sum().Err()},
		{`Reduce("maks", x.Along())`, tensor.Reduce("maks", x.Along()).Err()},
		{`Apply("sum", x)`, tensor.Apply("sum", x).Err()},
		{`x.Softmax(2)`, x.Softmax(2).Err()},
		{`x.Cumsum(-3)`, x.Cumsum(-3).Err()},
		{`x.Matmul(x)`, x.Matmul(x).Err()},
		{`x.Matmul(0-d)`, x.Matmul(x.Sum()).Err()},
		{`zeros(2, 2, 3).Matmul(zeros(3, 3, 1))`, tensor.Zeros(tensor.Float32, 2, 2, 3).Matmul(tensor.Zeros(tensor.Float32, 3, 3, 1)).Err()},
		{`x.Vecdot(1, zeros(1))`, x.Vecdot(1, tensor.Zeros(tensor.Float32, 1)).Err()},
		{`x.Dot(x)`, x.Dot(x).Err()},
		{`zeros(3).Dot(zeros(4))`, tensor.Zeros(tensor.Float32, 3).Dot(tensor.Zeros(tensor.Float32, 4)).Err()},
		{`x.Inner(x.T())`, x.Inner(x.T()).Err()},
		{`x.Outer(x)`, x.Outer(x).Err()},
		{`x.Tensordot(x, {0}, {0, 1})`, x.Tensordot(x, []int{0}, []int{0, 1}).Err()},
		{`x.Tensordot(x, {1}, {0})`, x.Tensordot(x, []int{1}, []int{0}).Err()},
		{`x.Tensordot(x, {1}, {2})`, x.Tensordot(x, []int{1}, []int{2}).Err()},
		{`Einsum("ij,jk", x, x)`, tensor.Einsum("ij,jk", x, x).Err()},
		{`Einsum("...i,...j", x, x.T())`, tensor.Einsum("...i,...j", x, x.T()).Err()},
		{`Einsum("ijk", x)`, tensor.Einsum("ijk", x).Err()},
		{`Einsum("...ijk", x)`, tensor.Einsum("...ijk", x).Err()},
		{`Einsum("ii", x)`, tensor.Einsum("ii", x).Err()},
		{`Einsum("ij->ii", x)`, tensor.Einsum("ij->ii", x).Err()},
		{`Einsum("ij->k", x)`, tensor.Einsum("ij->k", x).Err()},
		{`Einsum("i1", x)`, tensor.Einsum("i1", x).Err()},
		{`Einsum("i.j", x)`, tensor.Einsum("i.j", x).Err()},
		{`Einsum("...i...", x)`, tensor.Einsum("...i...", x).Err()},
		{`Einsum("ij,jk", x)`, tensor.Einsum("ij,jk", x).Err()},
		{`Einsum("ij", x, x)`, tensor.Einsum("ij", x, x).Err()},
		{`Einsum("ij")`, tensor.Einsum("ij").Err()},
		{`Einsum("ij,ij", here, there)`, tensor.Einsum("ij,ij", here, there).Err()},
		{`x.Windows(1, 4, 1)`, x.Windows(1, 4, 1).Err()},
		{`x.Windows(1, 2, 0)`, x.Windows(1, 2, 0).Err()},
		{`x.Windows(2, 1, 1)`, x.Windows(2, 1, 1).Err()},
		{`x.Matmul(nil)`, x.Matmul(nil).Err()},
		{`here.Matmul(there)`, here.Matmul(there).Err()},
		{`x.Take(0, []int{5})`, x.Take(0, []int{5}).Err()},
		{`Eval(x.Take(1, {0, 3}))`, tensor.Eval(context.Background(), x.Take(1, tensor.FromSlice([]int64{0, 3})))},
		{`x.Take(0, x)`, x.Take(0, x).Err()},
		{`x.Take(0, x > 1)`, x.Take(0, x.Gt(1)).Err()},
		{`x.Take(0, 1)`, x.Take(0, 1).Err()},
		{`0-d.Take(0, {0})`, x.Sum().Take(0, []int{0}).Err()},
		{`x.TakeAlongAxis(0, {1})`, x.TakeAlongAxis(0, tensor.FromSlice([]int64{1})).Err()},
		{`x.Scatter(0, zeros(3, 3), x)`, x.Scatter(0, tensor.Zeros(tensor.Int64, 3, 3), x).Err()},
		{`x.ScatterAdd(0, i, i)`, x.ScatterAdd(0, i, i).Err()},
		{`x.ScatterReduce(0, i, x, 9, true)`, x.ScatterReduce(0, i, x, 9, true).Err()},
		{`x.IndexAdd(0, {0}, x)`, x.IndexAdd(0, tensor.FromSlice([]int64{0}), x).Err()},
		{`x.Searchsorted(zeros(3), Left)`, x.Searchsorted(tensor.Zeros(tensor.Float32, 3), tensor.Left).Err()},
		{`x.OneHot(3)`, x.OneHot(3).Err()},
		{`i.OneHot(-1)`, i.OneHot(-1).Err()},
		{`x.Sum(0).Tril(0)`, x.Sum(0).Tril(0).Err()},
		{`x.MaskedSelect(x)`, x.MaskedSelect(x).Err()},
		{`i.MaskedFill(x > 1, 0.5)`, i.MaskedFill(x.Gt(1), 0.5).Err()},
		{`x.Take(0, {0}) on a GPU without loads`, tensor.FromSliceOn(maps, []float32{1}).Take(0, []int{0}).Err()},
		{`x.Scatter(0, {0}, x) on a GPU without stores`, tensor.FromSliceOn(maps, []float32{1}).Scatter(0, tensor.FromSliceOn(maps, []int64{0}), tensor.FromSliceOn(maps, []float32{1})).Err()},
		{`x.Tril(0) on a GPU without positions`, tensor.FromSliceOn(maps, []float32{1}).Reshape(1, 1).Tril(0).Err()},
		{`x.Sum() on a GPU without reductions`, tensor.FromSliceOn(maps, []float32{1}).Sum().Err()},
		{`x.Float64()`, float64Err},
		{`x.Int64()`, int64Err},
	}
}
