package op

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAFoldOfTwoElementsIsTheMeaningOfItsRow(t *testing.T) {
	folded := map[string]bool{}
	for _, o := range Groups() {
		g := o.Role.(*Group)
		for _, dt := range DTypes() {
			result := g.Type(dt)
			combine, identity := g.Folds(result)
			if combine == nil {
				continue
			}
			folded[o.Name] = true
			elements := []Scalar{dt.FromInt(0), dt.FromInt(1), dt.least(), dt.most()}
			if dt.Kind() != Boolean {
				elements = append(elements, dt.FromInt(3), dt.FromInt(-7))
			}
			if dt.IsFloat() {
				elements = append(elements, dt.FromFloat(math.Copysign(0, -1)), dt.FromFloat(math.NaN()))
			}
			of := func(x, y Scalar) Scalar {
				return combine.Eval([]Scalar{x, y}, []DType{result, result})
			}
			eval := func(elements ...Scalar) Scalar { return lastOf(g.Eval([][]Scalar{elements}, []DType{dt}, result))[0] }
			for _, x := range elements {
				want := eval(x)
				assert.Equal(t, want, of(identity, Convert(x, dt, result)), "%v of %v alone", o, dt)
				for _, y := range elements {
					want := eval(x, y)
					got := of(Convert(x, dt, result), Convert(y, dt, result))
					assert.True(t, want == got || isNaN(result, want) && isNaN(result, got), "%v of %v: %#x, %#x", o, dt, x, y)
				}
			}
		}
	}
	assert.Equal(t, "map[all:true any:true cummax:true cummin:true cumprod:true cumsum:true max:true min:true nanmax:true nanmin:true prod:true sum:true]", fmt.Sprint(folded))
}
