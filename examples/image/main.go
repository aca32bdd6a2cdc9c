// Command image develops a picture with tensors, from bytes to bytes: exposure, white balance,
// saturation, contrast and a vignette. It draws the picture before and after, each with its
// histogram.
//
//	go run ./examples/image                        # a picture of its own, to developed.png
//	go run ./examples/image -in photo.jpg -o new.png
//
// It prints the device, the number of launches, and of kernels that were compiled meanwhile, if any.
// There are none: it first calls tensor.Warmup with a blank picture of the same size, so that the
// development itself waits for no compiler.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	width := flag.Int("width", 576, "of the program's own picture, in pixels")
	height := flag.Int("height", 384, "of the program's own picture, in pixels")
	in := flag.String("in", "", "a PNG or JPEG to develop; a picture of the program's own if empty")
	out := flag.String("o", "developed.png", "the PNG or JPEG to write")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, *width, *height, *in, *out); err != nil {
		log.Fatal(err)
	}
}

// run develops a picture, and tells what that took.
func run(w io.Writer, dev device.Device, width, height int, in, out string) error {
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	pixels, err := picture.Colours(in, height, width)
	if err != nil {
		return err
	}
	if err := picture.Check(out); err != nil {
		return err
	}
	if err := tensor.Warmup(develop(tensor.FromSlice(make([]byte, pixels.Len()), pixels.Shape()...))); err != nil {
		return err
	}
	stats, stop := device.CountLaunches(dev)
	defer stop()
	developed := develop(pixels)
	if err := tensor.Eval(context.Background(), developed); err != nil {
		return err
	}
	fmt.Fprintf(w, "developed by %d launches", stats().Launches)
	if n := stats().Compiled; n > 0 {
		fmt.Fprintf(w, ", %d kernels compiled meanwhile", n)
	}
	fmt.Fprintln(w)
	all, err := sheet(pixels, developed)
	if err != nil {
		return err
	}
	middle := []any{pixels.Shape()[0] / 2, pixels.Shape()[1] / 2}
	fmt.Fprintf(w, "%v pixels; in the middle %d became %d\n", pixels.Shape(), pixels.At(middle...), developed.At(middle...))
	if err := picture.Save(out, all); err != nil {
		return err
	}
	fmt.Fprintln(w, "to", out)
	return nil
}
