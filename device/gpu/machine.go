package gpu

import (
	"fmt"
	"math"
	"os"
)

// machineMemory is the memory of a Linux machine in bytes, and no bound elsewhere.
// Software drivers grant more, and the system then ends the process.
func machineMemory() int {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return math.MaxInt
	}
	defer f.Close()
	var kib int
	if _, err := fmt.Fscanf(f, "MemTotal: %d kB", &kib); err != nil || kib <= 0 || kib > math.MaxInt>>10 {
		return math.MaxInt
	}
	return kib << 10
}
