package cpu

import (
	"syscall"
	"unsafe"
)

// memoryLimit is the memory of the machine: Go ends the program when it cannot get what
// it asks the system for, so that impossible requests must be refused before.
func memoryLimit() int {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return maxInt
	}
	bytes := uint64(info.Totalram) * max(uint64(info.Unit), 1)
	return int(min(bytes, uint64(maxInt)))
}

// adviseHuge asks for huge pages for a large block that nobody has touched: walks that
// jump, such as over a transposed operand, else wait for an address at every step.
func adviseHuge(block []uint64) {
	const page, hugePage, hugePages = 1 << 12, 1 << 21, 14 // MADV_HUGEPAGE
	at := unsafe.Pointer(unsafe.SliceData(block))
	if bytes := 8 * len(block); bytes >= hugePage && uintptr(at)%page == 0 {
		_ = syscall.Madvise(unsafe.Slice((*byte)(at), bytes&^(page-1)), hugePages) // as a hint may fail
	}
}
