package shaders

import "github.com/wgtensor/wgtensor/broadcast"

// spread is how elements are dealt to threads. Where outputs are smaller than a word a
// thread has to own every word it writes: it computes all elements of them.
type spread uint8

const (
	// single: a thread computes one element.
	single spread = iota
	// grouped: all small outputs lie without gaps; a thread computes as many neighbours
	// as fill a word of the smallest type.
	grouped
	// clustered: small outputs lie with gaps, all alike; a thread computes what elements
	// there are in one word.
	clustered
	// shared is single, but a thread replaces its part of a word by atomic operations.
	shared
)

func (s spread) String() string { return [...]string{"", "grouped", "clustered", "shared"}[s] }

// chooseSpread decides how elements are dealt. Shared is left for what is rare: several
// small outputs whose edges meet in one word or whose layouts disagree, and layouts with
// interleaving axes, where to find the elements of a word would take a search.
func (k *Kernel) chooseSpread() {
	outs := k.smallOutputs()
	switch {
	case len(outs) == 0:
	case !k.wordsMeet() && (k.group(outs) || k.cluster(outs)):
	default:
		k.spread = shared
		for _, i := range outs {
			k.bindings[k.operands[i].binding].atomic = true
		}
	}
}

func (k *Kernel) outputs() int { return len(k.program.Outputs()) }

// smallOutputs are the indices of outputs whose elements share words.
func (k *Kernel) smallOutputs() (found []int) {
	for i, o := range k.operands[:k.outputs()] {
		if small(o.dtype) {
			found = append(found, i)
		}
	}
	return found
}

// wordsMeet reports whether two outputs in one buffer might write the same word.
func (k *Kernel) wordsMeet() bool {
	for i := range k.outputs() {
		for j := range i {
			if k.operands[i].binding != k.operands[j].binding {
				continue
			}
			ilo, ihi := k.reach(i)
			jlo, jhi := k.reach(j)
			if ilo < jhi && jlo < ihi {
				return true
			}
		}
	}
	return false
}

// reach is the range of words that an operand lies in.
func (k *Kernel) reach(i int) (lo, hi int) {
	a, dt := k.plan.Operands[i], k.operands[i].dtype
	l := broadcast.Layout{Shape: k.plan.Shape, Strides: a.Strides, Offset: a.Offset}
	lo, hi = l.Bounds()
	return lo * dt.Size() / wordBytes, (hi*dt.Size() + wordBytes - 1) / wordBytes
}
