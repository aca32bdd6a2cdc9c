//go:build !purego

package neon

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector"

// kernels is filled in by the generated files.
var kernels vector.Table

// Set returns the kernel set. Every processor for arm64 has its instructions.
func Set() *vector.Set {
	return &vector.Set{
		Name:       "neon",
		Entries:    kernels.Entries,
		Transposes: transposes(),
		Gathers:    gathers(),
		Products:   products(),
	}
}
