package cpu

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// memoryLimit is the memory of the machine, or of its part that the control group of a
// container leaves: Go ends the program when it cannot get what
// it asks the system for, so that impossible requests must be refused before.
func memoryLimit() int {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return maxInt
	}
	bytes := uint64(info.Totalram) * max(uint64(info.Unit), 1)
	bytes = leastLimit(bytes, "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
	return int(min(bytes, uint64(maxInt)))
}

// leastLimit is the least of the limit and those that the files hold; "max" is none.
func leastLimit(limit uint64, files ...string) uint64 {
	for _, file := range files {
		text, _ := os.ReadFile(file) // there is at most one of versions 2 and 1
		if bytes, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			limit = min(limit, bytes)
		}
	}
	return limit
}

// adviseHuge asks for huge pages for a large block that nobody has touched: walks that
// jump, such as over a transposed operand, else wait for an address at every step.
func adviseHuge(at unsafe.Pointer, bytes int) {
	const page, hugePage, hugePages = 1 << 12, 1 << 21, 14 // MADV_HUGEPAGE
	if bytes >= hugePage && uintptr(at)%page == 0 {
		_ = syscall.Madvise(unsafe.Slice((*byte)(at), bytes&^(page-1)), hugePages) // as a hint may fail
	}
}
