// Command reaction grows patterns out of noise: two substances react and diffuse, by the model of
// Gray and Scott. The feed rate is a row and the removal rate a column. Both change across the
// picture, which therefore shows all patterns: dots that divide, worms, mazes, holes.
//
//	go run ./examples/reaction                     # to reaction.png
//	go run ./examples/reaction -width 1920 -height 1080 -steps 20000 -o large.png
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
	"github.com/wgtensor/wgtensor/examples/reaction/dish"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	width := flag.Int("width", 640, "of the picture, in pixels")
	height := flag.Int("height", 400, "of the picture, in pixels")
	steps := flag.Int("steps", 12000, "steps of time")
	out := flag.String("o", "reaction.png", "the PNG or JPEG to write")
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

// run lets the substances react, and writes a picture of them.
func run(w io.Writer, dev device.Device, width, height, steps int, out string) error {
	if min(width, height) < 1 || max(width, height) > 1<<13 || steps < 0 {
		return fmt.Errorf("%d x %d pixels, %d steps; sizes are from 1 to %d, steps from 0", width, height, steps, 1<<13)
	}
	if err := picture.Check(out); err != nil {
		return err
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	now, line, start := dish.New(height, width), progress.New(os.Stderr), time.Now()
	next := now.Clone()
	step := tensor.Compile(dish.Dish.Step)
	for i := range steps {
		if err := step.Into(next.Inner(), now); err != nil {
			return err
		}
		now, next = next, now
		line.Steps(i, steps)
	}
	if err := picture.Save(out, now.Draw()); err != nil {
		return err
	}
	line.Done()
	fmt.Fprintf(w, "%d steps of %d x %d: %v, to %s\n", steps, width, height, time.Since(start).Round(time.Millisecond), out)
	return nil
}
