package tensor_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

func ExampleConcat() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	fmt.Println(tensor.Concat(1, x, x.Mul(10)))
	fmt.Println(tensor.Stack(0, x.Index(0, 0), x.Index(0, 1)))
	// Output:
	// [[ 1.  2. 10. 20.]
	//  [ 3.  4. 30. 40.]] shape=[2 4] float32 cpu
	// [[1. 2.]
	//  [3. 4.]] shape=[2 2] float32 cpu
}

func ExampleTensor_Pad() {
	x := tensor.Arange[int32](1, 4, 1)
	fmt.Println(x.Pad(0, 2, 2, tensor.Constant(0)))
	fmt.Println(x.Pad(0, 2, 2, tensor.Reflect))
	fmt.Println(x.Pad(0, 2, 2, tensor.Replicate))
	fmt.Println(x.Pad(0, 2, 2, tensor.Circular))
	// Output:
	// [0 0 1 2 3 0 0] shape=[7] int32 cpu
	// [3 2 1 2 3 2 1] shape=[7] int32 cpu
	// [1 1 1 2 3 3 3] shape=[7] int32 cpu
	// [2 3 1 2 3 1 2] shape=[7] int32 cpu
}

// The mean of each element of a ring and its two neighbours.
func ExampleTensor_Roll() {
	x := tensor.FromSlice([]float32{0, 3, 6, 0})
	fmt.Println(x.Add(x.Roll(0, 1)).Add(x.Roll(0, -1)).Div(3))
	// Output: [1. 3. 3. 2.] shape=[4] float32 cpu
}

func ExampleTensor_Split() {
	x := tensor.Arange[int32](0, 6, 1)
	parts, err := x.Split(0, 2, 4)
	if err != nil {
		panic(err)
	}
	fmt.Println(parts[0], parts[1])
	// Output: [0 1] shape=[2] int32 cpu [2 3 4 5] shape=[4] int32 cpu
}

func ExampleTensor_Rot90() {
	x := tensor.FromSlice([]int32{1, 2, 3, 4}, 2, 2)
	fmt.Println(x.Rot90(0, 1, 1))
	fmt.Println(x.Tile(1, 2))
	fmt.Println(x.Diagonal(0, 1, 0))
	// Output:
	// [[2 4]
	//  [1 3]] shape=[2 2] int32 cpu
	// [[1 2 1 2]
	//  [3 4 3 4]] shape=[2 4] int32 cpu
	// [1 4] shape=[2] int32 cpu
}
