package op_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wgtensor/wgtensor/device/devicetest/prose"
	"github.com/wgtensor/wgtensor/device/op"
)

const readme = "../../README.md"

func TestTheReadmeCountsTheOperations(t *testing.T) { // all but cast, which is AsType
	prose.Has(t, readme, fmt.Sprintf("of NumPy, the Python Array API standard and PyTorch, %d of them:", len(op.All())-1))
}

func TestTheReadmeNamesTheOperationsOfEveryBound(t *testing.T) {
	byULP, bySteps := map[float64][]string{}, []string{}
	usual := 0.0
	for _, o := range op.Rows() {
		name := o.Name
		if o == op.ByName(name).With {
			name += " with " + o.Params[0].Name
		}
		if o.BySteps != "" {
			bySteps = append(bySteps, name)
		}
		if ulp := o.Tol.ULP; ulp > 0 {
			byULP[ulp] = append(byULP[ulp], name)
			if len(byULP[ulp]) > len(byULP[usual]) {
				usual = ulp
			}
		}
	}
	var larger []string
	for ulp, names := range byULP {
		if ulp > usual {
			larger = append(larger, fmt.Sprintf("%s within %v", prose.And(names), ulp))
		}
	}
	slices.Sort(larger)
	prose.Has(t, readme, fmt.Sprintf("Every other float32 function is within %v units in the last place (%s).", usual, strings.Join(larger, ", ")))
	prose.Has(t, readme, fmt.Sprintf("Some operations are formulas, and each step of the formula is rounded: %s.", prose.And(bySteps)))
}
