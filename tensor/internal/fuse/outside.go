package fuse

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// How many bytes can be copied in the time that an empty launch takes.
const (
	launchBytes       = 64 << 10
	queuedLaunchBytes = 1 << 20 // on a device that queues launches
)

// toCopy returns layouts of the elements that a write to part of a storage does not change. It
// returns the layout of the whole storage if copying that takes less time.
func toCopy(kind device.Kind, storage, part *broadcast.Layout, size int) []broadcast.Layout {
	all, written := storage.Len(), part.Len()
	launch := launchBytes
	if kind.Queues() {
		launch = queuedLaunchBytes
	}
	if written >= all-all/8 { // else the rest is so large that its copy touches all cache lines
		if layouts := outside(storage, part); layouts != nil && len(layouts)*launch < written*size {
			return layouts
		}
	}
	return []broadcast.Layout{*storage}
}

// outside returns layouts that together show each element of a storage outside of part exactly once:
// the two sides of the part along each axis. It returns none unless the part is a box of the
// storage's axes, in any order and direction.
func outside(storage, part *broadcast.Layout) (layouts []broadcast.Layout) {
	inside := *storage // cut to the box axis by axis
	low, _ := part.Bounds()
	for axis, size := range storage.Shape {
		stride, n := storage.Strides[axis], 1
		for k, step := range part.Strides {
			if size > 1 && max(step, -step) == stride {
				n = max(n, part.Shape[k])
			}
		}
		from := low / stride
		to := from + n
		low %= stride
		if to > size {
			return nil
		}
		cut := func(from, to int) broadcast.Layout {
			l := inside.Clone()
			l.Shape[axis], l.Offset = to-from, l.Offset+from*stride
			return l
		}
		if from > 0 {
			layouts = append(layouts, cut(0, from))
		}
		if to < size {
			layouts = append(layouts, cut(to, size))
		}
		inside = cut(from, to)
	}
	if inside.Len() != part.Len() {
		return nil
	}
	return layouts
}
