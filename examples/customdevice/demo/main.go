// Command demo computes on the device of package customdevice.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

// A package that provides a device registers it when it is imported.
func init() {
	device.Register("naive", func() (device.Device, error) { return customdevice.New(), nil })
}

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer) error {
	dev, err := device.Open("naive")
	if err != nil {
		return err
	}
	defer dev.Close()
	fmt.Fprintf(w, "Devices: %v. Opened: %v\n\n", device.Names(), dev)

	// A device is an interface, so one can be put around another: traced shows the launches of the
	// tensors.
	tensor.SetDefaultDevice(&traced{dev, w})

	// Three operations on a matrix, a row and a number arrive as one program.
	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	row := tensor.FromSlice([]float32{-10, 0, 10})
	y := x.Mul(2).Add(row).Maximum(0)
	fmt.Fprintf(w, "%v\n\n", y)

	// Any type that the device lists works, here one that few processors have.
	half := x.AsType(tensor.Float16).Div(3)
	fmt.Fprintf(w, "%v\n\n", half)

	// Tensors of different devices do not mix, unless one is moved.
	cpu, err := device.Open("cpu")
	if err != nil {
		return err
	}
	defer cpu.Close()
	moved := y.To(cpu)
	fmt.Fprintln(w, moved.Mul(moved))
	return moved.Err()
}

// traced prints the launches that a device gets.
type traced struct {
	device.Device
	w io.Writer
}

func (t *traced) Run(ctx context.Context, l *device.Launch) error {
	fmt.Fprintf(t.w, "run over shape %v\n", l.Shape)
	for i, in := range l.In {
		fmt.Fprintf(t.w, "with %%%d of strides %v\n", i, in.Layout.Strides)
	}
	fmt.Fprintln(t.w, l.Program)
	return t.Device.Run(context.Background(), l)
}
