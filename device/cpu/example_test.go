package cpu_test

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// A device of its own threads and memory, beside the default one.
func ExampleNew() {
	dev := cpu.New(cpu.Threads(1), cpu.Memory(1<<20))
	defer dev.Close()
	fmt.Println(dev)
	fits := tensor.FromSliceOn(dev, make([]float32, 1000))
	fmt.Println(fits.Err())
	large := tensor.FromSliceOn(dev, make([]float32, 1<<20))
	fmt.Println(errors.Is(large.Err(), device.ErrOutOfMemory))
	// Output:
	// cpu (1 thread)
	// <nil>
	// true
}
