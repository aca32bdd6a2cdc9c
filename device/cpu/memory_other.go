//go:build !linux

package cpu

import "unsafe"

// memoryLimit is a guess where the machine does not tell, 2 GiB or with 64 bits 64 GiB:
// Go ends the program when it cannot get what it asks the system for, so that
// impossible requests must be refused before.
func memoryLimit() int { return (1<<31 - 8) << (^uint(0) >> 63 * 5) }

func adviseHuge(unsafe.Pointer, int) {}
