package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// about is the text above the figures.
const about = `# Accuracy

This page has the largest errors found, in units in the last place of the result's type (ULP). All
operations compute special values. Those of one operand also compute one in %[1]d of the 2^32
float32, those of more compute %[2]d random tuples. Parameters have their defaults. Then as many
random tuples have random parameters, shown with the operands. A correctly rounded result counts as
0, also in the mean.
%[5]s

High precision (math/big) judges the CPU on %[3]d arguments. In float32 the meaning of the
operation then judges all arguments. The meaning also judges compositions, exact operations, and a
GPU everywhere. Exact means that every result is correctly rounded. An operation that is defined by
its steps, each rounded, is judged by these and not by a real function.

Made on %[4]s by

    go run ./examples/conformance -sweep -step %[1]d -markdown device/devicetest/ACCURACY.md
`

// figures sweeps the devices, prints each figure when it is there, and writes them all to
// the file, if one is named.
func figures(w io.Writer, file string, names []string, s devicetest.Sweep) error {
	var b strings.Builder
	b.WriteString(header(s.Step, time.Now().Format(time.DateOnly)))
	failed := each(names, func(name string, err error) { fmt.Fprintf(w, "%s: not run: %v\n\n", name, err) }, func(d device.Device, _ string) error {
		fmt.Fprintln(w, d)
		begun := time.Now()
		s.Progress = func(f devicetest.Figure) {
			fmt.Fprintf(w, "%-12s %v: %.3g of %.3g at %s, %v\n", f.Op, f.Type, f.Worst, f.Allowed, f.At, time.Since(begun).Round(time.Second))
		}
		list, err := s.Run(d)
		for _, dt := range []op.DType{op.Float32, op.Float64} {
			if d.Info().DTypes.Has(dt) {
				fmt.Fprintf(&b, "\n## %s, %v\n\n%s%s", title(d), dt, notes(d, list, dt), devicetest.FigureTable(list, dt))
			}
		}
		return err
	})
	if file != "" && failed == nil {
		return os.WriteFile(file, []byte(b.String()), 0o644)
	}
	return failed
}

// header is the text about, for a sweep with a step on a day.
func header(step int, day string) string {
	return fmt.Sprintf(about, step, 1<<24/step*61, 200_000*61/step, day, floors())
}

// floors names the rows that keep no relative error near zeros at negative numbers.
func floors() string {
	var list []string
	for _, o := range op.All() {
		if o.Tol.NegativeFloor > 0 {
			list = append(list, fmt.Sprintf("%s %g", o.Name, o.Tol.NegativeFloor))
		}
	}
	return `
Where a function crosses zero between two negative numbers, no relative error can be kept. Results
of negative operands that are smaller than the following count in units in its last place: ` + strings.Join(list, ", ") + "."
}

// title names a device; how many cores a CPU has is of no consequence.
func title(d device.Device) string {
	if i := d.Info(); i.Kind != device.CPU {
		return fmt.Sprintf("%s (%s)", strings.ToUpper(i.Name), i.Adapter)
	}
	return "CPU"
}

// notes say what else bears on the figures.
func notes(d device.Device, list []devicetest.Figure, dt op.DType) string {
	text, flushed := "", 0
	if repaired := d.Info().Repaired; repaired != "" {
		text = fmt.Sprintf("Repaired: %s.\n\n", repaired)
	}
	for _, f := range list {
		if f.Type == dt {
			flushed += f.Flushed
		}
	}
	if flushed > 0 {
		text += fmt.Sprintf("%d results were zero, or computed from zero, for a subnormal.\n\n", flushed)
	}
	return text
}
