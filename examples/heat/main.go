// Command heat computes the temperatures of a plate that is heated at its left edge and cooled at
// its right edge. After enough steps, ten for each column, they hardly change any more. Heat flows
// around obstacles that do not conduct it. Lines join equal temperatures.
//
//	go run ./examples/heat                     # to heat.png
//	go run ./examples/heat -width 1280 -height 800 -steps 12800 -o large.png
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	width := flag.Int("width", 640, "of the picture, in pixels")
	height := flag.Int("height", 400, "of the picture, in pixels")
	steps := flag.Int("steps", 6400, "steps of time: ten for each column are enough")
	out := flag.String("o", "heat.png", "the PNG or JPEG to write")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, *width, *height, *steps, *out); err != nil {
		log.Fatal(err)
	}
}

// run finds the temperatures, and writes a picture of them.
func run(w io.Writer, dev device.Device, width, height, steps int, out string) error {
	if min(width, height, steps) < 1 || max(width, height) > 1<<13 {
		return fmt.Errorf("%d x %d pixels, %d steps; all are at least 1, and sizes at most %d", width, height, steps, 1<<13)
	}
	if err := picture.Check(out); err != nil {
		return err
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	p, line, start := newPlate(height, width), progress.New(os.Stderr), time.Now()
	step := tensor.Compile(plate.step)
	for i := range steps {
		if err := step.Into(inner(p.Last), p); err != nil {
			return err
		}
		p.Heat, p.Last = p.Last, p.Heat
		line.Steps(i, steps)
	}
	if err := picture.Save(out, p.draw()); err != nil {
		return err
	}
	line.Done()
	fmt.Fprintf(w, "%d steps of %d x %d: %v, to %s\n", steps, width, height, time.Since(start).Round(time.Millisecond), out)
	return nil
}
