// Command conformance runs the conformance suite on devices and prints, operation by
// operation, how far each is from the exact result.
//
//	go run ./examples/conformance                  # every device that opens
//	go run ./examples/conformance -device gpu -quick
//	go run ./examples/conformance -sweep -step 509 -ops exp,log -markdown figures.md
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	_ "github.com/wgtensor/wgtensor/tensor" // registers the CPU
)

func main() {
	names := flag.String("device", "", "devices to run it on, with commas between; all that open if empty")
	seed := flag.Uint64("seed", 1, "of the random cases")
	quick := flag.Bool("quick", false, "leave out the large cases")
	sweep := flag.Bool("sweep", false, "measure accuracy on many more arguments, instead of everything else")
	step := flag.Int("step", 61, "with -sweep: take every which of the 2^32 float32")
	ops := flag.String("ops", "", "operations, with commas between; all if empty")
	markdown := flag.String("markdown", "", "with -sweep: the file to write the figures to")
	flag.Parse()

	if *sweep {
		if err := figures(os.Stdout, *markdown, *names, devicetest.Sweep{Step: *step, Ops: split(*ops)}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	opts := []devicetest.Option{devicetest.Seed(*seed)}
	if *quick {
		opts = append(opts, devicetest.Quick())
	}
	if *ops != "" {
		opts = append(opts, devicetest.Only(split(*ops)...))
	}
	if err := run(os.Stdout, *names, opts...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run checks the named devices, which then must open, or all that do.
func run(w io.Writer, names string, opts ...devicetest.Option) error {
	return each(w, names, func(d device.Device, name string) error { return check(w, d, name, opts...) })
}

// each opens the named devices, which then must open, or all that do, and closes them.
func each(w io.Writer, names string, f func(d device.Device, name string) error) error {
	list := device.Names()
	if names != "" {
		list = split(names)
	}
	var failed error
	for _, name := range list {
		d, err := device.Open(name)
		switch {
		case err == nil:
			failed = errors.Join(failed, f(d, name), d.Close())
		case names != "":
			failed = errors.Join(failed, err)
		default:
			fmt.Fprintf(w, "%s: not run: %v\n\n", name, err)
		}
	}
	return failed
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

// check prints the report of one device.
func check(w io.Writer, d device.Device, name string, opts ...devicetest.Option) error {
	open := func() (device.Device, error) { return device.Open(name) }
	report, err := devicetest.Check(d, append(opts, devicetest.Open(open))...)
	fmt.Fprintf(w, "%v\n\n%s\n", report, report.Table())
	return err
}
