package translate

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// compiler makes the code of one routine from its Go text.
type compiler struct {
	*Package
	assembler
	tables   []uint64
	bases    map[types.Object]uint32 // where each table begins in tables
	changing map[int]bool            // registers of variables that change
	scope    *scope
}

// scope is a function that is being inlined.
type scope struct {
	vars    map[types.Object]value
	changed map[types.Object]bool
	results []*types.Var
	result  value // registers; nil in the routine itself
	end     int   // the label behind it
}

func (p *Package) compile(name string, f *ast.FuncDecl) Routine {
	c := &compiler{Package: p, bases: map[types.Object]uint32{}, changing: map[int]bool{}}
	sig := p.Defs[f.Name].Type().(*types.Signature)
	var args value
	for range sig.Params().Len() {
		args = append(args, operand{register: c.register()})
	}
	c.enter(f, args, nil)
	c.block(f.Body.List)
	r := Routine{Name: name, Params: len(args)}
	r.Registers, r.Code = finish(c.code, len(args), c.tables)
	return r
}

// enter begins to inline a function with the given arguments. Its results go to the registers of
// result.
func (c *compiler) enter(f *ast.FuncDecl, args, result value) (leave func()) {
	outer := c.scope
	sig := c.Defs[f.Name].Type().(*types.Signature)
	c.scope = &scope{vars: map[types.Object]value{}, changed: c.changedVariables(f.Body), result: result, end: c.label()}
	params := slices.Collect(sig.Params().Variables())
	if r := sig.Recv(); r != nil {
		params = append([]*types.Var{r}, params...)
	}
	for _, p := range params {
		n := words(p.Type())
		c.define(p, args[:n])
		args = args[n:]
	}
	for r := range sig.Results().Variables() {
		c.scope.results = append(c.scope.results, r)
		if c.scope.changed[r] {
			c.define(r, zeros(words(r.Type())))
		}
	}
	return func() { c.scope = outer }
}

func zeros(n int) (v value) {
	for range n {
		v = append(v, number(0))
	}
	return v
}

// define gives a variable its first value. If the variable or the value may change, the variable
// gets registers of its own.
func (c *compiler) define(o types.Object, v value) {
	if c.scope.changed[o] || slices.ContainsFunc(v, func(x operand) bool { return c.changing[x.register] }) {
		own := c.fresh(len(v))
		c.store(own, v)
		v = own
		for _, x := range own {
			c.changing[x.register] = c.scope.changed[o]
		}
	}
	c.scope.vars[o] = v
}

// inline is the value of a call.
func (c *compiler) inline(f *ast.FuncDecl, args value) value {
	if only, ok := f.Body.List[len(f.Body.List)-1].(*ast.ReturnStmt); ok && returns(f.Body) == 1 {
		leave := c.enter(f, args, nil)
		defer leave()
		c.block(f.Body.List[:len(f.Body.List)-1])
		return c.list(only.Results)
	}
	n := 0
	for r := range c.Defs[f.Name].Type().(*types.Signature).Results().Variables() {
		n += words(r.Type())
	}
	result := c.fresh(n)
	leave := c.enter(f, args, result)
	defer leave()
	c.block(f.Body.List)
	c.mark(c.scope.end)
	return result
}

// returns counts the return statements.
func returns(body *ast.BlockStmt) (n int) {
	ast.Inspect(body, func(node ast.Node) bool {
		if _, ok := node.(*ast.ReturnStmt); ok {
			n++
		}
		return true
	})
	return n
}

// base puts a table of the package among the routine's tables, and returns where it begins.
func (c *compiler) base(o types.Object) uint32 {
	at, ok := c.bases[o]
	if !ok {
		at = uint32(len(c.tables))
		c.bases[o] = at
		c.data(c.values[o])
	}
	return at
}

// data appends the words of a constant, or of a composite of constants.
func (c *compiler) data(e ast.Expr) {
	if v := c.Types[e].Value; v != nil {
		c.tables = append(c.tables, bitsOf(v, c.Types[e].Type))
		return
	}
	switch e := e.(type) {
	case *ast.Ident: // another variable of the package
		c.data(c.values[c.Uses[e]])
	case *ast.CompositeLit:
		end := len(c.tables) + words(c.Types[e].Type)
		for _, x := range e.Elts {
			c.data(x)
		}
		for len(c.tables) < end {
			c.tables = append(c.tables, 0)
		}
	default:
		panic(fmt.Sprintf("translate: no words for %T", e))
	}
}
