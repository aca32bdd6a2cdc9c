//go:build !purego

package vector

import "sync"

// avx2 and avx512 are filled in by the generated files.
var avx2, avx512 entries

// Tiers has what this processor, and its operating system, can run, the best one last.
func Tiers() []Tier { return found() }

var found = sync.OnceValue(find) // a virtual machine takes long to answer

func find() []Tier {
	const (
		fma, osxsave, avx, f16c = 1 << 12, 1 << 27, 1 << 28, 1 << 29    // leaf 1, ECX
		avx2Bit, bmi2, quick    = 1 << 5, 1 << 8, 1 << 9                // leaf 7, EBX; quick copies are "ERMS"
		avx512Bits              = 1<<16 | 1<<17 | 1<<28 | 1<<30 | 1<<31 // F, DQ, CD, BW, VL
		ymm, zmm                = 1<<1 | 1<<2, 1<<5 | 1<<6 | 1<<7       // state that the system saves
	)
	var tiers []Tier
	if leaves, _, _, _ := cpuid(0, 0); leaves < 7 {
		return nil
	}
	_, _, basic, _ := cpuid(1, 0)
	_, extended, _, _ := cpuid(7, 0)
	has := func(have, want uint32) bool { return have&want == want }
	if !has(basic, fma|osxsave|avx|f16c) || !has(extended, avx2Bit|bmi2) || !has(xgetbv(), ymm) {
		return nil
	}
	tiers = append(tiers, Tier{"avx2", avx2.all(), map[int]Transpose{4: transpose32, 8: transpose64}, map[Stride]Gather{
		{1, 1}: copyRows,
		{1, 0}: spreadRows8, {2, 0}: spreadRows16, {4, 0}: spreadRows32, {8, 0}: spreadRows64,
		{1, -1}: reverseRows8, {2, -1}: reverseRows16, {4, -1}: reverseRows32, {8, -1}: reverseRows64,
		{1, 2}: everySecond8, {2, 2}: everySecond16, {4, 2}: everySecond32, {8, 2}: everySecond64,
		{1, 3}: everyThird8, {2, 3}: everyThird16, {4, 3}: everyThird32, {8, 3}: everyThird64,
		{1, 4}: everyFourth8, {2, 4}: everyFourth16, {4, 4}: everyFourth32, {8, 4}: everyFourth64}, nil, nil})
	if has(extended, quick) {
		tiers[0].Move = moveBytes
	}
	if has(extended, avx512Bits) && has(xgetbv(), zmm) {
		tiers = append(tiers, Tier{"avx512", avx512.all(), nil, map[Stride]Gather{
			{4, 2}: everySecond32Wide, {4, 3}: everyThird32Wide, {4, 4}: everyFourth32Wide,
			{8, 2}: everySecond64Wide, {8, 3}: everyThird64Wide, {8, 4}: everyFourth64Wide}, map[Stride]Gather{
			{4, 2}: toEverySecond32, {4, 3}: toEveryThird32, {4, 4}: toEveryFourth32,
			{8, 2}: toEverySecond64, {8, 3}: toEveryThird64, {8, 4}: toEveryFourth64}, nil})
	}
	return tiers
}

// Pause is what a loop does that waits for another processor: less.
func Pause() { pause() }

// Fence makes what has been streamed visible to other processors, in its order.
func Fence() { sfence() }
