package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// wideRest is expRest of a float64, whose registers it takes.
func wideRest(f floats.Arithmetic, x floats.Doubles) (v, n emit.Vec) {
	var whole floats.Doubles
	for i, x := range x {
		whole[i] = f.Nearest("PD", f.Wide().Mul(x, f.Number64(math.Log2E)))
		f.Wide().SubProduct(x, whole[i], f.Number64(math.Ln2))
	}
	return powerRest(f, f.Narrow(x)), f.Narrow(whole)
}
