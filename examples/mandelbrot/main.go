// Command mandelbrot draws the Mandelbrot set, or a part of it.
//
//	go run ./examples/mandelbrot                   # the valley of the seahorses, to mandelbrot.png
//	go run ./examples/mandelbrot -x -.75 -y 0 -across 3.6 -steps 300 -o whole.png
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"time"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	var v view
	flag.IntVar(&v.Width, "width", 768, "of the picture, in pixels")
	flag.IntVar(&v.Height, "height", 480, "of the picture, in pixels")
	flag.IntVar(&v.iterations, "steps", 1000, "the iterations after which a point counts as one of the set")
	flag.Float64Var(&v.X, "x", -.7456, "the middle of the picture")
	flag.Float64Var(&v.Y, "y", .1131, "the middle of the picture")
	flag.Float64Var(&v.Across, "across", .0062, "from the left edge to the right one")
	out := flag.String("o", "mandelbrot.png", "the PNG or JPEG to write")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, v, *out); err != nil {
		log.Fatal(err)
	}
}

// run draws a picture, and writes it.
func run(w io.Writer, dev device.Device, v view, out string) error {
	if min(v.Width, v.Height, v.iterations) < 1 || max(v.Width, v.Height) > 1<<13 || !(v.Across > 0) {
		return fmt.Errorf("%d x %d pixels, %d steps, %v across; all are above 0, and sizes at most %d", v.Width, v.Height, v.iterations, v.Across, 1<<13)
	}
	if far := math.Abs(v.X) + math.Abs(v.Y) + v.Across; !(far < math.MaxFloat32) {
		return fmt.Errorf("%v across at %v, %v; all are finite as float32", v.Across, v.X, v.Y)
	}
	if err := picture.Check(out); err != nil {
		return err
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	line, start := progress.New(os.Stderr), time.Now()
	image, err := v.draw(line)
	if err != nil {
		return err
	}
	if err := picture.Save(out, image); err != nil {
		return err
	}
	line.Done()
	fmt.Fprintf(w, "%d x %d pixels of 4 points, %d steps: %v, to %s\n", v.Width, v.Height, v.iterations, time.Since(start).Round(time.Millisecond), out)
	return nil
}
