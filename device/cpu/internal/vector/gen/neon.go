package main

import (
	"log"
	"slices"
)

const neonTier = "neon"

// neonFamilies are the kernels of arm64: those of AVX2 that there are rows or a translation
// for, each in a file with the name of the other.
func neonFamilies() []family {
	all := []family{
		{name: "transpose", others: neonTransposes()},
		{name: "gather", others: gathers(16)},
		{name: "arithmetic", kernels: arithmetic()},
		{name: "compare", kernels: comparisons()},
		{name: "bits", kernels: bitwise()},
		{name: "cast", kernels: slices.Concat(casts(), neonCasts())},
		{name: "fused", kernels: fused()},
		{name: "quotient", kernels: append(quotients(), integerPowers()...)},
		{name: "half", kernels: halfKernels()},
		{name: "function", kernels: functions(16)},
		{name: "double", kernels: functions64(16)},
	}
	for i := range all {
		all[i].tier = neonTier
		all[i].kernels = slices.DeleteFunc(all[i].kernels, func(k kernel) bool { return !neonHas(k) })
		for j := range all[i].kernels {
			all[i].kernels[j].toNeon()
		}
	}
	return all
}

// neonHas reports whether there is a kernel for arm64; those that there is none for are named.
func neonHas(k kernel) bool {
	if neonUnit(&k) != nil {
		return true
	}
	k.width = 16
	_, err := (&family{tier: neonTier, kernels: []kernel{k}}).assembly()
	if err == nil {
		return true
	}
	log.Print("arm64 goes without ", k.name, ": ", err)
	return false
}

// toNeon makes a kernel one for arm64.
func (k *kernel) toNeon() {
	k.width = 16
	if unit := neonUnit(k); unit != nil {
		k.vector, k.keep = unit, 8
	}
}
