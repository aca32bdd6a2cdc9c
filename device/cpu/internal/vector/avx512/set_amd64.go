//go:build !purego

package avx512

import (
	"golang.org/x/sys/cpu"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// kernels is filled in by the generated files.
var kernels vector.Table

// Set returns the kernel set, or nil if the processor lacks its instructions.
func Set() *vector.Set {
	x86 := &cpu.X86
	if !x86.HasAVX512F || !x86.HasAVX512DQ || !x86.HasAVX512CD || !x86.HasAVX512BW || !x86.HasAVX512VL {
		return nil
	}
	return &vector.Set{
		Name:       "avx512",
		Entries:    kernels.Entries,
		Gathers:    gathers(),
		Compresses: compresses(),
		Sums:       sums(),
		Products:   products(),
		Acrosses:   acrosses(),
		Keys:       keys(),
		Partitions: partitions(),
		Networks:   networks(),
		LineSorts:  lineSorts(),
		LineMerges: lineMerges(),
	}
}
