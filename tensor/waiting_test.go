package tensor_test

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
)

// docs are the comments of the package's functions and methods.
func docs(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, d := range declarations(t, ".", "") {
		if f, ok := d.decl.(*ast.FuncDecl); ok && f.Name.IsExported() {
			name := f.Name.Name
			if !isPublic(f) {
				name = types.ExprString(f.Recv.List[0].Type) + "." + name
			}
			all[name] = docOf(f)
		}
	}
	return all
}

func docOf(f *ast.FuncDecl) string { return strings.Join(strings.Fields(f.Doc.Text()), " ") }

// waits are the functions that compute their tensors, or wait for them. TestWhatComputesSaysSo
// finds those among the methods without arguments.
var waits = []string{"Data", "Item", "Bytes", "Float32s", "ToNested", "String", "Format", "WriteTo", "MarshalJSON", "GobEncode",
	"To", "Clone", "Assign", "Fill", "SetAt", "*Compiled[A, R].Call"}

// counts are the functions that wait, and that have another form which takes a context.
var counts = []string{"Nonzero", "MaskedSelect", "Argwhere", "UniqueAll", "UniqueValues", "UniqueCounts", "UniqueInverse", "Bincount", "BincountWeighted"}

func TestWhatCanWaitSaysHowToGiveItAContext(t *testing.T) {
	all := docs(t)
	for _, name := range waits {
		assert.Contains(t, all[name], "Eval(ctx, ", name)
	}
	for _, name := range counts {
		assert.Contains(t, all[name], "[Tensor."+name+"Context] ends with a context", name)
		assert.Contains(t, all[name+"Context"], "ctx ends first", name)
	}
	assert.Contains(t, all["AllClose"], "[AllCloseContext] ends with a context")
	for name, doc := range all {
		if strings.HasSuffix(name, "InPlace") {
			assert.Contains(t, doc, "It waits as [Tensor.Assign] does.", name)
		}
	}
	assert.Contains(t, all["*Compiled[A, R].Into"], "It waits as Call does.")
	for _, name := range []string{"Warmup", "Explain", "Profile"} {
		assert.Contains(t, all[name], "which no context can end", name)
	}
	assert.Contains(t, all["Graph"], "waits as [Explain] does")
	for _, name := range []string{"Eval", "ReadInto", "WithData"} {
		assert.Contains(t, all[name], "ctx ends first", name)
	}
}

func TestWhatTakesTensorsInAFolderOfItsOwnSaysThatItCanWait(t *testing.T) {
	for _, folder := range []string{"images", "npy", "safetensors", "tensortest"} {
		t.Run(folder, func(t *testing.T) {
			count := 0
			for _, d := range declarations(t, folder, "") {
				f, ok := d.decl.(*ast.FuncDecl)
				if !ok || !f.Name.IsExported() || !slices.ContainsFunc(f.Type.Params.List, takesTensors) {
					continue
				}
				count++
				assert.Contains(t, docOf(f), "It waits as [", f.Name.Name)
			}
			assert.NotZero(t, count)
		})
	}
}

func takesTensors(f *ast.Field) bool {
	return strings.Contains(types.ExprString(f.Type), "*tensor.Tensor")
}

func TestWhatComputesSaysSo(t *testing.T) {
	d := recordTensors(t)
	var found []string
	methods := reflect.TypeFor[*tensor.Tensor]()
	for i := range methods.NumMethod() {
		m := methods.Method(i)
		if m.Type.NumIn() != 1 || strings.HasSuffix(m.Name, "InPlace") {
			continue
		}
		x := iota32(4, 2, 2).Add(1) // waits
		d.took()
		m.Func.Call([]reflect.Value{reflect.ValueOf(x)})
		if len(d.took()) > 0 {
			found = append(found, m.Name)
		}
	}
	assert.Contains(t, found, "Bytes")
	assert.Subset(t, append(counts, waits...), found)
}
