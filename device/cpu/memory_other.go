//go:build !linux

package cpu

import "unsafe"

// memoryLimit is a guess where the system does not tell: 64 GiB.
func memoryLimit() int { return min(1<<36, mostLive) }

func adviseHuge(unsafe.Pointer, int) {}
