// Command conformance runs the conformance suite on devices and prints, operation by
// operation, how far each is from the exact result.
//
//	go run ./examples/conformance                  # every device that opens
//	go run ./examples/conformance -device gpu -quick
package main

import (
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
	names := flag.String("device", strings.Join(device.Names(), ","), "devices to run it on")
	seed := flag.Uint64("seed", 1, "of the random cases")
	quick := flag.Bool("quick", false, "leave out the large cases")
	flag.Parse()

	opts := []devicetest.Option{devicetest.Seed(*seed)}
	if *quick {
		opts = append(opts, devicetest.Quick())
	}
	failed := false
	for _, name := range strings.Split(*names, ",") {
		if err := run(os.Stdout, name, opts...); err != nil {
			fmt.Println(err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func run(w io.Writer, name string, opts ...devicetest.Option) error {
	open := func() (device.Device, error) { return device.Open(name) }
	d, err := open()
	if err != nil {
		return err
	}
	report, err := devicetest.Check(d, append(opts, devicetest.Open(open))...)
	fmt.Fprintf(w, "%v\n\n%s\n", report, report.Table())
	return err
}
