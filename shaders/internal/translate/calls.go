package translate

import (
	"fmt"
	"go/ast"
	"go/types"
	"math"
)

// foreign is the name of a function of another package, or "".
func foreign(c *compiler, e *ast.CallExpr) string {
	if s, ok := e.Fun.(*ast.SelectorExpr); ok {
		if pkg, ok := s.X.(*ast.Ident); ok {
			if _, ok := c.Uses[pkg].(*types.PkgName); ok {
				return s.Sel.Name
			}
		}
	}
	return ""
}

func (c *compiler) call(e *ast.CallExpr) value {
	if c.Types[e.Fun].IsType() {
		return value{c.conversion(e)}
	}
	if name := foreign(c, e); name != "" {
		return c.foreign(name, e.Args)
	}
	switch f := e.Fun.(type) {
	case *ast.Ident:
		switch f.Name {
		case "max", "min":
			return value{c.extreme(f.Name, c.Types[e].Type, c.list(e.Args))}
		case "len":
			break // a constant
		case "horner":
			return value{c.horner(c.one(e.Args[0]), e.Args[1].(*ast.SliceExpr).X.(*ast.Ident))}
		}
		return c.inline(c.functions[c.Uses[f]], c.list(e.Args))
	case *ast.SelectorExpr:
		return c.inline(c.functions[c.Uses[f.Sel]], append(c.expr(f.X)[:words(c.Types[f.X].Type):words(c.Types[f.X].Type)], c.list(e.Args)...))
	}
	panic("translate: no code for a call")
}

// horner is an operation of its own: slices cannot be passed, and the loop would take
// several steps a coefficient.
func (c *compiler) horner(x operand, series *ast.Ident) operand {
	o := c.Uses[series]
	base := c.base(o)
	in := instr{op: Horner, dst: c.register(), args: [3]operand{x, number(0), number(0)}, label: noLabel,
		base: base, stride: uint32(words(o.Type()))}
	c.append(in)
	return operand{register: in.dst}
}

func (c *compiler) extreme(name string, t types.Type, args value) operand {
	if is(t, types.IsFloat) {
		return c.emit(map[string]Op{"max": Max, "min": Min}[name], args...)
	}
	r, end := c.fresh(1), c.label()
	c.move(r[0].register, args[0])
	c.compareBits(map[string]uint32{"max": less, "min": greater}[name], args[1], args[0], end, true)
	c.move(r[0].register, args[1])
	c.mark(end)
	return r[0]
}

var functions = map[string]Op{"Sqrt": Sqrt, "FMA": FMA, "Trunc": Trunc, "RoundToEven": RoundEven, "Ldexp": Ldexp,
	"Copysign": Copysign, "LeadingZeros64": Zeros}

// foreign computes a function of packages math and math/bits.
func (c *compiler) foreign(name string, exprs []ast.Expr) value {
	if name == "Float64bits" || name == "Float64frombits" {
		return value{c.plain(exprs[0])}
	}
	args := c.list(exprs)
	if op, ok := functions[name]; ok {
		return value{c.emit(op, args...)}
	}
	switch name {
	case "Abs":
		args[0].neg = false
		return value{c.emit(And, args[0], number(sign-1))}
	case "NaN":
		return value{float(math.NaN())}
	case "Inf":
		return value{float(math.Inf(int(int64(args[0].bits))))}
	case "Frexp":
		x := c.plain(exprs[0])
		return value{c.emit(Significand, x), c.emit(Exponent, x)}
	case "Mul64":
		return value{c.emit(MulHigh, args...), c.emit(MulLow, args...)}
	case "Add64":
		return value{c.emit(Plus, c.emit(Plus, args[0], args[1]), args[2]), c.emit(Carry, args...)}
	case "Sub64":
		return value{c.emit(Minus, c.emit(Minus, args[0], args[1]), args[2]), c.emit(Borrow, args...)}
	}
	panic("translate: no code for " + name)
}

// conversion is between float64 and integers, which all have 64 bits; numbers are in range.
func (c *compiler) conversion(e *ast.CallExpr) operand {
	from, to := c.Types[e.Args[0]].Type, c.Types[e.Fun].Type
	x := c.one(e.Args[0])
	switch {
	case is(from, types.IsFloat) == is(to, types.IsFloat):
		return x
	case is(from, types.IsFloat):
		return c.emit(ToInt, x)
	case is(from, types.IsUnsigned):
		return c.emit(FromUint, x)
	case is(from, types.IsInteger):
		return c.emit(FromInt, x)
	}
	panic(fmt.Sprintf("translate: no code to convert %v to %v", from, to))
}
