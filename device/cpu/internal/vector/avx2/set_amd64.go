//go:build !purego

package avx2

import (
	"golang.org/x/sys/cpu"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// kernels is filled in by the generated files.
var kernels vector.Table

// Set returns the kernel set, or nil if the processor lacks its instructions.
func Set() *vector.Set {
	x86 := &cpu.X86
	// Package cpu does not report F16C, float16's conversions; every processor with AVX2 has it.
	if !x86.HasAVX2 || !x86.HasFMA || !x86.HasBMI2 {
		return nil
	}
	return &vector.Set{
		Name:       "avx2",
		Entries:    kernels.Entries,
		Transposes: transposes(),
		Gathers:    gathers(),
		Compresses: compresses(),
		Sums:       sums(),
		Products:   products(),
		Acrosses:   acrosses(),
		Inners:     inners(),
		Alongs:     alongs(),
	}
}
