package main

import (
	"cmp"
	"fmt"
	"slices"
)

// misfit says why the device, or -max, has no room for the case; else it is empty.
func (b *bench) misfit(j *job) string {
	info, bytes := b.dev.Info(), j.bytes()
	limit := int64(info.Limits.BufferBytes)
	for s, n := range j.slots() {
		if !info.DTypes.Has(s.DType) {
			return fmt.Sprintf("%s does not compute in %v", info.Name, s.dtype)
		}
		if one := int64(n) * int64(s.Size()); limit > 0 && one > limit {
			return fmt.Sprintf("a tensor of %s, and one buffer of %s has at most %s", size(one), info.Name, size(limit))
		}
	}
	if bytes > b.max {
		return fmt.Sprintf("it needs %s, and -max is %s", size(bytes), size(b.max))
	}
	return ""
}

// batches splits the jobs so that no batch needs more than most bytes. A batch begins with the
// copies that its floors are taken from.
func (b *bench) batches(jobs []*job, most int64) (all [][]*job) {
	for len(jobs) > 0 {
		var floors, batch []*job
		for _, j := range jobs {
			floor := b.floorOf(j, floors)
			if len(batch) > 0 && together(slices.Concat(batch, floors, []*job{j, floor})) > most {
				break
			}
			if j.floor = floor; floor != nil && !slices.Contains(floors, floor) {
				floors = append(floors, floor)
			}
			batch = append(batch, j)
		}
		slices.SortFunc(floors, func(a, b *job) int { return cmp.Compare(a.N, b.N) })
		all = append(all, append(floors, batch...))
		jobs = jobs[len(batch):]
	}
	return all
}

// floorOf returns the copy that the job's floor is taken from: an existing one of the batch, or a
// new one. It is nil for a copy, and for a job that is no device's work.
func (b *bench) floorOf(j *job, there []*job) *job {
	floor := j.floor
	if floor == nil && j.Work != nil && len(j.Work.Steps) > 0 {
		floor = copyOf(copyWords(j.Bytes, b.copyLimit()))
	}
	if floor == nil {
		return nil
	}
	for _, t := range there {
		if t.Name == floor.Name && t.N == floor.N {
			return t
		}
	}
	floor.reference = true
	return floor
}

// together is the bytes that the jobs need as one batch; some may be nil, or occur twice.
func together(jobs []*job) int64 {
	var own, most int64
	seen := map[*job]bool{nil: true}
	for _, j := range jobs {
		switch {
		case seen[j]:
		case j.Work == nil:
			own += j.needs
		default:
			most = max(most, j.Work.extra())
		}
		seen[j] = true
	}
	return footprint(slotsOf(jobs)) + own + most
}

// slotsOf are the slots of all the jobs.
func slotsOf(jobs []*job) map[slot]int {
	all := map[slot]int{}
	for _, j := range jobs {
		if j != nil {
			all = union(all, j.slots())
		}
	}
	return all
}

// copyLimit is the bytes that a copy may have as its source.
func (b *bench) copyLimit() int64 {
	limit := b.max / 2
	if buffer := int64(b.dev.Info().Limits.BufferBytes); buffer > 0 {
		limit = min(limit, buffer)
	}
	return limit
}
