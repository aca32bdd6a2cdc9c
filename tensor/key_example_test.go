package tensor_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

func ExampleNewKey() {
	keys := tensor.NewKey(42).Split(2) // one for each use
	fmt.Println(keys[0].Bits(tensor.Uint8, 4))
	fmt.Println(keys[1].Bits(tensor.Uint8, 4))
	fmt.Println(keys[1].FoldIn(7).Bits(tensor.Uint8, 4))
	// Output:
	// [ 77 192 181 170] shape=[4] uint8 cpu
	// [196  18 183 193] shape=[4] uint8 cpu
	// [ 29 142 137 214] shape=[4] uint8 cpu
}
