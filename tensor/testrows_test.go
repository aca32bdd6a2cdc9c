package tensor_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// badTables are the loops over tables whose rows cannot be run alone, each with what to do.
func badTables(file *ast.File) map[ast.Node]string {
	bad := map[ast.Node]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if !ok {
			return true
		}
		rows, ok := loop.X.(*ast.CompositeLit)
		if !ok {
			return true
		}
		switch of := rows.Type.(type) {
		case *ast.MapType:
			bad[n] = "a map has no order; make it a slice of structs with a name, and run each row by t.Run"
		case *ast.ArrayType:
			if _, ok := of.Elt.(*ast.StructType); ok && !callsRun(loop.Body) {
				bad[n] = "its rows cannot be run alone; give each a name, and run it by t.Run"
			}
		}
		return true
	})
	return bad
}

func callsRun(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.SelectorExpr)
		found = found || ok && call.Sel.Name == "Run"
		return true
	})
	return found
}

func TestEveryRowOfATableCanBeRunAlone(t *testing.T) {
	files := token.NewFileSet()
	seen := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		seen++
		for loop, advice := range badTables(file) {
			t.Errorf("%v: a table of tests: %s", files.Position(loop.Pos()), advice)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, seen, 200, "files of tests")
}

func TestBadTablesAreFound(t *testing.T) {
	for _, c := range []struct {
		name, text string
		bad        int
	}{
		{"a map", `for name, x := range map[string]int{"a": 1} { t.Run(name, nil) }`, 1},
		{"rows without t.Run", `for _, c := range []struct{ x int }{{1}} { check(c.x) }`, 1},
		{"rows with t.Run", `for _, c := range []struct{ name string }{{"a"}} { t.Run(c.name, nil) }`, 0},
		{"values", `for _, x := range []int{1, 2} { check(x) }`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "package p\nfunc TestP(t *testing.T) { " + c.text + " }"
			file, err := parser.ParseFile(token.NewFileSet(), "p_test.go", text, 0)
			require.NoError(t, err)
			assert.Len(t, badTables(file), c.bad)
		})
	}
}
