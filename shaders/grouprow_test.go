package shaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// argumentsOf are the types of a row's arguments whose first one is dt.
func argumentsOf(o *op.Op, dt op.DType) []op.DType {
	types := []op.DType{dt}
	if g := o.Role.(*op.Group); g.Second != nil {
		types = append(types, g.Second(dt))
	}
	return types
}

// groupRows are the texts of a row of groups, a function for each type.
func groupRows(o *op.Op) string {
	constant, functions := "", ""
	for _, dt := range op.DTypes() {
		types := argumentsOf(o, dt)
		r, ok := RowOf(o, types)
		if !ok {
			continue
		}
		parameters := fmt.Sprintf("x: %s, y: %s, i: u32, n: u32, whole: bool", valueType(dt), valueType(types[len(types)-1]))
		lines := []string{"var s = " + r.Begin + ";", r.Add, "let w = " + r.Save + ";", "let t = " + r.Load + ";", r.Merge}
		if r.Long != nil {
			var b text
			r.save(&b, "s", "", "buf1[{k}]")
			r.reload(&b, "s", "", "buf1[{k}]")
			r.merge(&b, "s", "", "", "buf1[{k}]")
			lines = []string{"var s = " + r.Begin + ";", r.Add, b.String()}
			constant = Constants(r)
		}
		if r.Again != "" {
			lines = append(lines, "loop { "+r.Add+" if (!"+r.Again+") { break; } }")
		}
		if r.Step != "" {
			lines = append(lines, "let step = "+r.Step+";")
		}
		body := strings.NewReplacer("{s}", "s", "{t}", "t", "{w}", "w", "{x}", "x", "{y}", "y", "{i}", "i", "{n}", "n", "{whole}", "whole").Replace(strings.Join(lines, "\n  ") + "\n  return " + strings.ReplaceAll(r.End, "{s}", "s") + ";")
		functions += fmt.Sprintf("fn %v_%v(%s) -> %s {\n  %s\n}\n\n", o, dt, parameters, valueType(o.Role.(*op.Group).Type(dt)), body)
	}
	return constant + functions
}

func TestARowOfGroupsSavesAsManyWordsAsItSays(t *testing.T) {
	for _, o := range op.Groups() {
		for _, dt := range op.DTypes() {
			if r, ok := RowOf(o, argumentsOf(o, dt)); ok && strings.HasPrefix(r.Save, "array") {
				assert.Contains(t, r.Save, fmt.Sprintf("array<u32, %d>(", r.Words), "%v of %v", o, dt)
			}
		}
	}
}

func TestASortHasNoRow(t *testing.T) {
	_, ok := RowOf(op.Sort, []op.DType{op.Float32})
	assert.False(t, ok)
	_, ok = RowOf(op.LoadAt, []op.DType{op.Float32, op.Int64})
	assert.False(t, ok)
}

func TestNoReductionOrScanIsLacking(t *testing.T) { assert.Empty(t, *Lacks()) }

func TestALongStateIsSavedInWholeRounds(t *testing.T) {
	for _, o := range op.Groups() {
		r, _ := RowOf(o, argumentsOf(o, op.Float64))
		assert.True(t, r.Long == nil || r.Words%wordsARound == 0, o.Name)
	}
}
