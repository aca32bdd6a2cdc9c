package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/conformance/findings"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
)

// each opens the named devices, or without names all devices that open, and closes them. A named
// device has to open. Without names, each calls missing for a device that does not open.
func each(names []string, report func(name string, err error), f func(d device.Device, name string) error) error {
	list := names
	if len(names) == 0 {
		list = device.Names()
	}
	var failed error
	for _, name := range list {
		d, err := device.Open(name)
		switch {
		case err == nil:
			failed = errors.Join(failed, f(d, name), d.Close())
		case len(names) > 0:
			failed = errors.Join(failed, err)
		default:
			report(name, err)
		}
	}
	return failed
}

// conform runs the suite, and outside data, on the devices, and prints the results.
func (o *options) conform(out io.Writer, line *progress.Line) *results {
	r := newResults(o)
	report := func(name string, err error) {
		fmt.Fprintf(out, "%s: not run: %v\n\n", name, err)
		r.NotOpened = append(r.NotOpened, notOpened{name, err.Error()})
	}
	r.err = each(o.devices, report, func(d device.Device, name string) error {
		c, err := o.check1(d, name, line)
		r.Devices = append(r.Devices, c)
		c.Print(out)
		return err
	})
	if len(r.Devices) == 0 && r.err == nil {
		r.err = errors.New("conformance: no device opened")
	}
	return r
}

// check1 checks one device.
func (o *options) check1(d device.Device, name string, line *progress.Line) (*findings.Device, error) {
	opts := []devicetest.Option{
		devicetest.Seed(o.seed), devicetest.OnProgress(func(p devicetest.Progress) { show(line, name, p) }),
		devicetest.Open(func() (device.Device, error) { return device.Open(name) }),
	}
	if o.quick {
		opts = append(opts, devicetest.Quick())
	}
	if len(o.operation) > 0 {
		opts = append(opts, devicetest.Only(o.operation...))
	}
	report, err := devicetest.Check(d, opts...)
	line.Done()
	c := findings.New(name, report)
	if o.data == "" {
		c.NotRun = append(c.NotRun, "outside data: no folder named by -data")
		return c, err
	}
	outcome, outsideErr := devicetest.CheckOutside(d, o.data, opts...)
	line.Done()
	c.AddOutside(outcome)
	return c, errors.Join(err, outsideErr)
}
