package safetensors

import "github.com/wgtensor/wgtensor/tensor"

// kind is a type of the format. Those without a dtype can be listed, and not read.
type kind struct {
	name  string
	bits  int
	dtype tensor.DType
}

// kinds are in the order of the reference implementation, which writes the last kind first.
var kinds = []kind{
	{"BOOL", 8, tensor.Bool}, {"F4", 4, 0}, {"F6_E2M3", 6, 0}, {"F6_E3M2", 6, 0}, {"U8", 8, tensor.Uint8}, {"I8", 8, tensor.Int8},
	{"F8_E5M2", 8, 0}, {"F8_E4M3", 8, 0}, {"F8_E8M0", 8, 0}, {"F8_E4M3FNUZ", 8, 0}, {"F8_E5M2FNUZ", 8, 0},
	{"I16", 16, tensor.Int16}, {"U16", 16, tensor.Uint16}, {"F16", 16, tensor.Float16}, {"BF16", 16, tensor.BFloat16},
	{"I32", 32, tensor.Int32}, {"U32", 32, tensor.Uint32}, {"F32", 32, tensor.Float32}, {"C64", 64, 0},
	{"F64", 64, tensor.Float64}, {"I64", 64, tensor.Int64}, {"U64", 64, tensor.Uint64},
}
