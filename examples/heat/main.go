// Command heat warms a plate from its left edge and cools it at its right one until no temperature changes any more.
// Heat goes around obstacles that do not conduct it. The picture has a line for every tenth degree.
//
//	go run ./examples/heat                     # to heat.png
//	go run ./examples/heat -width 1536 -height 1024 -o large.png
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
	width := flag.Int("width", 768, "of the picture, in pixels: a multiple of 16")
	height := flag.Int("height", 480, "of the picture, in pixels: a multiple of 16")
	steps := flag.Int("steps", 4000, "steps of time on each of the grids, from the coarsest to the finest")
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

// grids is how many there are, each with twice the rows and columns of the one before.
const grids = 5

// run finds the temperatures, and writes a picture of them.
func run(w io.Writer, dev device.Device, width, height, steps int, out string) error {
	const coarsest = 1 << (grids - 1)
	if min(width, height) < coarsest || (width|height)%coarsest != 0 || max(width, height) > 1<<13 || steps < 1 {
		return fmt.Errorf("%d x %d pixels, %d steps; sizes are multiples of %d, at most %d", width, height, steps, coarsest, 1<<13)
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	line, start := progress.New(os.Stderr), time.Now()
	var p plate
	for grid := range grids {
		size := coarsest >> grid
		p = newPlate(height/size, width/size, p.heat)
		for i := range steps {
			if err := p.step(); err != nil {
				return err
			}
			line.Steps(grid*steps+i, grids*steps)
		}
	}
	if err := picture.Save(out, p.draw()); err != nil {
		return err
	}
	line.Done()
	fmt.Fprintf(w, "%d steps on each of %d grids up to %d x %d: %v, to %s\n", steps, grids, width, height, time.Since(start).Round(time.Millisecond), out)
	return nil
}
