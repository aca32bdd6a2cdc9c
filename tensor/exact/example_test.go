package exact_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor/exact"
)

// The parts may be made by several goroutines, processes or machines, and merged in any order.
func ExampleMoments() {
	numbers := []float32{1e8, 3, -1e8, 4}
	var all, first, second exact.Moments
	exact.AddSlice(&all, numbers)
	exact.AddSlice(&first, numbers[:2])
	exact.AddSlice(&second, numbers[2:])
	second.Merge(&first)
	fmt.Println(second.Sum.Float64(), second.Mean(), second.Variance(0) == all.Variance(0))
	// Output:
	// 7 1.75 true
}

// Another process gets the state.
func ExampleSum_MarshalBinary() {
	var here, there exact.Sum
	exact.AddSlice(&here, []float64{.1, .2, .3})
	state, err := here.MarshalBinary()
	if err == nil {
		err = there.UnmarshalBinary(state)
	}
	there.Add(.4)
	fmt.Println(there.Float64(), err)
	// Output:
	// 1 <nil>
}

func ExampleSum_AddProduct() {
	var dot exact.Sum
	x, y := []float64{1e200, 1, -1e200}, []float64{1e200, 2, 1e200}
	for i := range x {
		dot.AddProduct(x[i], y[i])
	}
	fmt.Println(dot.Float64())
	// Output:
	// 2
}
