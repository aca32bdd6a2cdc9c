package cpu

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/devicetest/prose"
	"github.com/wgtensor/wgtensor/device/op"
)

const readme = "../../README.md"

// assemblySets yields the kernel sets of this machine that are more than plain loops.
func assemblySets(yield func(*kernel.Set) bool) {
	for _, name := range kernel.Names()[1:] {
		if !yield(kernels(name)) {
			return
		}
	}
}

func TestTheDocumentationNamesWhatAssemblyLeavesToPlainLoops(t *testing.T) {
	for set := range assemblySets {
		t.Run(set.Name, func(t *testing.T) {
			left := map[string][]string{} // operations by their dtypes
			for _, o := range op.Instructions() {
				if dtypes := plainDTypes(set, o); dtypes != "" {
					left[dtypes] = append(left[dtypes], o.Name)
				}
			}
			var clauses []string
			for _, dtypes := range slices.Sorted(maps.Keys(left)) {
				clauses = append(clauses, prose.And(left[dtypes])+" of "+dtypes)
			}
			prose.Has(t, "doc.go", fmt.Sprintf("With %s, plain loops are left for %s.", set.Name, strings.Join(clauses, "; ")))
		})
	}
}

// plainDTypes names the dtypes of an operation that have no assembly. It leaves out what is a
// copy or the same for every number, as isnan of integers.
func plainDTypes(t *kernel.Set, o *op.Op) string {
	var plain, whole []string
	for _, dt := range op.DTypes() {
		compute, to, err := o.Types(dt)
		if o.Rule == op.Retype || err != nil || compute != dt {
			continue
		}
		if kind := dt.Kind(); kind == op.Signed || kind == op.Unsigned {
			whole = append(whole, dt.String())
		}
		trivial := slices.Contains([]string{"{x}", "true", "false"}, o.WGSL(dt))
		if !t.For(cmp.Or(kernel.Turned(o), o), dt, to).Vector && !trivial {
			plain = append(plain, dt.String())
		}
	}
	if len(plain) > 2 && slices.Equal(plain, whole) {
		return "integers"
	}
	return prose.And(plain)
}

// TestAssemblyHasOtherBitsThanPlainLoopsOfFunctionsOfFloat64 is what the documentation says of
// a GPU's float64, which has the plain loops' bits.
func TestAssemblyHasOtherBitsThanPlainLoopsOfFunctionsOfFloat64(t *testing.T) {
	prose.Has(t, readme, "GPUs compute float64 with integers, slower than float32, to the bits of the CPU's plain Go loops. Functions in the CPU's assembly have other bits, within the same error.")
	prose.Has(t, "../../tensor/doc.go", "They compute [Float64] with integer instructions: slower than [Float32], with the same bits as the plain Go loops of the CPU.")
	prose.Has(t, "../op/DTYPES.md", "The CPU's assembly computes functions of float64 in other ways: other bits, within the same error.")
	plain := kernels(kernel.Plain)
	for set := range assemblySets {
		t.Run(set.Name, func(t *testing.T) {
			var other []string
			for _, o := range op.Instructions() {
				compute, to, err := o.Types(op.Float64)
				if err != nil || compute != op.Float64 || o.Rule == op.Retype {
					continue
				}
				if !slices.Equal(float64Results(plain, o, to), float64Results(set, o, to)) {
					other = append(other, o.Name)
					assert.NotEqual(t, op.Exact, o.Tol, "%v is exact, so its bits are the same everywhere", o)
				}
			}
			t.Log(len(other), "functions:", other)
			require.NotEmpty(t, other, "assembly has the plain loops' bits: README, DTYPES.md and package tensor say that it has others")
		})
	}
}

// float64Results is what a set gives for the same random numbers; one NaN is as good as another.
func float64Results(t *kernel.Set, o *op.Op, to op.DType) []op.Scalar {
	const n = 4096
	r := rand.New(rand.NewPCG(64, 21))
	args, result := make([][]byte, 3), make([]byte, n*to.Size())
	for k := range args {
		args[k] = make([]byte, n*8)
	}
	for k, dt := range cputest.Operands(o, op.Float64) {
		for i := range n {
			x := op.Scalar(r.IntN(2))
			if dt == op.Float64 {
				x = dt.FromFloat(r.NormFloat64())
			}
			dt.Store(args[k][i*dt.Size():], x)
		}
	}
	at := func(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }
	k := t.For(o, op.Float64, to)
	k.Run(n, at(result), at(args[0]), at(args[1]), at(args[2]), 0)
	var results []op.Scalar
	for i := range n {
		x := to.Load(result[i*to.Size():])
		if equal(to, x, to.FromFloat(math.NaN())) {
			x = to.FromFloat(math.NaN())
		}
		results = append(results, x)
	}
	return results
}
