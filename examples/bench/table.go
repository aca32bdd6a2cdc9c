package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"
)

// legend explains the columns of all tables.
const legend = `
bytes          inputs read once and outputs written once
floor          the time in which the device copies as many bytes; blank: the case is such a copy itself
time, min      of one launch, of one sum, or of a loop's step: the median of the samples, and the fastest
GB/s           bytes/time
share          floor/time; "of min" is that of the fastest samples, which a busy machine disturbs least
launches/s     1/time; "to record" is the time until the calls had returned
of released    the time over that of the case that releases its results; blank: that case
gain           sums of two goroutines over those of one in the same time; blank: one goroutine, or no
               round counted. "rounds counted" are those in which two processors were free
launches       of a device in a step
tensors        bytes that a loop's tensors take; "peak of device" and "of heap" are what was in use
allocs         Go allocations of one launch, sum or step
`

// printTable prints cases by the bytes that they move.
func printTable(w io.Writer, jobs []*job) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\ncase\tdtype\tn\tbytes\tfloor\ttime\tmin\tGB/s\tshare\tof min\tallocs")
	for _, j := range jobs {
		floor, share, best := "", "", ""
		if j.FloorNS > 0 {
			floor, share, best = duration(j.FloorNS), fmt.Sprintf("%.0f %%", 100*j.share()), fmt.Sprintf("%.0f %%", 100*j.best())
		}
		fmt.Fprintf(t, "%s\t%v\t%d\t%s\t%s\t%s\t%s\t%.3g\t%s\t%s\t%.0f\n", j.Name, j.Type, j.N, size(j.Bytes), floor,
			duration(median(j.Samples)), duration(fastest(j.Samples)), j.rate()/1e9, share, best, j.Allocs)
	}
	_ = t.Flush()
}

// printLaunches prints cases by the cost of a launch.
func printLaunches(w io.Writer, jobs []*job) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\ncase\tdtype\tn\tlaunches/s\ttime\tmin\tto record\tallocs")
	for _, j := range jobs {
		m := median(j.Samples)
		fmt.Fprintf(t, "%s\t%v\t%d\t%.3g\t%s\t%s\t%s\t%.0f\n", j.Name, j.Type, j.N, 1e9/m,
			duration(m), duration(fastest(j.Samples)), duration(median(j.Record)), j.Allocs)
	}
	_ = t.Flush()
}

// printSmall prints the cost of cases, compared with the case that releases its result.
func printSmall(w io.Writer, jobs []*job) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\ncase\tdtype\tn\ttime\tmin\tof released\tallocs")
	for _, j := range jobs {
		of := ""
		if j.base != nil && len(j.base.Samples) > 0 {
			of = fmt.Sprintf("%.2f", median(j.Samples)/median(j.base.Samples))
		}
		fmt.Fprintf(t, "%s\t%v\t%d\t%s\t%s\t%s\t%.0f\n", j.Name, j.Type, j.N,
			duration(median(j.Samples)), duration(fastest(j.Samples)), of, j.Allocs)
	}
	_ = t.Flush()
}

// printGoroutines prints the gain of a second goroutine.
func printGoroutines(w io.Writer, jobs []*job) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\ncase\tdtype\tn\ttime\tmin\tgain\trounds counted")
	for _, j := range jobs {
		gain, rounds := "", ""
		if j.base != nil {
			list, all := j.gains()
			rounds = fmt.Sprintf("%d of %d", len(list), all)
			if len(list) > 0 {
				gain = fmt.Sprintf("%.2f", median(list))
			}
		}
		fmt.Fprintf(t, "%s\t%v\t%d\t%s\t%s\t%s\t%s\n", j.Name, j.Type, j.N,
			duration(median(j.Samples)), duration(fastest(j.Samples)), gain, rounds)
	}
	_ = t.Flush()
}

// printLoops prints loops by the time of a step and the memory at its peak.
func printLoops(w io.Writer, jobs []*job) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\ncase\tdtype\tn\ttime\tmin\tlaunches\ttensors\tpeak of device\tof heap\tallocs")
	for _, j := range jobs {
		m, launches := j.Memory, ""
		if m.Launches > 0 {
			launches = fmt.Sprintf("%.3g", m.Launches)
		}
		fmt.Fprintf(t, "%s\t%v\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%.0f\n", j.Name, j.Type, j.N, duration(median(j.Samples)),
			duration(fastest(j.Samples)), launches, size(m.Tensors), size(m.Device), size(m.Heap), j.Allocs)
	}
	_ = t.Flush()
}

// duration prints nanoseconds with three digits.
func duration(ns float64) string {
	if ns <= 0 || math.IsNaN(ns) {
		return "0"
	}
	unit := time.Duration(math.Pow(10, math.Floor(math.Log10(ns))-2))
	if unit < 1 {
		return fmt.Sprintf("%.3gns", ns)
	}
	return time.Duration(ns).Round(unit).String()
}

// size prints bytes.
func size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.4g GiB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(bytes)/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%.4g KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%d B", bytes)
}
