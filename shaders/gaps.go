package shaders

import (
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Forms are what kernels do besides maps.
const Forms = device.Reductions | device.Scans

// Lacks are the reductions and scans that have no kernel for some types.
var Lacks = sync.OnceValue(func() *device.Gaps {
	gaps := device.Gaps{}
	for _, o := range op.Groups() {
		role := o.Role.(*op.Group)
		if role.Gives == op.Order {
			continue // no form of kernels
		}
		for _, dt := range op.DTypes() {
			args := []op.DType{dt}
			if role.Second != nil {
				args = append(args, role.Second(dt))
			}
			if _, ok := RowOf(o, args); !ok {
				gaps[o] |= op.SetOf(dt)
			}
		}
	}
	if len(gaps) == 0 {
		return nil
	}
	return &gaps
})
