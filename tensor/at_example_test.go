package tensor_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

func ExampleTensor_At_arrays() {
	x := tensor.Arange[int32](0, 12, 1).Reshape(3, 4)
	fmt.Println(x.At(1, tensor.S(1, 3, 1)))
	fmt.Println(x.At(tensor.Whole, []int{3, 0}))
	fmt.Println(x.At([]int{0, 2}, []int{1, -1}))
	fmt.Println(x.At(x.Gt(8)))
	// Output:
	// [5 6] shape=[2] int32 cpu
	// [[ 3  0]
	//  [ 7  4]
	//  [11  8]] shape=[3 2] int32 cpu
	// [ 1 11] shape=[2] int32 cpu
	// [ 9 10 11] shape=[3] int32 cpu
}

func ExampleTensor_SetAt_arrays() {
	x := tensor.Arange[int32](0, 6, 1).Reshape(2, 3)
	rows, columns := []int{0, 1}, []int{2, 0}
	for _, err := range []error{
		x.SetAt(x.At(rows, columns).Mul(10), rows, columns),
		x.SetAt(0, x.Eq(1)),
	} {
		if err != nil {
			panic(err)
		}
	}
	fmt.Println(x)
	fmt.Println(x.SetAt(1, 0, []int{3}))
	// Output:
	// [[ 0  0 20]
	//  [30  4  5]] shape=[2 3] int32 cpu
	// tensor: set at: index 3 is out of bounds for axis 1 with size 3
}
