// Command nbody lets bodies attract each other: gravity by broadcasting. Every body's place
// less every other's is one subtraction, of [n, 1, 3] and [1, n, 3].
//
//	go run ./examples/nbody
//	go run ./examples/nbody -bodies 512 -steps 1000
//
// All operations in it are rounded exactly, so every device computes the same bits.
package main

import (
	"context"
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
	bodies := flag.Int("bodies", 64, "how many bodies there are")
	steps := flag.Int("steps", 200, "how many steps are computed")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, *bodies, *steps); err != nil {
		log.Fatal(err)
	}
}

// mostBodies have 805 MB of distances.
const mostBodies = 1 << 13

// run lets the system go on and tells of its energy, which should stay.
func run(w io.Writer, dev device.Device, bodies, steps int) error {
	if bodies < 1 || bodies > mostBodies || steps < 1 {
		return fmt.Errorf("%d bodies, %d steps; both are at least 1, and bodies at most %d", bodies, steps, mostBodies)
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	s := disc(bodies)
	before, err := s.energy()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d bodies with an energy of %.6f\n", bodies, before)
	for step := range steps {
		start := stats(dev)
		s = s.step(0.01)
		if err := tensor.Eval(context.Background(), s.place, s.velocity); err != nil {
			return err
		}
		if now := stats(dev); now != (gpu.Stats{}) && step < 2 {
			fmt.Fprintf(w, "step %d: %d pipelines compiled, %d launches\n", step+1, now.Pipelines-start.Pipelines, now.Launches-start.Launches)
		}
	}
	after, err := s.energy()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "after %d steps %.6f, the last body at\n%v\n", steps, after, s.place.Index(0, bodies-1))
	return nil
}

// stats are a GPU's; other devices have none.
func stats(dev device.Device) gpu.Stats {
	if g, ok := dev.(*gpu.Device); ok {
		return g.Stats()
	}
	return gpu.Stats{}
}
