package shaders

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
)

// indexing runs those lines of a kernel's main that compute indices: every let of
// sums and products of other names. Go's parser reads such expressions.
type indexing struct {
	names []string
	exprs []ast.Expr
}

var indexLine = regexp.MustCompile(`(?m)^ +let (i\d|q\d|\w+_at) = ([\w.+*/ -]+);`)

func indexingOf(t testing.TB, k *Kernel) indexing {
	t.Helper()
	var x indexing
	for _, m := range indexLine.FindAllStringSubmatch(k.WGSL(), -1) {
		expr, err := parser.ParseExpr(m[2])
		require.NoError(t, err)
		x.names, x.exprs = append(x.names, m[1]), append(x.exprs, expr)
	}
	return x
}

// run returns the indices of element i, in 32 bits, as the GPU computes them.
func (x indexing) run(i uint32, params map[string]uint32) map[string]uint32 {
	values := map[string]uint32{"i": i}
	var eval func(e ast.Expr) uint32
	eval = func(e ast.Expr) uint32 {
		switch e := e.(type) {
		case *ast.Ident:
			return values[e.Name]
		case *ast.SelectorExpr:
			return params[e.Sel.Name]
		case *ast.BasicLit:
			n, _ := strconv.Atoi(e.Value)
			return uint32(n)
		}
		b := e.(*ast.BinaryExpr)
		l, r := eval(b.X), eval(b.Y)
		return map[token.Token]uint32{token.ADD: l + r, token.SUB: l - r, token.MUL: l * r, token.QUO: l / max(r, 1)}[b.Op]
	}
	for j, name := range x.names {
		values[name] = eval(x.exprs[j])
	}
	return values
}

func TestEveryOperandIsWalkedAlongItsLayout(t *testing.T) {
	walked := 0
	for seed := range uint64(400) {
		r := newRandom(seed)
		l := r.launch(r.program(t), r.shape())
		k := l.singly(t)
		index, params := indexingOf(t, k), uniformOf(t, k)
		visited := make([][]int, len(l.layouts))
		for i := range k.nest.len {
			at := index.run(uint32(i), params)
			for j := range l.layouts {
				if p, ok := at[k.nest.operands[j].name()+"_at"]; ok { // else no text uses it
					visited[j] = append(visited[j], int(p))
				}
			}
		}
		for j, layout := range l.layouts {
			if visited[j] == nil {
				continue
			}
			walked++
			// The order is the plan's, the elements are the layout's.
			slices.Sort(visited[j])
			require.Equal(t, slices.Sorted(layout.Offsets()), visited[j], "seed %d, %s", seed, k.nest.operands[j].name())
		}
	}
	assert.Greater(t, walked, 200)
}

func TestOperandsStayInStep(t *testing.T) {
	p := program(t, types(f32, f32), nil, nil, 0, 1)
	shape := []int{3, 4, 5}
	l := launch{program: p, layouts: []broadcast.Layout{
		lay(shape, []int{1, 3, 12}, 0), lay(shape, []int{20, -5, 1}, 15), broadcast.RowMajor(shape...), lay(shape, []int{0, 1, 0}, 0),
	}}
	k := l.singly(t)
	index, params := indexingOf(t, k), uniformOf(t, k)
	type step [4]int
	var want, got []step
	for a := range 3 {
		for b := range 4 {
			for c := range 5 {
				want = append(want, step{a + 3*b + 12*c, 20*a + 15 - 5*b + c, 20*a + 5*b + c, b})
			}
		}
	}
	for i := range k.nest.len {
		at := index.run(uint32(i), params)
		got = append(got, step{int(at["out0_at"]), int(at["out1_at"]), int(at["in0_at"]), int(at["in1_at"])})
	}
	assert.ElementsMatch(t, want, got)
}
