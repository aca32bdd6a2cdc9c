package translate

import (
	"fmt"
	"go/ast"
	"go/types"
	"math"
	"strings"
)

// foreign are the functions of other packages.
var foreign = map[string]string{
	"Abs": "m_fabs64", "Copysign": "m_fcopysign64", "FMA": "m_ffma64", "Sqrt": "m_fsqrt64", "Trunc": "m_ftrunc64",
	"RoundToEven": "m_fround_even64", "Signbit": "m_negative64", "Frexp": "m_ffrexp64", "Ldexp": "m_fldexp64",
	"Mul64": "m_wide64", "Add64": "m_carry64", "Sub64": "m_borrow64",
	"Float64bits": "", "Float64frombits": "",
}

var foreignResults = map[string][2]string{
	"Frexp": {"m", "e"}, "Mul64": {"high", "low"}, "Add64": {"r", "carry"}, "Sub64": {"r", "carry"},
}

func (tr *translator) call(e *ast.CallExpr) string {
	if tr.Types[e.Fun].IsType() {
		return tr.conversion(e)
	}
	if f, ok := e.Fun.(*ast.Ident); ok && f.Name == "horner" {
		series := e.Args[1].(*ast.SliceExpr).X.(*ast.Ident).Name
		return fmt.Sprintf("%s(%s)", helper(series), tr.expr(e.Args[0]))
	}
	args := tr.list(e.Args)
	if len(e.Args) == 1 { // f(g()), where g has several results
		if tuple, ok := tr.Types[e.Args[0]].Type.(*types.Tuple); ok {
			var list []string
			for i := range tuple.Len() {
				list = append(list, fmt.Sprintf("%s.r%d", args, i))
			}
			args = strings.Join(list, ", ")
		}
	}
	switch f := e.Fun.(type) {
	case *ast.Ident:
		switch f.Name {
		case "max", "min":
			if isFloat(tr.Types[e].Type) {
				return fmt.Sprintf("m_f%s64(%s)", f.Name, args)
			}
			return fmt.Sprintf("%s(%s)", f.Name, args)
		}
		return helper(f.Name) + "(" + args + ")"
	case *ast.SelectorExpr:
		if pkg, ok := f.X.(*ast.Ident); ok {
			if _, ok := tr.Uses[pkg].(*types.PkgName); ok {
				return tr.foreign(f.Sel.Name, e.Args, args)
			}
		}
		return fmt.Sprintf("%s(%s)", helper(method(tr.Types[f.X].Type, f.Sel.Name)), strings.TrimSuffix(tr.expr(f.X)+", "+args, ", "))
	}
	panic("translate: no text for a call")
}

func (tr *translator) foreign(name string, exprs []ast.Expr, args string) string {
	switch name {
	case "NaN":
		return "m_fnan64()"
	case "Inf":
		sign := tr.expr(exprs[0])
		if sign == "1" || sign == "-1" {
			return words64(math.Float64bits(math.Inf(map[string]int{"1": 1, "-1": -1}[sign])))
		}
	case "LeadingZeros64":
		return "i32(m_zeros64(" + args + "))"
	case "IsInf":
		if tr.expr(exprs[1]) == "0" {
			return "m_fisinf64(" + tr.expr(exprs[0]) + ")"
		}
	}
	text, ok := foreign[name]
	if !ok {
		panic("translate: no text for " + name)
	}
	return text + "(" + args + ")"
}

// conversions by the texts of types; int64 and uint64 are one.
func (tr *translator) conversion(e *ast.CallExpr) string {
	x := tr.expr(e.Args[0])
	from, to := tr.Types[e.Args[0]].Type.Underlying().(*types.Basic), tr.Types[e.Fun].Type.Underlying().(*types.Basic)
	formats := map[[2]types.BasicKind]string{
		{types.Int, types.Float64}: "m_i2d(%s)", {types.Int64, types.Float64}: "m_l2d(%s)", {types.Uint64, types.Float64}: "m_ul2d(%s)",
		{types.Float64, types.Int}: "m_d2i(%s)", {types.Float64, types.Int64}: "m_d2l(%s)", {types.Float64, types.Uint64}: "m_d2ul(%s)",
		{types.Int, types.Uint64}: "m_i2l(%s)", {types.Int, types.Uint}: "u32(%s)", {types.Uint, types.Int}: "i32(%s)",
		{types.Uint64, types.Int}: "bitcast<i32>(%s.x)", {types.Int64, types.Uint64}: "%s", {types.Uint64, types.Int64}: "%s",
	}
	if from.Kind() == to.Kind() {
		return x
	}
	format, ok := formats[[2]types.BasicKind{from.Kind(), to.Kind()}]
	if !ok {
		panic(fmt.Sprintf("translate: no text to convert %v to %v", from, to))
	}
	return fmt.Sprintf(format, x)
}

// resultName is the field that has one of a call's results.
func (tr *translator) resultName(call *ast.CallExpr, i int) string {
	if s, ok := call.Fun.(*ast.SelectorExpr); ok {
		if names, ok := foreignResults[s.Sel.Name]; ok {
			return names[i]
		}
	}
	return fmt.Sprintf("r%d", i)
}
