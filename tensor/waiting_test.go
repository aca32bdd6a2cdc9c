package tensor_test

import (
	"go/ast"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
)

// docs are the comments of the package's functions and methods.
func docs(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, d := range declarations(t, ".", "") {
		if f, ok := d.decl.(*ast.FuncDecl); ok && isPublic(f) {
			all[f.Name.Name] = strings.Join(strings.Fields(f.Doc.Text()), " ")
		}
	}
	return all
}

// waits are the functions that compute what they are given, or wait for it. TestWhatComputesSaysSo
// finds those among the methods without arguments.
var waits = []string{"Data", "Item", "Bytes", "Float32s", "ToNested", "String", "Format", "WriteTo", "MarshalJSON", "GobEncode",
	"AllClose", "To", "Clone", "Assign", "Fill", "SetAt"}

func TestWhatCanWaitSaysHowToGiveItAContext(t *testing.T) {
	all := docs(t)
	for _, name := range waits {
		assert.Contains(t, all[name], "Eval(ctx, ", name)
	}
	for name, doc := range all {
		if strings.HasSuffix(name, "InPlace") {
			assert.Contains(t, doc, "It can wait, as [Tensor.Assign].", name)
		}
	}
	assert.Contains(t, all["Warmup"], "which no context can end")
	assert.Contains(t, all["Eval"], "When ctx ends first")
	assert.Contains(t, all["ReadInto"], "When ctx ends first")
}

func TestWhatComputesSaysSo(t *testing.T) {
	d := recorded(t)
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
	assert.Subset(t, waits, found)
}
