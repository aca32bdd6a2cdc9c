package main

import (
	"fmt"
	"log"
	"slices"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/bits"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/cast"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/compare"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/composition"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/half"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/integer"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/math32"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/math64"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/move"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/neonrow"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/order"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/product"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/random"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/sum"
)

// generate returns the content of every file.
func generate() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, f := range files() {
		text, err := f.Assembly()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		all[f.Path(".s")] = text
		if all[f.Path(".go")], err = f.Declarations(); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return all, nil
}

// files are those of amd64, and then of arm64.
func files() []kernel.File {
	all := []kernel.File{
		{Name: "system", Routines: system()},
		{Name: "transpose", Set: kernel.AVX2, Routines: move.Transposes()},
		{Name: "gather", Set: kernel.AVX2, Routines: move.Gathers(32)},
		{Name: "gather", Set: kernel.AVX512, Routines: move.WideGathers()},
		{Name: "compress", Set: kernel.AVX2, Routines: move.Compresses(32)},
		{Name: "compress", Set: kernel.AVX512, Routines: move.Compresses(64)},
		{Name: "order", Set: kernel.AVX512, Routines: order.Routines()},
		{Name: "sum", Set: kernel.AVX2, Routines: sum.Routines()},
		{Name: "sum", Set: kernel.AVX512, Routines: sum.Wide()},
		{Name: "product", Set: kernel.AVX2, Routines: slices.Concat(product.Products(32), product.Narrow(), product.Acrosses(), product.Alongs(), product.Inners())},
		{Name: "product", Set: kernel.AVX512, Routines: append(product.Products(64), product.WideAcrosses()...)},
		{Name: "arithmetic", Set: kernel.AVX2, Kernels: arithmetic.Kernels()},
		{Name: "compare", Set: kernel.AVX2, Kernels: compare.Kernels()},
		{Name: "bits", Set: kernel.AVX2, Kernels: bits.Kernels()},
		{Name: "cast", Set: kernel.AVX2, Kernels: cast.Kernels()},
		{Name: "fused", Set: kernel.AVX2, Kernels: arithmetic.Fused()},
		{Name: "quotient", Set: kernel.AVX2, Kernels: append(integer.Quotients(), integer.Powers()...)},
		{Name: "half", Set: kernel.AVX2, Kernels: half.Kernels()},
		{Name: "composition", Set: kernel.AVX2, Kernels: composition.Kernels(32)},
		{Name: "half", Set: kernel.AVX512, Kernels: half.Kernels512()},
		{Name: "arithmetic", Set: kernel.AVX512, Kernels: wide()},
		{Name: "compare", Set: kernel.AVX512, Kernels: compare.Kernels512()},
		{Name: "composition", Set: kernel.AVX512, Kernels: composition.Kernels(64)},
		{Name: "random", Set: kernel.AVX2, Kernels: random.Kernels(32)},
		{Name: "random", Set: kernel.AVX512, Kernels: random.Kernels(64)},
		{Name: "function", Set: kernel.AVX2, Kernels: slices.Concat(math32.Kernels(32), arithmetic.Remainders())},
		{Name: "function", Set: kernel.AVX512, Kernels: math32.Kernels(64)},
		{Name: "double", Set: kernel.AVX2, Kernels: math64.Kernels(32)},
		{Name: "double", Set: kernel.AVX512, Kernels: math64.Kernels(64)},
	}
	for _, f := range all {
		for i := range f.Kernels {
			if f.Kernels[i].Width == 0 {
				f.Kernels[i].Width = 32
			}
		}
	}
	return append(all, neonFiles()...)
}

// neonFiles have the kernels of AVX2 that can be written for arm64 or translated, in files of the
// same names.
func neonFiles() []kernel.File {
	all := []kernel.File{
		{Name: "transpose", Routines: move.TransposesOfNEON()},
		{Name: "gather", Routines: move.Gathers(16)},
		{Name: "product", Routines: product.Products(16)},
		{Name: "arithmetic", Kernels: arithmetic.Kernels()},
		{Name: "compare", Kernels: compare.Kernels()},
		{Name: "bits", Kernels: bits.Kernels()},
		{Name: "cast", Kernels: slices.Concat(cast.Kernels(), neonrow.Casts())},
		{Name: "fused", Kernels: arithmetic.Fused()},
		{Name: "quotient", Kernels: append(integer.Quotients(), integer.Powers()...)},
		{Name: "half", Kernels: half.Kernels()},
		{Name: "composition", Kernels: composition.Kernels(16)},
		{Name: "random", Kernels: random.Kernels(16)},
		{Name: "function", Kernels: slices.Concat(math32.Kernels(16), arithmetic.Remainders())},
		{Name: "double", Kernels: math64.Kernels(16)},
	}
	for i := range all {
		all[i].Set = kernel.NEON
		all[i].Kernels = slices.DeleteFunc(all[i].Kernels, func(k kernel.Kernel) bool { return !neonHas(k) })
		for j := range all[i].Kernels {
			toNeon(&all[i].Kernels[j])
		}
	}
	return all
}

// neonHas reports whether there is a kernel for arm64; it logs the others.
func neonHas(k kernel.Kernel) bool {
	if neonrow.Vector(&k) != nil {
		return true
	}
	k.Width = 16
	_, err := (&kernel.File{Set: kernel.NEON, Kernels: []kernel.Kernel{k}}).Assembly()
	if err == nil {
		return true
	}
	log.Print("arm64 goes without ", k.Name, ": ", err)
	return false
}

// toNeon makes a kernel one for arm64.
func toNeon(k *kernel.Kernel) {
	k.Width = 16
	if unit := neonrow.Vector(k); unit != nil {
		k.Vector, k.Keep = unit, 8
	}
	if k.Folds {
		k.Pair = neonrow.Pair(k)
	}
}
