package devicetest

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// misplace changes how elements are found by places.
func misplace(locate func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError)) func(r *reference) {
	return changeNest(func(w *nest) { w.locate = locate })
}

// sizes are the sizes of an operand's axes of places.
func sizes(o *device.Operand, places int) []int { return o.Layout.Shape[o.Layout.Rank()-places:] }

// changeMet changes the cells that have a place before they are stored.
func changeMet(change func(w *nest, met []stored) []stored) func(r *reference) {
	return changeNest(func(w *nest) {
		w.stores = func(w *nest, met []stored) { w.combine(change(w, met)) }
	})
}

// wrongPlaces are faults of positions, loads, searches and stores.
var wrongPlaces = []broken{
	{fault: "a position forgets where it starts", check: "forms/positions", spoil: changeNest(func(w *nest) {
		w.number = func(o *device.Operand, at int) op.Scalar { return o.Type.FromInt(int64(at - o.Layout.Offset)) }
	})},
	{fault: "a position is not negative", check: "forms/positions", spoil: changeNest(func(w *nest) {
		w.number = func(o *device.Operand, at int) op.Scalar { return o.Type.FromInt(int64(max(at, 0))) }
	})},
	{fault: "a clamped index", check: "forms/indices", spoil: misplace(func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
		for k, size := range sizes(o, len(at)) {
			if at[k].Int < 0 && fromEnd {
				at[k].Int += int64(size)
			}
			at[k].Int = min(max(at[k].Int, 0), int64(size-1))
		}
		return o.Locate(from, at, false)
	})},
	{fault: "load_or clamps", check: "forms/loads", spoil: misplace(func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
		if size := sizes(o, 1)[0]; !fromEnd && size > 0 {
			at[0].Int = min(max(at[0].Int, 0), int64(size-1))
		}
		return o.Locate(from, at, fromEnd)
	})},
	{fault: "load_or counts from the end", check: "forms/loads", spoil: misplace(func(o *device.Operand, from int, at []device.Index, _ bool) (int, *device.IndexError) {
		return o.Locate(from, at, true)
	})},
	{fault: "a load does not count from the end", check: "forms/loads", spoil: misplace(func(o *device.Operand, from int, at []device.Index, _ bool) (int, *device.IndexError) {
		return o.Locate(from, at, false)
	})},
	{fault: "takes indices for 32 bits", check: "forms/indices", spoil: misplace(func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
		for k := range at {
			at[k].Int = int64(int32(at[k].Int))
		}
		return o.Locate(from, at, fromEnd)
	})},
	{fault: "places take each other's axis", check: "forms/loads", spoil: misplace(func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
		if len(at) == 2 && at[0].Int >= 0 && at[1].Int >= 0 && at[1].Int < int64(sizes(o, 2)[0]) {
			slices.Reverse(at)
		}
		return o.Locate(from, at, fromEnd)
	})},
	{fault: "reports the last wrong index", check: "forms/indices", spoil: changeNest(func(w *nest) {
		w.locate = func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
			element, outside := o.Locate(from, at, fromEnd)
			if outside != nil && fromEnd {
				w.fault = nil // an earlier one
			}
			return element, outside
		}
	})},
	{fault: "an index error is not reported", check: "forms/indices", spoil: func(r *reference) {
		r.nest = func(w *nest) {
			w.run()
			w.fault = nil
		}
	}},
	{fault: "stores before all places are checked", check: "forms/indices", spoil: func(r *reference) {
		r.nest = func(w *nest) {
			if w.run(); w.fault != nil {
				w.combine(w.met)
			}
		}
	}},
	{fault: "the wrong one of equal places wins", check: "forms/stores", spoil: changeMet(func(_ *nest, met []stored) []stored {
		slices.Reverse(met)
		return met
	})},
	{fault: "equal places lose updates", check: "forms/stores", spoil: changeMet(func(w *nest, met []stored) []stored {
		last := map[[2]int]int{}
		for i, c := range met {
			last[[2]int{c.output, c.at}] = i
		}
		var kept []stored
		for i, c := range met {
			if last[[2]int{c.output, c.at}] == i {
				kept = append(kept, c)
			}
		}
		return kept
	})},
	{fault: "a store forgets the content", check: "forms/stores", spoil: changeMet(func(w *nest, met []stored) []stored {
		for _, c := range met {
			if row := w.Program.Output(c.output).Combine; row == op.Sum {
				o := &w.Out[c.output]
				o.Type.Store(w.bytes(o)[c.at*o.Type.Size():], 0)
			}
		}
		return met
	})},
	{fault: "a store clears what has no element", check: "forms/stores", spoil: changeMet(func(w *nest, met []stored) []stored {
		for k := range w.Out {
			if n := len(w.Program.Output(k).At); n == 1 {
				o := &w.Out[k]
				for i := range sizes(o, n)[0] {
					at := o.Layout.Offset + i*o.Layout.Strides[o.Layout.Rank()-1]
					o.Type.Store(w.bytes(o)[at*o.Type.Size():], 0)
				}
			}
		}
		return met
	})},
	{fault: "skips the first place too", check: "forms/stores", spoil: misplace(func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
		if !fromEnd && at[0].Int == 0 {
			at[0].Int = -1
		}
		return o.Locate(from, at, fromEnd)
	})},
	{fault: "stores lose what is beyond the first 1,024 elements", check: "forms/places", spoil: changeMet(func(_ *nest, met []stored) []stored {
		return met[:min(len(met), 1024)]
	})},
	{fault: "of many elements at a place the last tile does not win", check: "forms/places", spoil: changeMet(func(w *nest, met []stored) []stored {
		if n := len(met); n > 1024 {
			return slices.Concat(met[1024:], met[:1024])
		}
		return met
	})},
	{fault: "the last in the order of memory wins", check: "forms/places", spoil: changeMet(func(w *nest, met []stored) []stored {
		if len(w.In) > 0 && w.Levels == nil && len(w.In[0].Layout.Strides) > 0 && w.In[0].Layout.Strides[0] == 1 {
			slices.Reverse(met)
		}
		return met
	})},
	{fault: "a program of groups stores nothing", check: "forms/places", spoil: changeMet(func(w *nest, met []stored) []stored {
		if w.Levels != nil {
			return nil
		}
		return met
	})},
	{fault: "a store sums in float64", check: "forms/places", spoil: float64s(op.Sum, beyond(0), plainSum)},
	{fault: "a store sums in two float64", check: "forms/places", spoil: float64s(op.Sum, beyond(0), compensated)},
	{fault: "a sum of loads in a long group", check: "forms/places", spoil: wrongWhere(func(w *nest, row *op.Op) bool {
		return row == op.Sum && w.size > 1024 && w.Program.Forms().Has(device.Loads)
	})},
	{fault: "a load behind a row of a long group", check: "forms/places", spoil: changeNest(func(w *nest) {
		w.locate = func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
			if w.size > 1024 && w.Levels != nil && o == &w.In[1] {
				from += o.Layout.Strides[o.Layout.Rank()-1]
			}
			return o.Locate(from, at, fromEnd)
		}
	})},
	{fault: "a search takes the other side", check: "forms/finds", spoil: changeNest(func(w *nest) {
		w.find = func(f op.Find, dt op.DType, x op.Scalar, n int, at func(i int) op.Scalar) int {
			return op.Find{Right: !f.Right}.Count(dt, x, n, at)
		}
	})},
	{fault: "a search is lost at NaN", check: "forms/finds", spoil: changeNest(func(w *nest) {
		w.find = func(f op.Find, dt op.DType, x op.Scalar, n int, at func(i int) op.Scalar) int {
			if dt.IsFloat() && dt.Float(x) != dt.Float(x) {
				return 0
			}
			return f.Count(dt, x, n, at)
		}
	})},
	{fault: "a search never reaches the end", check: "forms/finds", spoil: changeNest(func(w *nest) {
		w.find = func(f op.Find, dt op.DType, x op.Scalar, n int, at func(i int) op.Scalar) int {
			return min(f.Count(dt, x, n, at), max(n-1, 0))
		}
	})},
}
