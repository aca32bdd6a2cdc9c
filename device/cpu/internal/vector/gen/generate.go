package main

import (
	"fmt"
	"log"
	"slices"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/move"
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
		{Name: "transpose", Routines: move.Transposes()},
		{Name: "gather", Routines: slices.Concat(move.Gathers(32), move.WideGathers(), move.Scatters())},
		{Name: "arithmetic", Set: kernel.AVX2, Kernels: arithmetic()},
		{Name: "compare", Set: kernel.AVX2, Kernels: comparisons()},
		{Name: "bits", Set: kernel.AVX2, Kernels: bitwise()},
		{Name: "cast", Set: kernel.AVX2, Kernels: casts()},
		{Name: "fused", Set: kernel.AVX2, Kernels: fused()},
		{Name: "quotient", Set: kernel.AVX2, Kernels: append(quotients(), integerPowers()...)},
		{Name: "reciprocal", Set: kernel.AVX2, Table: "reciprocals", Kernels: append(dividedByOne(32), shiftedByOne()...)},
		{Name: "reciprocal512", Set: kernel.AVX512, Table: "reciprocals512", Kernels: dividedByOne(64)},
		{Name: "half", Set: kernel.AVX2, Kernels: halfKernels()},
		{Name: "half512", Set: kernel.AVX512, Kernels: halfKernels512()},
		{Name: "wide", Set: kernel.AVX512, Kernels: wide()},
		{Name: "compare512", Set: kernel.AVX512, Kernels: comparisons512()},
		{Name: "function", Set: kernel.AVX2, Kernels: functions(32)},
		{Name: "function512", Set: kernel.AVX512, Kernels: functions(64)},
		{Name: "double", Set: kernel.AVX2, Kernels: functions64(32)},
		{Name: "double512", Set: kernel.AVX512, Kernels: functions64(64)},
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

// neonFiles have the kernels of AVX2 that can be written for arm64 or translated, in files of the same names.
func neonFiles() []kernel.File {
	all := []kernel.File{
		{Name: "transpose", Routines: move.TransposesOfNEON()},
		{Name: "gather", Routines: move.Gathers(16)},
		{Name: "arithmetic", Kernels: arithmetic()},
		{Name: "compare", Kernels: comparisons()},
		{Name: "bits", Kernels: bitwise()},
		{Name: "cast", Kernels: slices.Concat(casts(), neonCasts())},
		{Name: "fused", Kernels: fused()},
		{Name: "quotient", Kernels: append(quotients(), integerPowers()...)},
		{Name: "half", Kernels: halfKernels()},
		{Name: "function", Kernels: functions(16)},
		{Name: "double", Kernels: functions64(16)},
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

// neonHas reports whether there is a kernel for arm64; those that there is none for are named.
func neonHas(k kernel.Kernel) bool {
	if neonUnit(&k) != nil {
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
	if unit := neonUnit(k); unit != nil {
		k.Vector, k.Keep = unit, 8
	}
}
