//go:build !purego

package avx2

import (
	"golang.org/x/sys/cpu"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// kernels and reciprocals are filled in by the generated files.
var kernels, reciprocals vector.Table

// Set returns the kernel set, or nil if the processor lacks its instructions.
func Set() *vector.Set {
	x86 := &cpu.X86
	// Package cpu does not report F16C, float16's conversions; every processor with AVX2 has it.
	if !x86.HasAVX2 || !x86.HasFMA || !x86.HasBMI2 {
		return nil
	}
	s := &vector.Set{
		Name:        "avx2",
		Entries:     kernels.Entries(),
		Reciprocals: reciprocals.Entries(),
		Transposes:  map[int]vector.Transpose{4: transpose32, 8: transpose64},
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
			{Size: 1, Step: 3}:  everyThird8,
			{Size: 2, Step: 3}:  everyThird16,
			{Size: 4, Step: 3}:  everyThird32,
			{Size: 8, Step: 3}:  everyThird64,
			{Size: 1, Step: 4}:  everyFourth8,
			{Size: 2, Step: 4}:  everyFourth16,
			{Size: 4, Step: 4}:  everyFourth32,
			{Size: 8, Step: 4}:  everyFourth64,
		},
	}
	if x86.HasERMS {
		s.Move = moveBytes
	}
	return s
}
