package translate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

func (tr *translator) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.Name != "horner" { // see series
			tr.function(d)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if fields, ok := tr.Defs[s.Name].Type().Underlying().(*types.Struct); ok { // arrays have no names
					tr.structure(structName(s.Name.Name), fields)
				}
			case *ast.ValueSpec:
				if d.Tok == token.VAR {
					tr.variables(s)
				}
			}
		}
	}
}

func (tr *translator) structure(name string, s *types.Struct) {
	var fields []string
	for f := range s.Fields() {
		fields = append(fields, f.Name()+": "+tr.typeName(f.Type()))
	}
	tr.printf("\nstruct %s { %s }\n", name, strings.Join(fields, ", "))
}

// variables makes functions of the package's: WGSL has no constants that are looked up by an
// index.
func (tr *translator) variables(s *ast.ValueSpec) {
	for i, name := range s.Names {
		t := tr.Defs[name].Type()
		a, ok := t.(*types.Array) // of no name: a named one is a number
		switch {
		case !ok:
			tr.printf("\nfn %s() -> %s { return %s; }\n", helper(name.Name), tr.typeName(t), tr.expr(s.Values[i]))
		case isFloat(a.Elem()):
			tr.series(name.Name, a, s.Values[i].(*ast.CompositeLit).Elts)
		default:
			tr.table(name.Name, a, s.Values[i].(*ast.CompositeLit).Elts)
		}
	}
}

// series is horner of the coefficients: a polynomial has a function of its own, as slices
// cannot be passed.
func (tr *translator) series(name string, a *types.Array, coefficients []ast.Expr) {
	tr.printf(`
fn %s(x: vec2<u32>) -> vec2<u32> {
  var c = %s(%s);
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < %d; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}
`, helper(name), tr.typeName(a), tr.list(coefficients), a.Len())
}

// table is an element by its index. Where branches are not taken indices may be anything.
func (tr *translator) table(name string, a *types.Array, elements []ast.Expr) {
	elem := ""
	if s, ok := a.Elem().(*types.Struct); ok { // it has no name
		elem = structName(name)
		tr.structure(elem, s)
	} else {
		elem = tr.typeName(a.Elem())
	}
	var list []string
	for _, e := range elements {
		if c, ok := e.(*ast.CompositeLit); ok {
			list = append(list, elem+"("+tr.list(c.Elts)+")")
		} else {
			list = append(list, tr.expr(e))
		}
	}
	tr.printf("\nfn %s(i: i32) -> %s {\n  var t = array<%s, %d>(%s);\n  return t[clamp(i, 0, %d)];\n}\n",
		helper(name), elem, elem, a.Len(), strings.Join(list, ", "), a.Len()-1)
}

func (tr *translator) function(d *ast.FuncDecl) {
	name, sig := d.Name.Name, tr.Defs[d.Name].Type().(*types.Signature)
	params := slices.Collect(sig.Params().Variables())
	if r := sig.Recv(); r != nil {
		name, params = method(r.Type(), name), append([]*types.Var{r}, params...)
	}
	tr.unnamed, tr.changed = 0, tr.assigned(d.Body)
	result := tr.resultType(name, sig.Results())
	tr.printf("\n")
	for line := range strings.Lines(d.Doc.Text()) {
		tr.printf("// %s", line)
	}
	var list, copies []string
	for _, p := range params { // in WGSL they do not change
		in := p.Name()
		if tr.changed[p] {
			in += "_in"
			copies = append(copies, fmt.Sprintf("  var %s = %s;\n", p.Name(), in))
		}
		list = append(list, in+": "+tr.typeName(p.Type()))
	}
	tr.printf("fn %s(%s) -> %s {\n%s", helper(name), strings.Join(list, ", "), result, strings.Join(copies, ""))
	for r := range sig.Results().Variables() {
		if tr.changed[r] {
			tr.printf("  var %s: %s;\n", r.Name(), tr.typeName(r.Type()))
		}
	}
	tr.block(d.Body.List, "  ")
	tr.printf("}\n")
}

// method is the name that a type's method has as a function.
func method(t types.Type, name string) string { return t.(*types.Named).Obj().Name() + "_" + name }

// resultType is what a function returns: of several results, a struct of r0, r1, …
func (tr *translator) resultType(name string, results *types.Tuple) string {
	tr.results = ""
	if results.Len() == 1 {
		return tr.typeName(results.At(0).Type())
	}
	tr.results = structName(name) + "Results"
	var fields []string
	for i := range results.Len() {
		fields = append(fields, fmt.Sprintf("r%d: %s", i, tr.typeName(results.At(i).Type())))
	}
	tr.printf("\nstruct %s { %s }\n", tr.results, strings.Join(fields, ", "))
	return tr.results
}
