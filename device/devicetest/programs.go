package devicetest

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// mustProgram is for programs that are right by construction.
func mustProgram(inputs, scalars []op.DType, code []device.Instr, outputs ...device.Value) *device.Program {
	p, err := device.NewProgram(inputs, scalars, code, outputs...)
	if err != nil {
		panic(err)
	}
	return p
}

// operandTypes returns the types of the row's operands when it computes in dt. It reports whether
// the row has an instruction in dt.
func operandTypes(o *op.Op, dt op.DType) ([]op.DType, bool) {
	types := repeat(dt, o.Arity)
	if o.Rule == op.Select {
		types[0] = op.Bool
	}
	_, err := o.Check(types)
	return types, err == nil
}

func repeat(dt op.DType, n int) []op.DType { return slices.Repeat([]op.DType{dt}, n) }

// single is the program of one operation whose operands are inputs, or scalars where
// the bits of mask say so.
func single(in device.Instr, types []op.DType, mask int) *device.Program {
	var inputs, scalars []op.DType
	for k, dt := range types {
		if mask>>k&1 == 1 {
			scalars = append(scalars, dt)
		} else {
			inputs = append(inputs, dt)
		}
	}
	args := make([]device.Value, len(types))
	nextInput, nextScalar := device.Value(0), device.Value(len(inputs))
	for k := range types {
		next := &nextInput
		if mask>>k&1 == 1 {
			next = &nextScalar
		}
		args[k] = *next
		*next++
	}
	in.Args = args
	return mustProgram(inputs, scalars, []device.Instr{in}, device.Value(len(types)))
}
