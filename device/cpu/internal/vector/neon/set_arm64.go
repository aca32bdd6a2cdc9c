//go:build !purego

package neon

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector"

// kernels is filled in by the generated files.
var kernels vector.Table

// Set returns the kernel set. Every processor for arm64 has its instructions.
func Set() *vector.Set {
	return &vector.Set{
		Name:       "neon",
		Entries:    kernels.Entries(),
		Transposes: map[int]vector.Transpose{4: transpose32, 8: transpose64},
		Gathers: map[vector.Stride]vector.Gather{
			{Size: 1, Step: 1}:  copyRows,
			{Size: 1, Step: 0}:  spreadRows8,
			{Size: 2, Step: 0}:  spreadRows16,
			{Size: 4, Step: 0}:  spreadRows32,
			{Size: 8, Step: 0}:  spreadRows64,
			{Size: 1, Step: -1}: reverseRows8,
			{Size: 2, Step: -1}: reverseRows16,
			{Size: 4, Step: -1}: reverseRows32,
			{Size: 8, Step: -1}: reverseRows64,
			{Size: 1, Step: 2}:  everySecond8,
			{Size: 2, Step: 2}:  everySecond16,
			{Size: 4, Step: 2}:  everySecond32,
			{Size: 8, Step: 2}:  everySecond64,
		},
	}
}
