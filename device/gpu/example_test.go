package gpu_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// Open takes a GPU of any kind, software ones too, or says why there is none.
func ExampleOpen() {
	var dev device.Device = cpu.New()
	if found, err := gpu.Open(gpu.Memory(1 << 28)); err == nil {
		dev = found
	}
	defer dev.Close()
	x := tensor.FromSliceOn(dev, []float32{1, 2, 3})
	fmt.Printf("%.1f\n", x.Mul(2).Add(1))
	// Output: [3.0 5.0 7.0]
}
