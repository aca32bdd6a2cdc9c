package tensor

import (
	"math"
	"math/bits"
	"slices"
)

// fewTerms is of how many terms the best order is searched for: of n terms there are some 3^n products
// to compare.
const fewTerms = 6

// nextPair returns the numbers of the two terms that are multiplied next, the lower one first. It finds
// the order with the fewest multiplications; of many terms the pair with the fewest.
func nextPair(terms []term, kept []label) (i, j int) {
	o := order{terms: terms, kept: kept, known: map[uint]plan{}}
	if len(terms) > fewTerms {
		return o.cheapest()
	}
	return o.first(1<<len(terms) - 1)
}

// order finds an order in which terms are multiplied. A set of terms is a word, with bit i for term i.
type order struct {
	terms []term
	kept  []label // of the result
	known map[uint]plan
}

// plan is how a set of terms is multiplied: the product of one part and the rest.
type plan struct {
	part uint
	cost float64 // in multiplications
}

// labels are those that the product of a set of terms has: those of the result and of other terms.
func (o *order) labels(set uint) (all []label) {
	for i := range o.terms {
		for _, l := range o.terms[i].labels {
			if set>>i&1 == 1 && !slices.Contains(all, l) && (set == 1<<i || slices.Contains(o.kept, l) || o.outside(set, l)) {
				all = append(all, l)
			}
		}
	}
	return all
}

func (o *order) outside(set uint, l label) bool {
	for i := range o.terms {
		if set>>i&1 == 0 && o.terms[i].has(l) {
			return true
		}
	}
	return false
}

// size is how many elements an axis with a label has.
func (o *order) size(l label) float64 {
	for i := range o.terms {
		if n := o.terms[i].size(l); n != 1 {
			return float64(n)
		}
	}
	return 1
}

// product is how many multiplications the product of two terms with some labels takes.
func (o *order) product(left, right []label) float64 {
	n := 1.
	for _, l := range left {
		n *= o.size(l)
	}
	for _, l := range right {
		if !slices.Contains(left, l) {
			n *= o.size(l)
		}
	}
	return n
}

// best is the cheapest plan of a set.
func (o *order) best(set uint) plan {
	if set&(set-1) == 0 { // one term
		return plan{}
	}
	p, ok := o.known[set]
	if ok {
		return p
	}
	lowest := set & -set
	for part := (set - 1) & set; part > 0; part = (part - 1) & set {
		if part&lowest == 0 { // the rest has it
			continue
		}
		rest := set &^ part
		cost := o.best(part).cost + o.best(rest).cost + o.product(o.labels(part), o.labels(rest))
		if p.part == 0 || cost < p.cost {
			p = plan{part, cost}
		}
	}
	o.known[set] = p
	return p
}

// first returns two terms that the best plan of a set multiplies with each other.
func (o *order) first(set uint) (i, j int) {
	part := o.best(set).part
	rest := set &^ part
	switch {
	case part&(part-1) != 0:
		return o.first(part)
	case rest&(rest-1) != 0:
		return o.first(rest)
	}
	return bits.TrailingZeros(part), bits.TrailingZeros(rest)
}

// cheapest returns the pair whose product takes the fewest multiplications.
func (o *order) cheapest() (i, j int) {
	least := math.Inf(1)
	for a := range o.terms {
		for b := a + 1; b < len(o.terms); b++ {
			if n := o.product(o.terms[a].labels, o.terms[b].labels); n < least || j == 0 {
				i, j, least = a, b, n
			}
		}
	}
	return i, j
}
