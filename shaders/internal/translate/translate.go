// Package translate writes Go as WGSL: as much of Go as package libm is written in, which is
// functions of float64, of pairs of them and of words, without slices and pointers but to tables.
// Float64 is two words there, and every operation on it a call of shaders/lib. What it has
// no text for makes it panic: it runs in tests alone, and libm is its only input.
package translate

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"unicode"
)

// translator writes the text. A float64, int64 or uint64 is a vec2<u32>, an int an i32, a
// uint a u32; a function f is libm_f, and a struct s LibmS.
type translator struct {
	types.Info
	b       strings.Builder
	results string                // the struct that the function at hand returns, if it has several results
	changed map[types.Object]bool // the variables that it assigns to after their declaration
	unnamed int                   // how many temporaries it has
}

// Package translates the package in a folder, without its tests.
func Package(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return "", err
		}
		files = append(files, f)
	}
	tr := &translator{Info: types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Sizes: types.SizesFor("gc", "amd64")}
	if _, err := config.Check(filepath.Base(dir), fset, files, &tr.Info); err != nil {
		return "", err
	}
	for _, f := range files {
		for _, d := range f.Decls {
			tr.decl(d)
		}
	}
	return tr.b.String(), nil
}

func (tr *translator) printf(format string, args ...any) { fmt.Fprintf(&tr.b, format, args...) }

// helper is the name of a function in WGSL: expSum is libm_exp_sum.
func helper(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return "libm_" + b.String()
}

func structName(name string) string { return "Libm" + strings.ToUpper(name[:1]) + name[1:] }

// typeName is the type in WGSL.
func (tr *translator) typeName(t types.Type) string {
	switch t := t.(type) {
	case *types.Pointer:
		return tr.typeName(t.Elem())
	case *types.Named:
		if a, ok := t.Underlying().(*types.Array); ok {
			return tr.typeName(a)
		}
		return structName(t.Obj().Name())
	case *types.Array:
		return fmt.Sprintf("array<%s, %d>", tr.typeName(t.Elem()), t.Len())
	case *types.Basic:
		switch {
		case t.Info()&types.IsBoolean != 0:
			return "bool"
		case t.Kind() == types.Int:
			return "i32"
		case t.Kind() == types.Uint:
			return "u32"
		}
		return "vec2<u32>"
	}
	panic(fmt.Sprintf("translate: no text for the type %v", t))
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}
