package shaders

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

const (
	b8  = op.Bool
	f32 = op.Float32
	i32 = op.Int32
	u32 = op.Uint32
	u8  = op.Uint8
	i8  = op.Int8
	i16 = op.Int16
	f16 = op.Float16
)

func types(dts ...op.DType) []op.DType { return dts }

func at(offset int, l broadcast.Layout) broadcast.Layout {
	l.Offset = offset
	return l
}

func lay(shape, strides []int, offset int) broadcast.Layout {
	return broadcast.Layout{Shape: shape, Strides: strides, Offset: offset}
}
