// Command image develops a picture with tensors: gamma, white balance, saturation, contrast
// and a vignette, from bytes to bytes.
//
//	go run ./examples/image                        # a picture of its own, to developed.png
//	go run ./examples/image -in photo.png -out new.png
//
// It says what it ran on. A GPU compiles the kernels first, for a blank picture of the same
// size, as a program does that is to answer without delay later.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	in := flag.String("in", "", "a PNG to develop; a picture of the program's own if empty")
	out := flag.String("out", "developed.png", "the PNG to write")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, *in, *out); err != nil {
		log.Fatal(err)
	}
}

// run develops a file, and tells what that took.
func run(w io.Writer, dev device.Device, in, out string) error {
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	picture, err := load(in)
	if err != nil {
		return err
	}
	blank := tensor.FromSlice(make([]byte, len(picture.Pix)), picture.Rect.Dy(), picture.Rect.Dx(), 4)
	before := stats(dev)
	if err := tensor.Warmup(develop(blank)); err != nil {
		return err
	}
	report(w, dev, "warming up", before)

	before = stats(dev)
	pixels := tensor.FromSlice(picture.Pix, picture.Rect.Dy(), picture.Rect.Dx(), 4)
	developed, err := tensor.Data[uint8](develop(pixels))
	if err != nil {
		return err
	}
	report(w, dev, "developing", before)
	middle := picture.Rect.Max.Div(2)
	fmt.Fprintf(w, "%v pixels; in the middle %v", picture.Rect.Max, picture.At(middle.X, middle.Y))
	for i := range len(developed) / 3 {
		copy(picture.Pix[4*i:], developed[3*i:3*i+3]) // and leaves alpha
	}
	fmt.Fprintf(w, " became %v\n", picture.At(middle.X, middle.Y))
	return save(out, picture)
}

// stats are a GPU's; other devices have none.
func stats(dev device.Device) gpu.Stats {
	if g, ok := dev.(*gpu.Device); ok {
		return g.Stats()
	}
	return gpu.Stats{}
}

// report tells what a GPU has done since.
func report(w io.Writer, dev device.Device, what string, before gpu.Stats) {
	if now := stats(dev); now != (gpu.Stats{}) {
		fmt.Fprintf(w, "%s: %d pipelines compiled, %d launches\n", what, now.Pipelines-before.Pipelines, now.Launches-before.Launches)
	}
}
