package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// sets returns all sets, with the coefficients that stand in the repository at root.
func sets(root string) ([]set, error) {
	all := slices.Concat(sets32, sets64)
	for i := range all {
		if err := all[i].read(root); err != nil {
			return nil, err
		}
	}
	rows, err := piecewise(root)
	return append(all, rows...), err
}

// read takes the coefficients from the file.
func (s *set) read(root string) error {
	var lists [][]float64
	for _, name := range strings.Fields(s.name) {
		c, err := coefficients(filepath.Join(root, s.file), name)
		if err != nil {
			return err
		}
		lists = append(lists, c)
	}
	for k := range lists[0] { // the lists of a quotient alternate
		for _, c := range lists {
			s.stand = append(s.stand, s.round(number(c[k])))
		}
	}
	if strings.HasPrefix(s.file, libm) { // its lists begin with the highest power
		slices.Reverse(s.stand)
	}
	if last := len(s.stand) - 1; s.stand[last] == 0 { // added to make the length even
		s.stand = s.stand[:last]
	}
	return nil
}

func coefficients(file, name string) ([]float64, error) {
	if filepath.Ext(file) == ".wgsl" {
		functions, err := polynomials(file)
		if err == nil && functions[name] == nil {
			err = fmt.Errorf("%s has no function %s with a polynomial", file, name)
		}
		return functions[name], err
	}
	all, err := lists(file)
	if err == nil && all[name] == nil {
		err = fmt.Errorf("%s has no list %s", file, name)
	}
	return all[name], err
}

// In WGSL a polynomial is p, changed step by step, or one expression.
const wgslNumber = `-?\d+\.\d+(?:e[+-]?\d+)?`

var (
	wgslSteps  = regexp.MustCompile(`var p = ` + wgslNumber + `;(?:\s*p = p \* \S+ [+-] ` + wgslNumber + `;)+`)
	wgslNested = regexp.MustCompile(wgslNumber + `(?: [+-] [\w.]+ \* \(?` + wgslNumber + `)+`)
	wgslTerm   = regexp.MustCompile(`(?:([+-]) (?:[\w.]+ \* \(?)?)?(` + wgslNumber + `)`)
)

// polynomials has the coefficients of each function's first polynomial, the lowest power's first.
func polynomials(file string) (map[string][]float64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all := map[string][]float64{}
	for _, f := range strings.Split("\n"+string(text), "\nfn ")[1:] {
		name, body, _ := strings.Cut(f, "(")
		if p := wgslSteps.FindString(body); p != "" {
			all[name] = parseSigned(p)
			slices.Reverse(all[name])
		} else if p := wgslNested.FindString(body); p != "" {
			all[name] = parseSigned(p)
		}
	}
	return all, nil
}

// parseSigned returns the numbers of an expression, with the signs that stand before them.
func parseSigned(text string) (c []float64) {
	for _, m := range wgslTerm.FindAllStringSubmatch(text, -1) {
		v, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			panic(err) // the expression matches numbers only
		}
		if m[1] == "-" {
			v = -v
		}
		c = append(c, v)
	}
	return c
}

// lists has the package's variables of a Go file that are lists of float64.
func lists(file string) (map[string][]float64, error) {
	all := map[string][]float64{}
	err := literals(file, func(name string, value *ast.CompositeLit) {
		if kind, ok := value.Type.(*ast.ArrayType); ok && fmt.Sprint(kind.Elt) == "float64" {
			all[name] = constants(value)
		}
	})
	return all, err
}

// literals calls yield with the package's variables that are composite literals.
func literals(file string, yield func(name string, value *ast.CompositeLit)) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return err
	}
	for _, d := range parsed.Decls {
		d, _ := d.(*ast.GenDecl)
		if d == nil || d.Tok != token.VAR {
			continue
		}
		for _, spec := range d.Specs {
			for i, v := range spec.(*ast.ValueSpec).Values {
				if v, ok := v.(*ast.CompositeLit); ok {
					yield(spec.(*ast.ValueSpec).Names[i].Name, v)
				}
			}
		}
	}
	return nil
}

func constants(list *ast.CompositeLit) (c []float64) {
	for _, e := range list.Elts {
		v, _ := constant.Float64Val(constant.ToFloat(valueOf(e)))
		c = append(c, v)
	}
	return c
}

// valueOf is the value of a constant expression of numbers.
func valueOf(e ast.Expr) constant.Value {
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.UnaryExpr:
		return constant.UnaryOp(e.Op, valueOf(e.X), 0)
	case *ast.BinaryExpr:
		return constant.BinaryOp(constant.ToFloat(valueOf(e.X)), e.Op, valueOf(e.Y))
	}
	return constant.MakeUnknown()
}
