package tensor_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func Example() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	bias := tensor.FromSlice([]float32{10, 20, 30})
	y := x.Mul(2).Add(bias).Maximum(0) // one pass over x
	fmt.Println(y)
	// Output:
	// [[12. 24. 36.]
	//  [18. 30. 42.]] shape=[2 3] float32 cpu
}

// Go's int is int64, whole numbers given to Linspace make float64.
func ExampleArange() {
	fmt.Println(tensor.Arange(0, 10, 3))
	fmt.Println(tensor.Arange[float32](0, 1, 0.25))
	fmt.Println(tensor.Linspace(0, 1, 5))
	// Output:
	// [0 3 6 9] shape=[4] int64 cpu
	// [0.   0.25 0.5  0.75] shape=[4] float32 cpu
	// [0.   0.25 0.5  0.75 1.  ] shape=[5] float64 cpu
}

// Go has no type for float16, so Full cannot make it.
func ExampleFullOf() {
	fmt.Println(tensor.FullOf(tensor.Float16, 0.1, 3))
	fmt.Println(tensor.FullOf(tensor.Uint8, 300, 3))
	// Output:
	// [0.1 0.1 0.1] shape=[3] float16 cpu
	// error: tensor: full of: the value is 300, which does not fit uint8; use a tensor of a wider dtype, or AsType
}

func ExampleData() {
	x := tensor.Arange[float32](0, 4, 1).Square()
	values, err := tensor.Data[float32](x)
	fmt.Println(values, err)
	last, err := tensor.Item[float32](x.Index(0, -1))
	fmt.Println(last, err)
	_, err = tensor.Data[float64](x)
	fmt.Println(err)
	// Output:
	// [0 1 4 9] <nil>
	// 9 <nil>
	// tensor: data: the tensor holds float32, not float64; use AsType(tensor.Float64) first
}

// An expression is computed whenever a value is asked for. A tensor that several expressions read
// is computed once, if Eval stores it first.
func ExampleEval() {
	costly := tensor.Arange[float32](1, 5, 1).Lgamma().Exp().Round()
	if err := tensor.Eval(context.Background(), costly); err != nil {
		fmt.Println(err)
	}
	fmt.Println(costly.Add(1))
	fmt.Println(costly.Mul(10))

	ended, cancel := context.WithCancel(context.Background())
	cancel()
	err := tensor.Eval(ended, costly.Sqrt())
	fmt.Println(err, errors.Is(err, context.Canceled))
	// Output:
	// [2. 2. 3. 7.] shape=[4] float32 cpu
	// [10. 10. 20. 60.] shape=[4] float32 cpu
	// tensor: eval: context canceled true
}

// A mistake sticks to the tensor, and to every result computed from it, so chains need no checks in
// between.
func ExampleTensor_Err() {
	x := tensor.Zeros(tensor.Float32, 2, 3)
	bad := x.Add(tensor.Zeros(tensor.Float32, 2)).Exp().Mul(2)
	fmt.Println(bad.Err())
	var mismatch *broadcast.Error
	fmt.Println(errors.As(bad.Err(), &mismatch))
	// Output:
	// tensor: add: The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 1 (shapes [2 3] and [2])
	//   a: 2 3
	//   b:   2
	//        ^
	// true
}

// A view shares its tensor's memory: writing to one writes to the other.
func ExampleTensor_Slice() {
	x := tensor.Arange(0, 12, 1).Reshape(3, 4)
	odd := x.Slice(1, 1, tensor.End, 2) // x[:, 1::2]
	if err := odd.Fill(-1); err != nil {
		fmt.Println(err)
	}
	fmt.Println(x)
	fmt.Println(x.Slice(0, -1, tensor.End, -1).T().Shape()) // x[::-1].T
	// Output:
	// [[ 0 -1  2 -1]
	//  [ 4 -1  6 -1]
	//  [ 8 -1 10 -1]] shape=[3 4] int64 cpu
	// [4 3]
}

// Several axes at once, as NumPy's x[1:-1, 1:-1] and x[0, ..., None].
func ExampleTensor_At() {
	x := tensor.Arange(0, 16, 1).Reshape(4, 4)
	inner := tensor.S(1, -1, 1)
	fmt.Println(x.At(inner, inner))
	fmt.Println(x.At(0, tensor.Ellipsis, nil).Shape())
	// Output:
	// [[ 5  6]
	//  [ 9 10]] shape=[2 2] int64 cpu
	// [4 1]
}

// A chessboard, by x[::2, ::2] = 1 and x[1::2, 1::2] = 1.
func ExampleTensor_SetAt() {
	board := tensor.Zeros(tensor.Uint8, 4, 4)
	even, odd := tensor.S(0, tensor.End, 2), tensor.S(1, tensor.End, 2)
	fmt.Println(board.SetAt(1, even, even), board.SetAt(1, odd, odd))
	fmt.Println(board)
	// Output:
	// <nil> <nil>
	// [[1 0 1 0]
	//  [0 1 0 1]
	//  [1 0 1 0]
	//  [0 1 0 1]] shape=[4 4] uint8 cpu
}

// Repeating elements copies nothing: an axis that repeats has stride 0.
func ExampleTensor_BroadcastTo() {
	row := tensor.FromSlice([]int32{1, 2, 3})
	rows := row.BroadcastTo(1000, 3)
	fmt.Println(rows.Shape(), rows.Strides(), rows.ReadOnly())
	column := row.Unsqueeze(1)
	fmt.Println(column.Mul(row))
	// Output:
	// [1000 3] [0 1] true
	// [[1 2 3]
	//  [2 4 6]
	//  [3 6 9]] shape=[3 3] int32 cpu
}

// In place, shape and dtype stay. A result that does not fit is an error, and nothing is written.
func ExampleTensor_AddInPlace() {
	x := tensor.Zeros(tensor.Int32, 2, 3)
	fmt.Println(x.AddInPlace(tensor.FromSlice([]int32{1, 2, 3})))
	fmt.Println(x.AddInPlace(0.5))
	fmt.Println(x)
	// Output:
	// <nil>
	// tensor: add in place: result type float32 can't be cast to the desired output type int32; convert the tensor with AsType, or do not work in place
	// [[1 2 3]
	//  [1 2 3]] shape=[2 3] int32 cpu
}

// Assign writes an expression straight into memory that is there.
func ExampleTensor_Assign() {
	picture := tensor.Zeros(tensor.Float32, 2, 4)
	left := picture.Slice(1, 0, 2, 1)
	fmt.Println(left.Assign(tensor.FromSlice([]float32{1, 2}).Mul(10)))
	fmt.Println(picture)
	// Output:
	// <nil>
	// [[10. 20.  0.  0.]
	//  [10. 20.  0.  0.]] shape=[2 4] float32 cpu
}

func ExampleTensor_To() {
	first, second := cpu.New(cpu.Threads(1)), cpu.New()
	defer first.Close()
	defer second.Close()
	x := tensor.FromSliceOn(first, []float32{1, 2})
	y := tensor.FromSliceOn(second, []float32{10, 20})
	fmt.Println(x.Add(y).Err() != nil) // operands lie on one device
	fmt.Println(x.To(second).Add(y))
	// Output:
	// true
	// [11. 22.] shape=[2] float32 cpu
}

func ExampleTensor_AsType() {
	x := tensor.FromSlice([]float32{-1.5, 2.5, 300})
	fmt.Println(x.AsType(tensor.Int32)) // truncated
	fmt.Println(x.AsType(tensor.Uint8)) // and kept within 0 to 255
	fmt.Println(tensor.FromSlice([]int32{-1, 300}).AsType(tensor.Uint8))
	// Output:
	// [ -1   2 300] shape=[3] int32 cpu
	// [  0   2 255] shape=[3] uint8 cpu
	// [255  44] shape=[2] uint8 cpu
}

// Release is optional: the garbage collector gives memory back too, but later.
func ExampleTensor_Release() {
	x := tensor.Full[float32](1, 1000)
	for range 3 {
		next := x.Mul(2)
		if err := tensor.Eval(context.Background(), next); err != nil {
			fmt.Println(err)
		}
		x.Release()
		x = next
	}
	fmt.Println(x.Index(0, 0))
	// Output: 8.0 shape=[] float32 cpu
}

func ExampleTensor_Snapshot() {
	weights := tensor.FromSlice([]float32{1, 2, 3}, 3)
	before := weights.Snapshot()
	if err := weights.MulInPlace(10); err != nil {
		panic(err)
	}
	fmt.Println(before)
	fmt.Println(weights)
	// Output:
	// [1. 2. 3.] shape=[3] float32 cpu
	// [10. 20. 30.] shape=[3] float32 cpu
}

func ExampleTensor_Format() {
	x := tensor.FromSlice([]float64{1. / 3, 100, -2, 0}, 2, 2)
	fmt.Printf("%.2f\n", x)
	fmt.Printf("%d\n", tensor.Arange(8, 11, 1))
	// Output:
	// [[  0.33 100.00]
	//  [ -2.00   0.00]]
	// [ 8  9 10]
}

func ExampleTensor_MarshalJSON() {
	x := tensor.FromSlice([]float32{1, 2.5, -1, 0}, 2, 2)
	text, err := json.Marshal(x.Reciprocal())
	fmt.Println(string(text), err)
	var y tensor.Tensor
	err = json.Unmarshal([]byte(`{"dtype": "int8", "shape": [3], "data": [1, 2, 3]}`), &y)
	fmt.Println(&y, err)
	// Output:
	// {"dtype":"float32","shape":[2,2],"data":[1,0.4,-1,"Infinity"]} <nil>
	// [1 2 3] shape=[3] int8 cpu <nil>
}

func ExampleAllClose() {
	x := tensor.Linspace(0, 1, 5)
	fmt.Println(tensor.AllClose(x.Sin().Square().Add(x.Cos().Square()), tensor.Scalar(1.0), 0, 1e-15))
	// Output: true <nil>
}

// A column and a row of equal length give a matrix, which may be a mistake.
func ExampleOnBroadcastWarning() {
	tensor.OnBroadcastWarning(func(w tensor.BroadcastWarning) { fmt.Println(w) })
	defer tensor.OnBroadcastWarning(nil)
	prices := tensor.Zeros(tensor.Float32, 3)
	prices.Unsqueeze(1).Sub(prices)
	// Output: tensor: sub: Changing behavior in a backwards incompatible manner to broadcasting rather than viewing as 1-dimensional (shapes [3 1] and [3] give [3 3])
}

// A program may implement device.Device itself. This one is a CPU that counts its launches.
type counting struct {
	*cpu.Device
	launches int
}

func (c *counting) Run(ctx context.Context, l *device.Launch) error {
	c.launches++
	return c.Device.Run(ctx, l)
}

func ExampleFromSliceOn() {
	dev := &counting{Device: cpu.New()}
	defer dev.Close()
	x := tensor.FromSliceOn(dev, []float32{1, 2, 3})
	fmt.Println(x.Mul(2).Add(1).Sqrt())
	fmt.Println(dev.launches, "launch of three operations")
	// Output:
	// [1.7320508 2.236068  2.6457512] shape=[3] float32 cpu
	// 1 launch of three operations
}
