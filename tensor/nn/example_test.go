package nn_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
)

// Edges of a picture: how much elements differ from the one to their left.
func ExampleConv2d() {
	picture := tensor.FromSlice([]float32{
		0, 0, 5, 5,
		0, 5, 5, 0,
	}, 1, 1, 2, 4)
	edges := tensor.FromSlice([]float32{-1, 1}, 1, 1, 1, 2)
	fmt.Println(nn.Conv2d(picture, edges, nil, nn.ConvOptions{}))
	fmt.Println(nn.MaxPool2d(picture, []int{2}, nn.PoolOptions{}))
	// Output:
	// [[[[ 0.  5.  0.]
	//    [ 5.  0. -5.]]]] shape=[1 1 2 3] float32 cpu
	// [[[[5. 5.]]]] shape=[1 1 1 2] float32 cpu
}

// A layer is a function and its weights.
func ExampleInterpolate() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4}, 1, 2, 2)
	fmt.Println(nn.Interpolate(x, []int{4, 4}, nn.InterpolateOptions{}))
	fmt.Println(nn.Interpolate(x, []int{3, 3}, nn.InterpolateOptions{Mode: nn.InterpolateLinear, AlignCorners: true}))
	// Output:
	// [[[1. 1. 2. 2.]
	//   [1. 1. 2. 2.]
	//   [3. 3. 4. 4.]
	//   [3. 3. 4. 4.]]] shape=[1 4 4] float32 cpu
	// [[[1.  1.5 2. ]
	//   [2.  2.5 3. ]
	//   [3.  3.5 4. ]]] shape=[1 3 3] float32 cpu
}

func ExampleConvTranspose1d() {
	x := tensor.FromSlice([]float32{1, 2, 3}, 1, 3)      // a channel of three elements
	w := tensor.FromSlice([]float32{.5, 1, .5}, 1, 1, 3) // half of an element goes to each neighbour
	fmt.Println(nn.ConvTranspose1d(x, w, nil, nn.ConvTransposeOptions{Stride: []int{2}, Padding: []int{1}}))
	// Output: [[1.  1.5 2.  2.5 3. ]] shape=[1 5] float32 cpu
}

func ExampleLinear() {
	x := tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	w := tensor.FromSlice([]float32{1, 1, 1, -1, 0, 2}, 3, 2)
	bias := tensor.FromSlice([]float32{0, 0, -1})
	h := nn.Linear(x, w, bias).Relu() // one launch
	fmt.Println(h)
	fmt.Printf("%.4f\n", nn.CrossEntropy(h, tensor.FromSlice([]int{2, 0})))
	// Output:
	// [[3. 0. 3.]
	//  [7. 0. 7.]] shape=[2 3] float32 cpu
	// 0.7057
}

// Query i sees the keys up to i.
func ExampleScaledDotProductAttention() {
	q := tensor.FromSlice([]float32{1, 0, 0, 1}, 2, 2)
	v := tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	y := nn.ScaledDotProductAttention(q, q, v, nn.AttentionOptions{Causal: true})
	fmt.Printf("%.2f\n", y)
	// Output:
	// [[1.00 2.00]
	//  [2.34 3.34]]
}

func ExampleLayerNorm() {
	x := tensor.FromSlice([]float32{1, 2, 3, 10, 20, 30}, 2, 3)
	fmt.Printf("%.3f\n", nn.LayerNorm(x, []int{3}, nil, nil, 1e-5))
	// Output:
	// [[-1.225  0.000  1.225]
	//  [-1.225  0.000  1.225]]
}
