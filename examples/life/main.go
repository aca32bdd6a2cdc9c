// Command life plays Conway's Game of Life on a torus. All cells count their neighbours at once, by shifting
// the world. Trails show where cells have lived.
//
//	go run ./examples/life                         # to life.png
//	go run ./examples/life -width 1920 -height 1080 -cell 3 -steps 5000 -o large.png
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
	cell := flag.Int("cell", 2, "pixels of a cell's side")
	steps := flag.Int("steps", 1000, "steps of time")
	out := flag.String("o", "life.png", "the PNG or JPEG to write")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, *width, *height, *cell, *steps, *out); err != nil {
		log.Fatal(err)
	}
}

// run lets cells live and die, and writes a picture of them.
func run(w io.Writer, dev device.Device, width, height, cell, steps int, out string) error {
	if cell < 1 || min(width, height)/max(cell, 1) < 3 || max(width, height) > 1<<13 || steps < 0 {
		return fmt.Errorf("%d x %d pixels, %d for a cell, %d steps; sizes are from 3 cells to %d, steps from 0", width, height, cell, steps, 1<<13)
	}
	if err := picture.Check(out); err != nil {
		return err
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	now, line, start := newWorld(1, height/cell, width/cell), progress.New(os.Stderr), time.Now()
	next := world{now.Alive.Clone(), now.Trail.Clone()}
	step := tensor.Compile(world.step)
	for i := range steps {
		if err := step.Into(next, now); err != nil {
			return err
		}
		now, next = next, now
		line.Steps(i, steps)
	}
	if err := picture.Save(out, now.draw(cell)); err != nil {
		return err
	}
	line.Done()
	fmt.Fprintf(w, "%d steps of %d x %d cells: %v, to %s\n", steps, width/cell, height/cell, time.Since(start).Round(time.Millisecond), out)
	return nil
}
