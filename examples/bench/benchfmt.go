package main

import (
	"bytes"
	"fmt"
	"strings"
)

// pkg is what Go's own benchmarks would print for this package.
const pkg = "github.com/wgtensor/wgtensor/examples/bench"

// benchfmt writes the report as go test -bench writes its results, which benchstat reads:
// every sample is a line of its own.
func benchfmt(r *report) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: %s\n", r.OS, r.Arch, pkg)
	b.WriteString("Unit B/s better=higher\nUnit share better=higher\n")
	for _, d := range r.Devices {
		threads := r.GOMAXPROCS
		if d.Threads > 0 {
			threads = d.Threads
		}
		for _, c := range d.Cases {
			name := fmt.Sprintf("Benchmark%s/device=%s-%d", c.benchmark(), d.Name, threads)
			for i, ns := range c.Samples {
				fmt.Fprintf(&b, "%s\t%d\t%.6g ns/op\t%.6g B/s\t%.6g record-ns/op\t%.4g allocs/op", name, c.Launches, ns, float64(c.Bytes)/ns*1e9, c.Record[i], c.Allocs)
				if c.FloorNS > 0 {
					fmt.Fprintf(&b, "\t%.4g share", c.FloorNS/ns)
				}
				if m := c.Memory; m != nil {
					fmt.Fprintf(&b, "\t%d peak-device-B\t%d peak-heap-B", m.Device, m.Heap)
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.Bytes()
}

// benchmark names the case in keys and values. The name leaves out the batch in the section: it
// depends on the machine's memory, and names have to be the same on all machines.
func (r *result) benchmark() string {
	section, _, _ := strings.Cut(r.Section, " ")
	plain := strings.NewReplacer(" ", "_", ",", "", "-", "_")
	return fmt.Sprintf("%s%s/case=%s/dtype=%v/n=%d", strings.ToUpper(section[:1]), section[1:], plain.Replace(r.Name), r.Type, r.N)
}
