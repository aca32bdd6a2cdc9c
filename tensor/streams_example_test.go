package tensor_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
)

func ExampleFromNested() {
	x := tensor.FromNested([][]float64{{1, 2, 3}, {4, 5, 6}})
	rows, err := tensor.ToNested[[][]float64](x.T().Mul(10))
	fmt.Println(rows, err)
	fmt.Println(tensor.FromNested([][]float64{{1, 2, 3}, {4}}).Err())
	// Output:
	// [[10 40] [20 50] [30 60]] <nil>
	// tensor: from nested: the slice at [1] has length 1, the first of its level 3; all need the same
}

func ExampleFromReader() {
	file := strings.NewReader("\x01\x00\x02\x00\x03\x00\x04\x00")
	x := tensor.FromReader(tensor.Int16, file, 2, 2)
	fmt.Println(x)
	// Output:
	// [[1 2]
	//  [3 4]] shape=[2 2] int16 cpu
}

func ExampleTensor_WriteTo() {
	letters := tensor.FromSlice([]uint8("abc")).Add(1)
	_, err := letters.WriteTo(os.Stdout)
	fmt.Println("", err)
	// Output: bcd <nil>
}

// One slice serves for the results of many rounds.
func ExampleReadInto() {
	values := make([]float32, 3)
	for round := range 2 {
		x := tensor.FromSlice([]float32{1, 2, 3}).Add(10 * round)
		if err := tensor.ReadInto(context.Background(), x, values); err != nil {
			panic(err)
		}
		fmt.Println(values)
	}
	// Output:
	// [1 2 3]
	// [11 12 13]
}
