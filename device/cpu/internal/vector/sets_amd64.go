//go:build !purego

package vector

import "golang.org/x/sys/cpu"

// avx2 and avx512 are filled in by the generated files.
var avx2, avx512 entries

func sets() []Set {
	x86 := &cpu.X86
	// Package cpu does not report F16C, float16's conversions; every processor with AVX2 has it.
	if !x86.HasAVX2 || !x86.HasFMA || !x86.HasBMI2 {
		return nil
	}
	all := []Set{{"avx2", avx2.all(), map[int]Transpose{4: transpose32, 8: transpose64}, map[Stride]Gather{
		{1, 1}: copyRows,
		{1, 0}: spreadRows8, {2, 0}: spreadRows16, {4, 0}: spreadRows32, {8, 0}: spreadRows64,
		{1, -1}: reverseRows8, {2, -1}: reverseRows16, {4, -1}: reverseRows32, {8, -1}: reverseRows64,
		{1, 2}: everySecond8, {2, 2}: everySecond16, {4, 2}: everySecond32, {8, 2}: everySecond64,
		{1, 3}: everyThird8, {2, 3}: everyThird16, {4, 3}: everyThird32, {8, 3}: everyThird64,
		{1, 4}: everyFourth8, {2, 4}: everyFourth16, {4, 4}: everyFourth32, {8, 4}: everyFourth64}, nil, nil}}
	if x86.HasERMS {
		all[0].Move = moveBytes
	}
	if x86.HasAVX512F && x86.HasAVX512DQ && x86.HasAVX512CD && x86.HasAVX512BW && x86.HasAVX512VL {
		all = append(all, Set{"avx512", avx512.all(), nil, map[Stride]Gather{
			{4, 2}: everySecond32Wide, {4, 3}: everyThird32Wide, {4, 4}: everyFourth32Wide,
			{8, 2}: everySecond64Wide, {8, 3}: everyThird64Wide, {8, 4}: everyFourth64Wide}, map[Stride]Gather{
			{4, 2}: toEverySecond32, {4, 3}: toEveryThird32, {4, 4}: toEveryFourth32,
			{8, 2}: toEverySecond64, {8, 3}: toEveryThird64, {8, 4}: toEveryFourth64}, nil})
	}
	return all
}

// Pause waits a moment, in a loop that waits for another processor.
func Pause() { pause() }

// Fence makes streamed results visible to other processors before all later stores.
func Fence() { sfence() }
