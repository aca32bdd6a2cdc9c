package arithmetic

import (
	"strings"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// fusedRows are chains of operations that one kernel computes. Each operation is rounded by itself.
// The first takes two operands. Every later one takes the result of the one before, and a further
// operand if it needs one. A chain saves passes over tiles.
var fusedRows = []struct{ name, is, ops string }{
	{"mulAdd", "x[i]*y[i] + z[i]", "Mul Add"},
	{"mulSub", "x[i]*y[i] - z[i]", "Mul Sub"},
	{"mulMul", "x[i] * y[i] * z[i]", "Mul Mul"},
	{"addMul", "(x[i] + y[i]) * z[i]", "Add Mul"},
	{"subMul", "(x[i] - y[i]) * z[i]", "Sub Mul"},
	{"addAdd", "x[i] + y[i] + z[i]", "Add Add"},
	{"addRelu", "max(x[i]+y[i], 0)", "Add Relu"},
	{"mulAddRelu", "max(x[i]*y[i]+z[i], 0)", "Mul Add Relu"},
	{"subSquare", "(x[i] - y[i]) * (x[i] - y[i])", "Sub Square"},
	{"subAbs", "math.Abs(x[i] - y[i])", "Sub Abs"},
	{"mulMaximum", "max(x[i]*y[i], z[i])", "Mul Maximum"},
	{"maximumMinimum", "min(max(x[i], y[i]), z[i])", "Maximum Minimum"},
}

var (
	Binaries = map[string]kernel.Binary{"Add": Add, "Sub": Sub, "Mul": Mul, "Maximum": Maximum, "Minimum": Minimum}
	unaries  = map[string]kernel.Unary{"Relu": Relu, "Square": Square, "Abs": abs}
)

// IsFused reports whether there is a kernel of some operations of floats, each on the result of the one
// before.
func IsFused(ops ...string) bool {
	chain := strings.Join(ops, " ")
	for _, r := range fusedRows {
		if r.ops == chain {
			return true
		}
	}
	return false
}

// Fused are the kernels of fusedRows, for all floats.
func Fused() []kernel.Kernel {
	var all []kernel.Kernel
	for _, t := range dtype.Floats {
		for _, r := range fusedRows {
			ops := strings.Fields(r.ops)
			k := kernel.Kernel{Name: r.name + t.Name, Is: r.is, In: []int{t.Size}, Out: t.Size,
				Entries: []kernel.Entry{{Ops: ops, From: t.Name, To: t.Name}}}
			for _, o := range ops {
				if Binaries[o] != nil {
					k.In = append(k.In, t.Size)
				}
			}
			k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
				v, next := f.Load(in(0, 0)), 1
				for _, o := range ops {
					if b := Binaries[o]; b != nil {
						v = b(f, t, v, in(next, 0))
						next++
					} else {
						v = unaries[o](f, t, v)
					}
				}
				return v
			}
			all = append(all, k)
		}
	}
	return all
}
