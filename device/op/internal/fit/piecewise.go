package main

import (
	"fmt"
	"go/ast"
	"math"
	"math/big"
	"path/filepath"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

// cut has the functions of the tables of gen/tables.go.
var cut = map[string]real{
	"tanhPiecewise":    precise.Tanh,
	"geluPiecewise":    func(x *big.Float) *big.Float { return half(erfcx(quo(x, root2))) },
	"erfcPiecewise":    erfcx,
	"sigmoidPiecewise": precise.Sigmoid,
	"softplusPiecewise": func(x *big.Float) *big.Float {
		return mul(precise.Exp(x), precise.Log1p(precise.Exp(neg(x))))
	},
	"geluTanhPiecewise": func(x *big.Float) *big.Float { return quo(precise.GeluTanh(x), x) },
	"shrinkPiecewise":   shrink,
}

var root2 = new(big.Float).Sqrt(number(2))

// piecewise returns a set for each row of these tables. A row has a number x0 in an interval, the
// function's value there, and the coefficients of a polynomial in x-x0.
func piecewise(root string) (all []set, err error) {
	file := math32 + "piecewise_tables.go"
	failed := literals(filepath.Join(root, file), func(name string, table *ast.CompositeLit) {
		f := cut[name]
		if f == nil {
			err = fmt.Errorf("%s: nothing is known of %s", file, name)
			return
		}
		head := constants(&ast.CompositeLit{Elts: table.Elts[1:4]}) // scale, start, bits
		for i, e := range table.Elts[4].(*ast.CompositeLit).Elts {
			s := set{name: fmt.Sprintf("%s/%d", name, i), file: file, bits: 24}
			var c []float64
			for _, v := range constants(e.(*ast.CompositeLit)) {
				c = append(c, s.round(number(v)))
			}
			from, to := interval(head[0], head[1], int(head[2]), i)
			s.f = func(x *big.Float) *big.Float { return f(add(number(c[0]), x)) }
			s.on, s.form, s.stand = on(from-c[0], to-c[0]), form{numbers(c[1]), 1, 1}, c[2:]
			all = append(all, s)
		}
	})
	if failed != nil {
		return nil, failed
	}
	return all, err
}

// interval is that of a row. Four bits of start + scale*number are the row's index: bits after
// the point and the last bits of the exponent.
func interval(scale, start float64, bits, row int) (from, to float64) {
	perBinade := 1 << bits
	first := math.Float32bits(float32(start)) >> (23 - bits)
	n := int(first) + (row-int(first))&15
	sum := func(n int) float64 {
		return math.Ldexp(1+float64(n%perBinade)/float64(perBinade), n/perBinade-127)
	}
	return (sum(n) - start) / scale, (sum(n+1) - start) / scale
}
