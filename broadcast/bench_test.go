package broadcast_test

import (
	"testing"

	. "github.com/wgtensor/wgtensor/broadcast"
)

func BenchmarkNewPlan(b *testing.B) {
	flipped, _ := RowMajor(8, 16, 32).Flip()
	for _, c := range []struct {
		name     string
		shape    []int
		operands []Layout
	}{
		{"case=contiguous/rank=1/operands=2", []int{4096}, []Layout{RowMajor(4096), RowMajor(4096)}},
		{"case=contiguous/rank=3/operands=3", []int{8, 16, 32}, []Layout{RowMajor(8, 16, 32), RowMajor(8, 16, 32), RowMajor(8, 16, 32)}},
		{"case=bias/rank=2/operands=3", []int{64, 128}, []Layout{RowMajor(64, 128), RowMajor(64, 128), to(b, RowMajor(128), 64, 128)}},
		{"case=outer/rank=4/operands=3", []int{5, 3, 4, 6}, []Layout{RowMajor(5, 3, 4, 6), to(b, RowMajor(5, 1, 4, 1), 5, 3, 4, 6), to(b, RowMajor(3, 1, 6), 5, 3, 4, 6)}},
		{"case=flipped/rank=3/operands=2", []int{8, 16, 32}, []Layout{flipped, RowMajor(8, 16, 32)}},
		{"case=contiguous/rank=8/operands=8", []int{2, 2, 2, 2, 2, 2, 2, 2}, func() (ls []Layout) {
			for range 8 {
				ls = append(ls, RowMajor(2, 2, 2, 2, 2, 2, 2, 2))
			}
			return ls
		}()},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				NewPlan(c.shape, c.operands...)
			}
		})
	}
}

func BenchmarkShapes(b *testing.B) {
	for _, c := range []struct {
		name   string
		shapes [][]int
	}{
		{"case=same/rank=2", [][]int{{64, 128}, {64, 128}}},
		{"case=bias/rank=2", [][]int{{64, 128}, {128}}},
		{"case=outer/rank=4", [][]int{{5, 1, 4, 1}, {3, 1, 6}}},
		{"case=mismatch/rank=2", [][]int{{64, 128}, {64, 127}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Shapes(c.shapes...)
			}
		})
	}
}

func BenchmarkTo(b *testing.B) {
	l, shape := RowMajor(3, 1, 6), []int{5, 3, 4, 6}
	b.ReportAllocs()
	for b.Loop() {
		l.To(shape)
	}
}

func BenchmarkOverlap(b *testing.B) {
	l := Layout{Shape: []int{100, 4}, Strides: []int{10, 1}}
	m := Layout{Shape: []int{100, 4}, Strides: []int{10, 1}, Offset: 5}
	b.ReportAllocs()
	for b.Loop() {
		Overlap(l, m)
	}
}
