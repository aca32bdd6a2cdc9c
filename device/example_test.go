package device_test

import (
	"context"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// counting is a device around another.
type counting struct {
	*cpu.Device
	launches, elements int
}

func (c *counting) Run(ctx context.Context, l *device.Launch) error {
	c.launches++
	c.elements += l.Shape[0]
	return c.Device.Run(ctx, l)
}

// A device of one's own, which counts what another one runs.
func ExampleDevice() {
	dev := &counting{Device: cpu.New()}
	defer dev.Close()
	x := tensor.FromSliceOn(dev, []float32{1, 2, 3})
	fmt.Printf("%.1f\n", x.Mul(2).Add(1).Maximum(4))
	fmt.Println(dev.launches, "launch of", dev.elements, "elements")
	// Output:
	// [4.0 5.0 7.0]
	// 1 launch of 3 elements
}
