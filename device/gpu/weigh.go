package gpu

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

var _ device.Weigher = (*Device)(nil)

// fullBytes is the longest text, inlined, that a kernel should have. llvmpipe compiles it in some
// 1.3 s. Three functions of float64 fill a launch; their code has room in the uniform, too.
const fullBytes = 400 << 10

// Weight is how much of a launch an instruction fills, in percent.
func (d *Device) Weight(o *op.Op, in, result op.DType) int {
	return shaders.Weight(o, in, result, d.kernels.repair) / (fullBytes / 100)
}

var _ device.Multiplier = (*Device)(nil)

// ProductTile is how many rows or columns of a product of matrices share what maps before it compute.
func (d *Device) ProductTile(dt op.DType, terms int) int {
	return shaders.ProductTile(dt, terms, d.kernels.teams)
}
