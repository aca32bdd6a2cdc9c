// Command quickstart is the program in README. It uses a hardware GPU if there is one, and
// otherwise the CPU. It prints which device it uses, and why.
package main

import (
	"fmt"
	"log"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	tensor.SetDefaultDevice(dev)
	fmt.Println(dev)

	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	bias := tensor.FromSlice([]float32{10, 20, 30}, 3)
	y := x.Mul(2).Add(bias).Maximum(0)
	fmt.Println(y)
	fmt.Println(y.Mean(0))    // along axis 0
	fmt.Println(x.Softmax(1)) // one launch

	bad := x.Add(tensor.FromSlice([]float32{1, 2}))
	if err := bad.Err(); err != nil {
		fmt.Println(err)
	}
}
