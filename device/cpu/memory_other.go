//go:build !linux

package cpu

import "unsafe"

// memoryLimit is a guess where the system does not tell: 64 GiB. Go ends the program when the system
// refuses memory, so requests beyond the limit are refused first.
func memoryLimit() int { return min(1<<36, mostLive) }

func adviseHuge(unsafe.Pointer, int) {}
