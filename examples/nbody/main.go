// Command nbody lets two galaxies pass each other, and draws the trails of their bodies. Gravity is
// computed by broadcasting: one subtraction of shapes [n, 1, 3] and [1, n, 3] gives the vectors
// between all bodies.
//
//	go run ./examples/nbody                        # to nbody.png
//	go run ./examples/nbody -bodies 512 -steps 2000 -width 1536 -height 960 -o large.png
//
// All operations in a step are correctly rounded, so every device computes the same bits.
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
	"github.com/wgtensor/wgtensor/examples/internal/progress"
	"github.com/wgtensor/wgtensor/examples/nbody/gravity"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	var of size
	flag.IntVar(&of.bodies, "bodies", 128, "how many bodies there are")
	flag.IntVar(&of.steps, "steps", 480, "how many steps are computed")
	flag.IntVar(&of.width, "width", 768, "of the picture, in pixels")
	flag.IntVar(&of.height, "height", 480, "of the picture, in pixels")
	out := flag.String("o", "nbody.png", "the PNG or JPEG to write")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, of, *out); err != nil {
		log.Fatal(err)
	}
}

// mostBodies have 805 MB of distances.
const mostBodies = 1 << 13

// size is how much is computed and drawn.
type size struct{ bodies, steps, width, height int }

// run lets the system go on, draws its trails, and prints its energy, which should stay the same.
func run(w io.Writer, dev device.Device, of size, out string) error {
	if of.bodies < 1 || of.bodies > mostBodies || of.steps < 1 || min(of.width, of.height) < 1 || max(of.width, of.height) > 1<<12 {
		return fmt.Errorf("%d bodies, %d steps, %d x %d pixels; all are at least 1, bodies at most %d, sizes %d",
			of.bodies, of.steps, of.width, of.height, mostBodies, 1<<12)
	}
	if err := picture.Check(out); err != nil {
		return err
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	s, f, line := gravity.Galaxies(of.bodies), newFilm(of.height, of.width), progress.New(os.Stderr)
	before, err := s.Energy()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d bodies with an energy of %.6f\n", of.bodies, before)
	for step := range of.steps {
		stats, stop := device.CountLaunches(dev)
		s = s.Step(0.004)
		if err := tensor.Eval(context.Background(), s.Position, s.Velocity); err != nil {
			return err
		}
		if stop(); step < 2 {
			fmt.Fprintf(w, "step %d: %d launches", step+1, stats().Launches)
			if n := stats().Compiled; n > 0 {
				fmt.Fprintf(w, ", %d kernels compiled", n)
			}
			fmt.Fprintln(w)
		}
		if err := f.expose(s.Position); err != nil {
			return err
		}
		line.Steps(step, of.steps)
	}
	if err := picture.Save(out, f.develop()); err != nil {
		return err
	}
	line.Done()
	after, err := s.Energy()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "after %d steps %.6f, the last body at\n%v\n", of.steps, after, s.Position.Index(0, of.bodies-1))
	fmt.Fprintln(w, "to", out)
	return nil
}
