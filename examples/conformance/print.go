package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

// print writes a device's report for people.
func (c *checked) print(w io.Writer) {
	fmt.Fprintf(w, "%v\n\n", c.report)
	fmt.Fprintf(w, "%-22s %7s %7s %9s %8s %10s %7s\n", "family", "checks", "failed", "launches", "refused", "results", "wrong")
	for _, g := range append(c.Groups, devicetest.Group{Name: "all", Count: c.Count}) {
		fmt.Fprintf(w, "%-22s %7d %7d %9d %8d %10d %7d\n", g.Name, g.Checks, g.Failed, g.Cases, g.Refused, g.Elements, g.Wrong)
	}
	c.printOutside(w)
	fmt.Fprintf(w, "\n%s\n", c.report.Table())
}

func (c *checked) printOutside(w io.Writer) {
	if len(c.Outside) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-22s %7s %7s %9s %8s %10s %7s\n", "outside data", "cases", "failed", "not run", "flushed", "results", "wrong")
	for _, g := range c.Outside {
		fmt.Fprintf(w, "%-22s %7d %7d %9d %8d %10d %7d\n", g.Name, g.Cases, g.Failed, sum(g.NotRun), g.Flushed, g.Elements, g.Wrong)
	}
	for _, g := range c.Outside {
		for _, why := range slices.Sorted(maps.Keys(g.NotRun)) {
			fmt.Fprintf(w, "%s: not run: %d cases: %s\n", g.Name, g.NotRun[why], why)
		}
		for _, why := range slices.Sorted(maps.Keys(g.Exceptions)) {
			fmt.Fprintf(w, "%s: exception, %d results: %s\n", g.Name, g.Exceptions[why], why)
		}
	}
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}
