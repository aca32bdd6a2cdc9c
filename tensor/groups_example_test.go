package tensor_test

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// The arguments of a reduction are axes, which the result lacks: x.Max(0) is the greatest element of
// each column. The greater of each element and 0 is x.Maximum(0).
func ExampleTensor_Sum() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 9}, 2, 3)
	fmt.Println(x.Sum(), x.Sum(0))
	fmt.Println(x.Mean(-1), x.Max(0))
	fmt.Println(x.Var(0, 1), x.Argmax())
	// Output:
	// 24.0 shape=[] float32 cpu [ 5.  7. 12.] shape=[3] float32 cpu
	// [2. 6.] shape=[2] float32 cpu [4. 5. 9.] shape=[3] float32 cpu
	// 6.6666665 shape=[] float32 cpu 5 shape=[] int64 cpu
}

// With Keep the axes stay, with size 1, so that the result broadcasts against x.
func ExampleTensor_Along() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 9}, 2, 3)
	fmt.Println(x.Sub(x.Along(1).Keep().Mean()))
	fmt.Println(x.Along(1).Correction(1).Var())
	fmt.Println(tensor.Reduce("sum", x.Along(0)))
	// Output:
	// [[-1.  0.  1.]
	//  [-2. -1.  3.]] shape=[2 3] float32 cpu
	// [1. 7.] shape=[2] float32 cpu
	// [ 5.  7. 12.] shape=[3] float32 cpu
}

// Measurements that are missing are NaN.
func ExampleTensor_Nanmean() {
	x := tensor.FromSlice([]float64{1, math.NaN(), 4, 2, 2, math.NaN()}, 2, 3)
	fmt.Println(x.Nanmean(1), x.Nanmax(0))
	fmt.Println(x.Along(1).Correction(1).Nanstd())
	// Output:
	// [2.5 2. ] shape=[2] float64 cpu [2. 2. 4.] shape=[3] float64 cpu
	// [2.12132034 0.        ] shape=[2] float64 cpu
}

// The norm of order 2 is the length of a vector.
func ExampleOver_Ord() {
	x := tensor.FromSlice([]float32{3, -4, 0, 5, 12, 0}, 2, 3)
	fmt.Println(x.Norm(1), x.Along(1).Ord(1).Norm(), x.Along().Ord(math.Inf(1)).Norm())
	// Output:
	// [ 5. 13.] shape=[2] float32 cpu [ 7. 17.] shape=[2] float32 cpu 12.0 shape=[] float32 cpu
}

// Weights of one axis count for each row.
func ExampleTensor_Cov() {
	x := tensor.FromSlice([]float64{1, 2, 3, 6, 2, 1, 0, 5}, 2, 4) // two variables, four observations
	fmt.Printf("%.3f\n%.3f\n", x.Cov(), x.Corrcoef())
	// Output:
	// [[4.667 3.333]
	//  [3.333 4.667]]
	// [[1.000 0.714]
	//  [0.714 1.000]]
}

func ExampleTensor_Average() {
	marks := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 9}, 2, 3)
	weights := tensor.FromSlice([]float32{1, 1, 2})
	fmt.Println(marks.Average(weights, 1))
	// Output:
	// [2.25 6.75] shape=[2] float32 cpu
}

func ExampleTensor_Diff() {
	x := tensor.FromSlice([]int{1, 4, 9, 16})
	fmt.Println(x.Diff(0, 1), x.Diff(0, 2))
	// Output:
	// [3 5 7] shape=[3] int64 cpu [2 2] shape=[2] int64 cpu
}

func ExampleTensor_Softmax() {
	x := tensor.FromSlice([]float32{0, 1000, 1000, 0, 0, 0}, 2, 3)
	fmt.Printf("%.3f\n", x.Softmax(1))
	fmt.Println(x.Logsumexp(0))
	// Output:
	// [[0.000 0.500 0.500]
	//  [0.333 0.333 0.333]]
	// [6.931472e-01 1.000000e+03 1.000000e+03] shape=[3] float32 cpu
}

func ExampleTensor_Cumsum() {
	x := tensor.FromSlice([]int{3, 1, 4, 1, 5})
	fmt.Println(x.Cumsum(0))
	values, indices := x.Cummax(0)
	fmt.Println(values)
	fmt.Println(indices)
	// Output:
	// [ 3  4  8  9 14] shape=[5] int64 cpu
	// [3 3 4 4 5] shape=[5] int64 cpu
	// [0 0 2 2 4] shape=[5] int64 cpu
}

// A tensor of one axis is a row on the left, and a column on the right.
func ExampleTensor_Matmul() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	v := tensor.FromSlice([]float32{1, -1})
	fmt.Println(x.Matmul(x.T()))
	fmt.Println(x.Matmul(v), v.Matmul(x))
	fmt.Println(x.Vecdot(1, v))
	// Output:
	// [[ 5. 11.]
	//  [11. 25.]] shape=[2 2] float32 cpu
	// [-1. -1.] shape=[2] float32 cpu [-2. -2.] shape=[2] float32 cpu
	// [-1. -1.] shape=[2] float32 cpu
}

// A letter that the result does not have is summed. A letter that a tensor has twice is its diagonal.
func ExampleEinsum() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	v := tensor.FromSlice([]float32{1, -1})
	fmt.Println(tensor.Einsum("ij,jk->ik", x, x))
	fmt.Println(tensor.Einsum("i,ij,j->", v, x, v)) // two launches
	fmt.Println(tensor.Einsum("ii", x))
	// Output:
	// [[ 7. 10.]
	//  [15. 22.]] shape=[2 2] float32 cpu
	// 0.0 shape=[] float32 cpu
	// 5.0 shape=[] float32 cpu
}

// A moving average of three elements: nothing is copied.
func ExampleTensor_Convolve() {
	x := tensor.FromSlice([]float64{0, 0, 4, 0, 0, 8})
	smooth := tensor.FromSlice([]float64{.25, .5, .25})
	fmt.Println(x.Convolve(smooth, tensor.ConvolveSame))
	// Output: [0. 1. 2. 1. 2. 4.] shape=[6] float64 cpu
}

func ExampleTensor_Windows() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 9})
	fmt.Println(x.Windows(0, 3, 1).Mean(-1))
	// Output:
	// [2. 3. 4. 6.] shape=[4] float32 cpu
}
