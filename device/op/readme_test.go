package op_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/wgtensor/wgtensor/device/devicetest/prose"
	"github.com/wgtensor/wgtensor/device/op"
)

const readme = "../../README.md"

func TestTheReadmeCountsTheOperations(t *testing.T) { // all but cast, which is AsType
	prose.Has(t, readme, fmt.Sprintf("of NumPy, the Python Array API standard and PyTorch, %d of them:", len(op.All())-1))
}

func TestTheReadmeNamesTheUsualBoundAndTheLargest(t *testing.T) {
	rows, largest := map[float64]int{}, 0.0
	for _, o := range op.Rows() {
		if ulp := o.Tol.ULP; ulp > 0 {
			rows[ulp]++
			largest = max(largest, ulp)
		}
	}
	usual := slices.MaxFunc(slices.Collect(maps.Keys(rows)), func(a, b float64) int { return cmp.Compare(rows[a], rows[b]) })
	prose.Has(t, readme, fmt.Sprintf("Other float32 functions are within %v units in the last place, a few within %v:", usual, largest))
}
