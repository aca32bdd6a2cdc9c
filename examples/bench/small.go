package main

import "fmt"

// small is the sum of two small tensors as programs write it, on one processor and on two. The
// result is a new tensor that is released or dropped, or goes into an existing tensor, or is made
// in place.
func small() []*job {
	var jobs []*job
	for _, n := range []int{1, 10, 100, 1000, 10_000} {
		flat := operand{Type: single, Shape: []int{n}}
		for procs := 1; procs <= 2; procs++ {
			var released *job
			for _, m := range []struct {
				name string
				mode mode
			}{{"released", fresh}, {"dropped", dropped}, {"into", into}, {"in place", inPlace}} {
				j := operation(fmt.Sprintf("%s, %s", m.name, pluralize(procs, "processor")), flat, []step{{Op: "add", Args: []any{"b"}}}, flat, flat)
				j.Work.Mode, j.procs = m.mode, procs
				if j.base = released; m.mode == fresh {
					released = j
				}
				jobs = append(jobs, j)
			}
		}
	}
	return jobs
}
