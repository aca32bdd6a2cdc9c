package broadcast_test

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

func ExampleShapes() {
	fmt.Println(broadcast.Shapes([]int{5, 3, 4, 1}, []int{3, 1, 1}))
	fmt.Println(broadcast.Shapes([]int{1, 3}, []int{2, 1}))
	fmt.Println(broadcast.Shapes([]int{0}, []int{1}))
	// Output:
	// [5 3 4 1] <nil>
	// [2 3] <nil>
	// [0] <nil>
}

func ExampleError() {
	_, err := broadcast.Shapes([]int{5, 2, 4, 1}, []int{3, 1, 1})
	fmt.Println(err)
	// Output:
	// The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1 (shapes [5 2 4 1] and [3 1 1])
	//   a: 5 2 4 1
	//   b:   3 1 1
	//        ^
}

func ExampleLayout_To() {
	column := broadcast.RowMajor(3, 1)
	wide, _ := column.To([]int{2, 3, 4})
	fmt.Println(wide.Shape, wide.Strides)
	_, err := column.To([]int{3})
	fmt.Println(err)
	// Output:
	// [2 3 4] [0 1 0]
	// the number of sizes provided (1) must be greater or equal to the number of dimensions in the tensor (2).  Target sizes: [3].  Tensor sizes: [3, 1]
	//   from: 3 1
	//     to:   3
	//         ^
}

func ExampleLayout_Slice() {
	l := broadcast.RowMajor(10)
	odd, _ := l.Slice(0, 1, broadcast.End, 2)
	back, _ := l.Slice(0, -1, broadcast.End, -3)
	fmt.Println(slices.Collect(odd.Offsets()))
	fmt.Println(slices.Collect(back.Offsets()))
	// Output:
	// [1 3 5 7 9]
	// [9 6 3 0]
}

func ExampleLayout_Reshape() {
	l := broadcast.RowMajor(2, 6)
	view, ok, _ := l.Reshape([]int{3, -1})
	fmt.Println(view.Shape, view.Strides, ok)

	columns, _ := l.Transpose(0, 1)
	_, ok, _ = columns.Reshape([]int{12})
	fmt.Println(ok)
	// Output:
	// [3 4] [4 1] true
	// false
}

func ExampleNewPlan() {
	// out[i,j,k] = a[i,j,k] + row[k]: axes i and j walk alike, so they are one.
	out, a := broadcast.RowMajor(4, 5, 3), broadcast.RowMajor(4, 5, 3)
	row, _ := broadcast.RowMajor(3).To(out.Shape)
	plan := broadcast.NewPlan(out.Shape, out, a, row)
	fmt.Println(plan.Shape)
	for _, operand := range plan.Operands {
		fmt.Println(operand.Class, operand.Strides)
	}
	// Output:
	// [20 3]
	// contiguous [3 1]
	// contiguous [3 1]
	// inner-row [0 1]
}
