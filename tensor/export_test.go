package tensor

import "github.com/wgtensor/wgtensor/device/op"

// CheckCompiled makes each call of a compiled function also run the function itself, until end is
// called.
func CheckCompiled() (end func()) {
	before := checking.Swap(true)
	return func() { checking.Store(before) }
}

// ReductionFacts is what the documentation of a reduction is made of. Row is nil for a composition.
type ReductionFacts struct {
	Name, Doc          string
	Row                *op.Op
	Corrects, Converts bool
}

// Reductions describes all reductions.
func Reductions() (all []ReductionFacts) {
	for _, r := range reductions() {
		all = append(all, ReductionFacts{r.name, r.doc, r.row, r.corrects, r.converts})
	}
	return all
}
