//go:build !linux

package cpu

import "unsafe"

// memoryLimit is a guess where the system does not tell: 64 GiB, or 2 GiB on 32 bits. Go ends the
// program when the system refuses memory, so requests beyond the limit are refused first.
func memoryLimit() int { return (1<<31 - 8) << (^uint(0) >> 63 * 5) }

func adviseHuge(unsafe.Pointer, int) {}
