package tensor_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

func ExampleTensor_Take() {
	words := tensor.FromSlice([]float32{1, 2, 10, 20, 100, 200}, 3, 2)
	fmt.Println(words.Take(0, []int{2, 0, -1}))
	sum := words.Take(0, tensor.FromSlice([]int64{0, 7})).Sum()
	fmt.Println(sum) // the index is looked at when the sum is computed
	// Output:
	// [[100. 200.]
	//  [  1.   2.]
	//  [100. 200.]] shape=[3 2] float32 cpu
	// error: tensor: string: take: index 7 is out of bounds for axis 0 with size 3 (element [1 0])
}

func ExampleTensor_TakeAlongAxis() {
	x := tensor.FromSlice([]float32{3, 9, 4, 8, 1, 5}, 2, 3)
	greatest := x.Argmax(1).Unsqueeze(1)
	fmt.Println(x.TakeAlongAxis(1, greatest))
	// Output:
	// [[9.]
	//  [8.]] shape=[2 1] float32 cpu
}

func ExampleTensor_ScatterAdd() {
	votes := tensor.FromSlice([]int64{2, 0, 2, 2, 1})
	fmt.Println(tensor.Zeros(tensor.Int64, 4).ScatterAdd(0, votes, tensor.Ones(tensor.Int64, 5)))
	// Output: [1 1 3 0] shape=[4] int64 cpu
}

func ExampleTensor_ScatterReduce() {
	x := tensor.Zeros(tensor.Float32, 3)
	at, src := tensor.FromSlice([]int64{0, 0, 2}), tensor.FromSlice([]float32{1, 2, 5})
	fmt.Println(x.ScatterReduce(0, at, src, tensor.ScatterMean, false))
	// Output: [1.5 0.  5. ] shape=[3] float32 cpu
}

func ExampleTensor_Searchsorted() {
	edges := tensor.FromSlice([]float32{0, 10, 20})
	fmt.Println(edges.Searchsorted(tensor.FromSlice([]float32{-1, 10, 15, 99}), tensor.Right))
	// Output: [0 2 2 3] shape=[4] int64 cpu
}

func ExampleTensor_OneHot() {
	fmt.Println(tensor.FromSlice([]int64{1, 0, 3}).OneHot(3))
	// Output:
	// [[0 1 0]
	//  [1 0 0]
	//  [0 0 0]] shape=[3 3] int64 cpu
}

func ExampleEye() {
	x := tensor.Eye(tensor.Float32, 2, 3)
	fmt.Println(x, x.Add(1).Tril(0))
	// Output:
	// [[1. 0. 0.]
	//  [0. 1. 0.]] shape=[2 3] float32 cpu [[2. 0. 0.]
	//  [1. 2. 0.]] shape=[2 3] float32 cpu
}

func ExampleTensor_Nonzero() {
	x := tensor.FromSlice([]float32{0, 3, 0, 0, 5, 7}, 2, 3)
	at, err := x.Nonzero()
	fmt.Println(at[0], at[1], err)
	fmt.Println(x.MaskedSelect(x.Gt(4)), x.MaskedFill(x.Gt(4), -1).Index(0, 1))
	// Output:
	// [0 1 1] shape=[3] int64 cpu [1 1 2] shape=[3] int64 cpu <nil>
	// [5. 7.] shape=[2] float32 cpu [ 0. -1. -1.] shape=[3] float32 cpu
}
