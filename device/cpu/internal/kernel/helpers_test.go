package kernel_test

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

var pack, equal, element, special = cputest.Pack, cputest.Equal, cputest.Element, cputest.Special

var operands, oneGoroutine = cputest.Operands, cputest.OneGoroutine

// kernels are those of a kernel set; "" is the best one.
func kernels(name string) *kernel.Set {
	t, err := kernel.Find(name)
	if err != nil {
		panic(err)
	}
	return t
}
