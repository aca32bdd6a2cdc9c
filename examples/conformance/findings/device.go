// Package findings has what the conformance suite found out about a device, for people: a table, and
// a map of the errors of every operation in every type.
package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// Device has the findings about one device.
type Device struct {
	Name, Device, Kind, Backend, Repaired string
	Types                                 []string
	Subnormals                            bool
	Flushed                               int
	Seconds                               float64
	devicetest.Count
	Groups   []devicetest.Group
	Cells    []Cell
	Outside  []devicetest.OutsideGroup
	Failures []devicetest.Failure
	NotRun   []string
	report   devicetest.Report
}

// New has the findings of a report, about a device of that name.
func New(name string, r devicetest.Report) *Device {
	c := &Device{Name: name, Device: r.Device, Kind: r.Info.Kind.String(), Backend: r.Info.Backend, Repaired: r.Info.Repaired,
		Subnormals: r.Info.Subnormals, Flushed: r.Flushed, Seconds: r.Elapsed.Seconds(),
		Count: r.Count, Groups: r.Groups, Failures: r.Failures, NotRun: r.NotRun, report: r}
	for _, dt := range r.Info.DTypes.List() {
		c.Types = append(c.Types, dt.String())
	}
	for _, row := range r.Rows {
		c.Cells = append(c.Cells, Cell{row.Op, row.Type.String(), status(row), ULP(row.Worst), row.Allowed, row.At, row.Elements, row.Wrong, row.BySteps})
	}
	return c
}

// AddOutside adds the comparison with other libraries' results.
func (c *Device) AddOutside(o devicetest.Outside) {
	c.Outside = o.Groups
	c.Failures = append(c.Failures, o.Failures...)
	for _, g := range o.Groups {
		for _, why := range slices.Sorted(maps.Keys(g.NotRun)) {
			c.NotRun = append(c.NotRun, fmt.Sprintf("%d cases of %s: %s", g.NotRun[why], g.Name, why))
		}
	}
}

// types lists the types that some cell has, in package op's order.
func (c *Device) types() (list []string) {
	for _, dt := range op.DTypes() {
		if slices.ContainsFunc(c.Cells, func(x Cell) bool { return x.Type == dt.String() }) {
			list = append(list, dt.String())
		}
	}
	return list
}

// ops lists the operations of the cells, sorted.
func (c *Device) ops() (list []string) {
	for _, x := range c.Cells {
		list = append(list, x.Op)
	}
	slices.SortFunc(list, cmp.Compare[string])
	return slices.Compact(list)
}
