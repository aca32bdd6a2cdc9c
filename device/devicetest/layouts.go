package devicetest

import "github.com/wgtensor/wgtensor/broadcast"

// view lays out the elements of a shape in some memory, at positions from 0 on.
type view func(shape []int) broadcast.Layout

// must is for views that are right by construction.
func must(l broadcast.Layout, err error) broadcast.Layout {
	if err != nil {
		panic(err)
	}
	return l
}

func dense(shape []int) broadcast.Layout { return broadcast.RowMajor(shape...) }

// transpose views memory in the opposite order of axes.
func transpose(shape []int) broadcast.Layout {
	n := len(shape)
	stored, axes := make([]int, n), make([]int, n)
	for i := range n {
		stored[i], axes[i] = shape[n-1-i], n-1-i
	}
	return must(broadcast.RowMajor(stored...).Permute(axes...))
}

// rotate moves the last axis to the front in memory.
func rotate(shape []int) broadcast.Layout {
	n := len(shape)
	if n == 0 {
		return dense(shape)
	}
	axes := []int{}
	for i := 1; i < n; i++ {
		axes = append(axes, i)
	}
	stored := append([]int{shape[n-1]}, shape[:n-1]...)
	return must(broadcast.RowMajor(stored...).Permute(append(axes, 0)...))
}

func reverse(shape []int) broadcast.Layout { return must(dense(shape).Flip()) }

// mirror walks only the last axis backwards.
func mirror(shape []int) broadcast.Layout {
	if len(shape) == 0 {
		return dense(shape)
	}
	return must(dense(shape).Flip(-1))
}

// stepBy returns a view that takes every step-th element along every axis, from the first-th on.
func stepBy(first, step int) view {
	return func(shape []int) broadcast.Layout {
		stored := make([]int, len(shape))
		for i, size := range shape {
			stored[i] = max(0, first+step*size)
		}
		l := broadcast.RowMajor(stored...)
		for axis, size := range shape {
			l = must(l.Slice(axis, first, first+step*size, step))
		}
		return l
	}
}

// shiftBy returns a view whose first element is n elements into its memory.
func shiftBy(n int) view {
	return func(shape []int) broadcast.Layout {
		l := dense(shape)
		l.Offset += n
		return l
	}
}

// along has elements of its own only along the given axes, and is repeated along the others.
func along(axes ...int) view { return repeatAlong(dense, axes...) }

func repeatAlong(v view, axes ...int) view {
	return func(shape []int) broadcast.Layout {
		own := make([]int, len(shape))
		for i := range own {
			own[i] = 1
		}
		for _, axis := range axes {
			own[axis] = shape[axis]
		}
		return must(v(own).To(shape))
	}
}

// every keeps the even axes (or the odd ones), whatever the rank.
func every(odd int) view {
	return func(shape []int) broadcast.Layout {
		var axes []int
		for axis := odd; axis < len(shape); axis += 2 {
			axes = append(axes, axis)
		}
		return along(axes...)(shape)
	}
}
