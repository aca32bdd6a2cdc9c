package compare

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
)

var conditions = map[string]func(x, y float64) bool{
	"Eq":       func(x, y float64) bool { return x == y },
	"Ne":       func(x, y float64) bool { return x != y },
	"Le":       func(x, y float64) bool { return x <= y },
	"Gt":       func(x, y float64) bool { return x > y },
	"Isnan":    func(x, _ float64) bool { return x != x },
	"Isinf":    func(x, _ float64) bool { return math.IsInf(x, 0) },
	"Isfinite": func(x, _ float64) bool { return x-x == 0 },
	"Isposinf": func(x, _ float64) bool { return math.IsInf(x, 1) },
	"Isneginf": func(x, _ float64) bool { return math.IsInf(x, -1) },
}

func TestComparisonsOfFloat64AreThoseOfGo(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 1.5, math.Inf(1), math.Inf(-1), math.NaN()}
	tested := 0
	for _, k := range Kernels() {
		holds := conditions[k.Entries[0].Ops[0]]
		if holds == nil || k.Entries[0].From != "Float64" {
			continue
		}
		tested++
		t.Run(k.Name, func(t *testing.T) {
			p := emittest.Compile(t, k.Vector)
			for _, x := range values {
				for _, y := range values {
					want := uint8(0)
					if holds(x, y) {
						want = 1
					}
					require.Equal(t, want, uint8(p.Run(t, math.Float64bits(x), math.Float64bits(y))), "of %v and %v", x, y)
				}
			}
		})
	}
	require.Equal(t, len(conditions), tested)
}
