package bits

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// QuadShifts512 are shifts of 64-bit integers with a sign.
func QuadShifts512() []kernel.Kernel {
	return []kernel.Kernel{
		kernel.BinaryOf("shiftRightInt64", "x[i] >> uint64(y[i])", dtype.Int64, kernel.Always("VPSRAVQ"), "BitwiseRightShift"),
	}
}

// Shifts512 are shifts of 8 and 16 bits, which AVX-512 has instructions for.
func Shifts512() []kernel.Kernel {
	var all []kernel.Kernel
	for i, t := range dtype.Signed[:2] {
		u := dtype.Unsigned[i]
		all = append(all,
			kernel.BinaryOf("shiftLeft"+t.Name, "x[i] << uint64(y[i])", t, ShiftLeft, "BitwiseLeftShift").Also(u),
			kernel.BinaryOf("shiftRight"+t.Name, "x[i] >> uint64(y[i])", t, ShiftRight, "BitwiseRightShift"),
			kernel.BinaryOf("shiftRight"+u.Name, "x[i] >> uint64(y[i])", u, ShiftRight, "BitwiseRightShift"))
	}
	return all
}
