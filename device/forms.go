package device

import (
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// Forms is a set of the things that programs may do besides maps. DESIGN.md has the meaning of
// each.
type Forms uint16

const (
	Reductions Forms = 1 << iota // a group of elements gives one: sum, argmax
	Scans                        // each element combines the elements of its group up to it: cumsum
	Sorts                        // the elements of a group in another order: sort, argsort
	Positions                    // inputs without a buffer: elements are offsets
	Loads                        // an input is read at a computed place
	Finds                        // binary search in a sorted input
	Stores                       // an output is written at a computed place
	Random                       // random bits of a key and a counter
)

// AllForms are the forms of a device that runs every program.
const AllForms = Random<<1 - 1

var formNames = [...]string{"reductions", "scans", "sorts", "positions", "loads", "finds", "stores", "random bits"}

// Has reports whether all of other are in the set.
func (f Forms) Has(other Forms) bool { return other&^f == 0 }

// String lists what a device of the set runs: "maps, scans, loads".
func (f Forms) String() string { return strings.Join(append([]string{"maps"}, f.names()...), ", ") }

func (f Forms) names() (names []string) {
	for i, name := range formNames {
		if f&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// formOf is the form of a row, and 0 for a map.
func formOf(o *op.Op) Forms {
	switch r := o.Role.(type) {
	case *op.Group:
		return [...]Forms{op.One: Reductions, op.Prefixes: Scans, op.Order: Sorts}[r.Gives]
	case op.Load:
		return Loads
	case op.Find:
		return Finds
	case *op.Bits:
		return Random
	}
	return 0
}
