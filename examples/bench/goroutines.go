package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// A round counts if a second goroutine that shares nothing gains from enough to tooMuch in it. Below,
// the machine had no second processor to give; above, something else disturbed the first.
const enough, tooMuch = 1.75, 2.2

// goroutines are sums on one goroutine and on two. Each goroutine has tensors of its own, or they
// share one operand. A loop over Go's slices that shares nothing is the control.
func goroutines(d device.Device) []*job {
	if d.Info().Kind != device.CPU {
		return nil
	}
	var jobs []*job
	for _, n := range []int{10, 1000, 10_000} {
		one, two := control(n, 1), control(n, 2)
		two.base, two.control = one, two
		jobs = append(jobs, one, two)
		for _, m := range []struct {
			name   string
			mode   mode
			shared bool
		}{{"released", fresh, false}, {"in place", inPlace, false}, {"one operand shared", fresh, true}} {
			one, pair := sums(d, n, 1, m.name, m.mode, m.shared), sums(d, n, 2, m.name, m.mode, m.shared)
			pair.base, pair.control = one, two
			jobs = append(jobs, one, pair)
		}
	}
	return jobs
}

// sums are sums on so many goroutines at once.
func sums(d device.Device, n, count int, name string, m mode, shared bool) *job {
	flat := operand{Type: single, Shape: []int{n}}
	w := &work{In: []operand{flat, flat}, Steps: []step{{Op: "add", Args: []any{"b"}}}, Out: flat, Mode: m}
	j := tiny(d, w, fmt.Sprintf("%s, %s", name, pluralize(count, "goroutine")), false)
	j.needs *= 2
	var stores []*store
	var runs []*execution
	j.prepare = func() error {
		for range count {
			s := newStore(d)
			stores = append(stores, s)
			if err := s.fill(w.slots()); err != nil {
				return err
			}
			if b := flat.slot(1); shared {
				s.flat[b] = stores[0].flat[b]
			}
			x, err := execute(w, s)
			if err != nil {
				return err
			}
			runs = append(runs, x)
		}
		j.do, j.others = runs[0].run, nil
		for _, x := range runs[1:] {
			j.others = append(j.others, x.run)
		}
		return nil
	}
	j.verify = func(seed uint64, samples int) error {
		for _, x := range runs {
			if err := x.verify(seed, samples); err != nil {
				return err
			}
		}
		return nil
	}
	j.release = func() {
		for _, s := range stores {
			s.release()
		}
		stores, runs = nil, nil
	}
	return j
}

// control adds slices on count goroutines at once, some thousand elements a launch.
func control(n, count int) *job {
	j := &job{needs: int64(12 * n * count)}
	j.Name, j.Type, j.N, j.Bytes = "control, "+pluralize(count, "goroutine"), single, n, int64(12*n)
	add := func() (sum []float32, run func() error) {
		const line = 64 // elements, so that no two goroutines write to neighbouring cache lines
		a, b, sum := make([]float32, n), make([]float32, n), make([]float32, n, n+line)
		for i := range n {
			a[i], b[i] = float32(i), 1
		}
		return sum, func() error {
			for range max(1, 4096/n) {
				for i := range sum {
					sum[i] = a[i] + b[i]
				}
			}
			return nil
		}
	}
	results := make([][]float32, count)
	results[0], j.do = add()
	for i := 1; i < count; i++ {
		sum, run := add()
		results[i], j.others = sum, append(j.others, run)
	}
	j.verify = func(seed uint64, samples int) error {
		for i := range samples {
			at := sample(n, seed, i)
			for _, sum := range results {
				if sum[at] != float32(at+1) {
					return fmt.Errorf("element %d is %v, not %d", at, sum[at], at+1)
				}
			}
		}
		return nil
	}
	return j
}

// gains returns the speedup over j's base for every round that counts, and the number of all
// rounds.
func (j *job) gains() (list []float64, all int) {
	all = min(len(j.Samples), len(j.base.Samples), len(j.control.Samples), len(j.control.base.Samples))
	for i := range all {
		if c := j.control.base.Samples[i] / j.control.Samples[i]; c >= enough && c <= tooMuch {
			list = append(list, j.base.Samples[i]/j.Samples[i])
		}
	}
	return list, all
}
