// Package translate compiles Go to code for the interpreter in shaders/lib/machine.wgsl. It knows
// the part of Go that package libm uses: functions of float64, of pairs of float64, and of words.
// Slices and pointers may only refer to tables. Every call is inlined.
//
// It panics on anything else, because it runs in tests only, and libm is its only input.
package translate

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"
)

// Routine is a function of up to three float64, compiled.
type Routine struct {
	Name      string // in WGSL: libm_exp
	Params    int
	Registers int       // that it uses
	Code      []Element // instructions, then the tables
}

// Element is an instruction, or two words of a table.
type Element [4]uint32

// Bytes is the element as shaders see it.
func (e Element) Bytes() (b []byte) {
	for _, w := range e {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// Package is a package of Go, checked.
type Package struct {
	types.Info
	functions map[types.Object]*ast.FuncDecl
	values    map[types.Object]ast.Expr // of the package's variables
	exported  []*ast.FuncDecl
}

// Read reads the package in a folder, without its tests.
func Read(dir string) (*Package, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	p := &Package{
		Info:      types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}},
		functions: map[types.Object]*ast.FuncDecl{}, values: map[types.Object]ast.Expr{},
	}
	if build.Default.GOROOT == "" { // of a program that was built with -trimpath
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return nil, err
		}
		build.Default.GOROOT = strings.TrimSpace(string(root))
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil), Sizes: types.SizesFor("gc", "amd64")}
	if _, err := config.Check(filepath.Base(dir), fset, files, &p.Info); err != nil {
		return nil, err
	}
	for _, f := range files {
		for _, d := range f.Decls {
			p.declare(d)
		}
	}
	return p, nil
}

func (p *Package) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		p.functions[p.Defs[d.Name]] = d
		if d.Name.IsExported() {
			p.exported = append(p.exported, d)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
				for i, name := range s.Names {
					p.values[p.Defs[name]] = s.Values[i]
				}
			}
		}
	}
}

// Routines compiles the exported functions that the predicate picks by their names in WGSL.
func (p *Package) Routines(pick func(name string) bool) []Routine {
	var all []Routine
	for _, f := range p.exported {
		if name := helper(f.Name.Name); pick(name) {
			all = append(all, p.compile(name, f))
		}
	}
	return all
}

// helper is the name of a function in WGSL: LogAddExp is libm_log_add_exp.
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

// words is how many words of 64 bits a value of the type has.
func words(t types.Type) int {
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		return words(t.Elem())
	case *types.Struct:
		n := 0
		for f := range t.Fields() {
			n += words(f.Type())
		}
		return n
	case *types.Array:
		return int(t.Len()) * words(t.Elem())
	case *types.Basic:
		return 1
	}
	panic(fmt.Sprintf("translate: no code for the type %v", t))
}

func is(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// bitsOf is a constant as the machine has it: bools are 0 and 1, integers have 64 bits.
func bitsOf(v constant.Value, t types.Type) uint64 {
	switch {
	case is(t, types.IsBoolean):
		if constant.BoolVal(v) {
			return 1
		}
		return 0
	case is(t, types.IsFloat):
		x, _ := constant.Float64Val(constant.ToFloat(v))
		return math.Float64bits(x)
	}
	v = constant.ToInt(v)
	if n, ok := constant.Int64Val(v); ok {
		return uint64(n)
	}
	n, _ := constant.Uint64Val(v)
	return n
}
