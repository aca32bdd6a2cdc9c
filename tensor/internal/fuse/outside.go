package fuse

import (
	"cmp"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// How many bytes can be copied in the time that an empty launch takes.
const (
	launchBytes       = 64 << 10
	queuedLaunchBytes = 1 << 20 // on a device that queues launches
)

// rest returns layouts of the elements that a write to part of a storage does not change. It
// returns none if copying the whole storage takes less time than copying these elements.
func rest(kind device.Kind, storage, part *broadcast.Layout, size int) []broadcast.Layout {
	all, written := storage.Len(), part.Len()
	if written < all-all/8 { // the rest is so large that its copy touches all cache lines
		return nil
	}
	launch := launchBytes
	if kind.Queues() {
		launch = queuedLaunchBytes
	}
	if layouts := outside(part, all); len(layouts)*launch < written*size {
		return layouts
	}
	return nil
}

// digit describes one digit of the positions of a part's elements. A position is written in the mixed
// radix of the part's strides: each digit is less than radix and counts stride elements. In the part
// the digit takes the n values from low on.
type digit struct{ stride, radix, low, n int }

// outside returns layouts that together show each element of a storage outside of part exactly
// once. Each stride of part has to be a multiple of the next shorter one. No axis may reach beyond
// one step of the next longer stride. Otherwise there are no layouts.
func outside(part *broadcast.Layout, elements int) (layouts []broadcast.Layout) {
	digits, ok := digitsOf(part, elements)
	if !ok {
		return nil
	}
	for k, d := range digits {
		for _, between := range [][2]int{{0, d.low}, {d.low + d.n, d.radix}} {
			if between[0] == between[1] {
				continue
			}
			l := broadcast.RowMajor(make([]int, len(digits))...)
			for i, e := range digits {
				from, to := e.low, e.low+e.n
				switch {
				case i == k:
					from, to = between[0], between[1]
				case i > k:
					from, to = 0, e.radix
				}
				l.Shape[i], l.Strides[i] = to-from, e.stride
				l.Offset += from * e.stride
			}
			layouts = append(layouts, l)
		}
	}
	return layouts
}

// digitsOf returns the digits of the elements at a layout, longest stride first.
func digitsOf(part *broadcast.Layout, elements int) (digits []digit, ok bool) {
	low, _ := part.Bounds()
	for axis, n := range part.Shape {
		if n > 1 {
			digits = append(digits, digit{stride: max(part.Strides[axis], -part.Strides[axis]), n: n})
		}
	}
	slices.SortFunc(digits, func(a, b digit) int { return cmp.Compare(b.stride, a.stride) })
	if len(digits) == 0 || digits[len(digits)-1].stride != 1 {
		digits = append(digits, digit{stride: 1, n: 1})
	}
	longer := elements
	for k := range digits {
		d := &digits[k]
		if d.stride == 0 || longer%d.stride != 0 {
			return nil, false
		}
		d.radix, d.low = longer/d.stride, low/d.stride
		low, longer = low%d.stride, d.stride
		if d.low+d.n > d.radix {
			return nil, false
		}
	}
	return digits, true
}
