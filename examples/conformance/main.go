// Command conformance runs the conformance suite on devices and prints, operation by
// operation, how far each is from the exact result.
//
//	go run ./examples/conformance                  # every device that opens
//	go run ./examples/conformance -device gpu -quick
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
	flag.Parse()

	opts := []devicetest.Option{devicetest.Seed(*seed)}
	if *quick {
		opts = append(opts, devicetest.Quick())
	}
	if err := run(os.Stdout, *names, opts...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run goes through the named devices, which then must open, or through all that do.
func run(w io.Writer, names string, opts ...devicetest.Option) error {
	list := device.Names()
	if names != "" {
		list = strings.Split(names, ",")
	}
	var failed error
	for _, name := range list {
		d, err := device.Open(name)
		switch {
		case err == nil:
			failed = errors.Join(failed, check(w, d, name, opts...))
		case names != "":
			failed = errors.Join(failed, err)
		default:
			fmt.Fprintf(w, "%s: not run: %v\n\n", name, err)
		}
	}
	return failed
}

// check prints the report of one device, and closes it.
func check(w io.Writer, d device.Device, name string, opts ...devicetest.Option) error {
	open := func() (device.Device, error) { return device.Open(name) }
	report, err := devicetest.Check(d, append(opts, devicetest.Open(open))...)
	fmt.Fprintf(w, "%v\n\n%s\n", report, report.Table())
	return errors.Join(err, d.Close())
}
