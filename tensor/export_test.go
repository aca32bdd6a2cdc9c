package tensor

import "github.com/wgtensor/wgtensor/device/op"

// CheckCompiled makes each call of a compiled function also run the function itself, until end is
// called.
func CheckCompiled() (end func()) {
	before := checking.Swap(true)
	return func() { checking.Store(before) }
}

// ReductionFacts is what the documentation of a reduction is made of. A composition has the dtypes and
// options of its row.
type ReductionFacts struct {
	Name, Doc                  string
	Row                        *op.Op
	Composed                   bool
	Corrects, Converts, Orders bool
}

// Reductions describes all reductions.
func Reductions() (all []ReductionFacts) {
	for _, r := range reductions() {
		all = append(all, ReductionFacts{r.name, r.doc, r.row, r.of != nil, r.corrects(), r.converts(), r.orders})
	}
	return all
}
