package cpu

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// memoryLimit is the memory of the machine, or the share that a container's control group allows.
func memoryLimit() int {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return mostLive
	}
	bytes := uint64(info.Totalram) * max(uint64(info.Unit), 1)
	bytes = leastLimit(bytes, "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
	return int(min(bytes, mostLive))
}

// leastLimit returns the least of limit and the limits in the files; "max" is no limit.
func leastLimit(limit uint64, files ...string) uint64 {
	for _, file := range files {
		text, _ := os.ReadFile(file) // the files are of versions 2 and 1; at most one exists
		if bytes, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			limit = min(limit, bytes)
		}
	}
	return limit
}

// adviseHuge asks for huge pages for a large block that has not been touched. Without them, strided
// walks such as those over a transposed operand wait for an address translation at every step.
func adviseHuge(at unsafe.Pointer, bytes int) {
	const page, hugePage, hugePages = 1 << 12, 1 << 21, 14 // MADV_HUGEPAGE
	if bytes >= hugePage && uintptr(at)%page == 0 {
		_ = syscall.Madvise(unsafe.Slice((*byte)(at), bytes&^(page-1)), hugePages) // a hint may fail
	}
}
