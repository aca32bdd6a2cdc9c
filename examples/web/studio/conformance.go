package studio

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/conformance/findings"
)

// checked is what the page shows of the findings about a device.
type checked struct {
	Device   string
	Text     string // to copy
	Seconds  float64
	Columns  []string
	Rows     []checkedRow
	Key      []findings.Colour
	Groups   []devicetest.Group
	Failures []devicetest.Failure
}

type checkedRow struct {
	Op    string
	Cells []*checkedCell // nil where the operation is not defined
}

type checkedCell struct{ Class, Text, Detail string }

// conformance runs the quick suite on a device of its own, and tells how far it has come.
func (t *task) conformance() (a Answer, err error) {
	var r struct {
		Device string
		Agent  string // the browser
		Ops    []string
	}
	if err := t.read(&r); err != nil {
		return a, err
	}
	open := func() (device.Device, error) { return device.Open(r.Device) }
	d, err := open()
	if err != nil {
		return a, err
	}
	defer d.Close()
	last := time.Now()
	progress := func(p devicetest.Progress) {
		if time.Since(last) > 100*time.Millisecond {
			t.more(Answer{Info: p})
			last = time.Now()
		}
	}
	options := []devicetest.Option{devicetest.Quick(), devicetest.Open(open), devicetest.OnProgress(progress)}
	if len(r.Ops) > 0 {
		options = append(options, devicetest.Only(r.Ops...))
	}
	report, err := devicetest.Check(d, options...)
	if err != nil && len(report.Rows) == 0 { // the suite did not run
		return a, err
	}
	f := findings.New(d.Info().Name, report)
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n%s, %s/%s, %s\n\n", r.Agent, runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format(time.DateOnly))
	f.Print(&text)
	for _, failure := range f.Failures {
		fmt.Fprintf(&text, "\n%s\n%s\n", failure.Check, failure.Text)
	}
	a.Info = checked{f.Device, text.String(), f.Seconds, f.Columns(), rowsOf(f), f.Key(), append(f.Groups, devicetest.Group{Name: "all", Count: f.Count}), f.Failures}
	return a, nil
}

func rowsOf(f *findings.Device) (rows []checkedRow) {
	for _, r := range f.Rows() {
		row := checkedRow{Op: r.Op}
		for _, c := range r.Cells {
			if c == nil {
				row.Cells = append(row.Cells, nil)
				continue
			}
			row.Cells = append(row.Cells, &checkedCell{c.Heat(), c.Text(), c.Detail()})
		}
		rows = append(rows, row)
	}
	return rows
}
