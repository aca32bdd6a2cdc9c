package findings

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

const (
	countsLegend = `
checks of a family; how many failed; launches they made; launches the device refused, as it has to;
results that were compared with the exact ones; results that were wrong
`
	outsideLegend = `
cases of other libraries' data; how many failed; cases not run; results that were zero for a
subnormal, which this device may do; results that were compared; results that were wrong
`
	tableLegend = `
The worst error of each operation, in units in the last place of the result, of what is allowed.
"exact": every result is correctly rounded; "by definition": it has the bits of its steps, each
rounded, which define it; "refused": the device says that it lacks the type; "not run": left out by
-quick; blank: not defined.
`
)

// Print writes a device's report for people.
func (c *Device) Print(w io.Writer) {
	fmt.Fprintf(w, "%v\n\n", c.report)
	fmt.Fprintf(w, "%-22s %7s %7s %9s %8s %10s %7s\n", "family", "checks", "failed", "launches", "refused", "results", "wrong")
	for _, g := range append(c.Groups, devicetest.Group{Name: "all", Count: c.Count}) {
		fmt.Fprintf(w, "%-22s %7d %7d %9d %8d %10d %7d\n", g.Name, g.Checks, g.Failed, g.Cases, g.Refused, g.Elements, g.Wrong)
	}
	fmt.Fprint(w, countsLegend)
	c.printOutside(w)
	fmt.Fprintf(w, "\n%s%s\n", c.report.Table(), tableLegend)
}

func (c *Device) printOutside(w io.Writer) {
	if len(c.Outside) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-22s %7s %7s %9s %8s %10s %7s\n", "outside data", "cases", "failed", "not run", "flushed", "results", "wrong")
	for _, g := range c.Outside {
		fmt.Fprintf(w, "%-22s %7d %7d %9d %8d %10d %7d\n", g.Name, g.Cases, g.Failed, Sum(g.NotRun), g.Flushed, g.Elements, g.Wrong)
	}
	fmt.Fprint(w, outsideLegend)
	reasons := map[string]int{}
	for _, g := range c.Outside {
		for why, n := range g.NotRun {
			reasons[why] += n
		}
	}
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		parts = append(parts, fmt.Sprintf("%d (%s)", reasons[why], why))
	}
	if len(parts) > 0 {
		fmt.Fprintf(w, "not run: %s\n", strings.Join(parts, ", "))
	}
	for _, g := range c.Outside {
		for _, why := range slices.Sorted(maps.Keys(g.Exceptions)) {
			fmt.Fprintf(w, "%s: exception, %d results: %s\n", g.Name, g.Exceptions[why], why)
		}
	}
}

// Sum adds up counts.
func Sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}
