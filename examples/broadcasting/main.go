// Command broadcasting explains broadcasting by examples. The first are those of PyTorch's notes
// (https://docs.pytorch.org/docs/stable/notes/broadcasting.html). Others show its uses, how it
// works without copying, and its rules for operations in place. Read its output beside the code.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// run prints the lessons. It returns an error if the device fails at a lesson, or accepts something
// that a lesson refuses.
func run(w io.Writer) error {
	dev, err := device.Open("")
	if err != nil {
		return err
	}
	defer dev.Close()
	tensor.SetDefaultDevice(dev)
	fmt.Fprintln(w, dev)

	p := &page{Writer: w}
	rules(p)
	uses(p)
	edges(p)
	views(p)
	inPlace(p)
	return p.err
}

// zeros is for examples in which only the shape matters.
func zeros(shape ...int) *tensor.Tensor { return tensor.Zeros(tensor.Float32, shape...) }
