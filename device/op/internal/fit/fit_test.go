package main

import (
	"bytes"
	"go/ast"
	"math"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

const root = "../../../.."

// slow is how many coefficients take seconds to fit.
const slow = 20

func TestCoefficientsAreNearlyAsGoodAsAFit(t *testing.T) {
	all, err := sets(root)
	require.NoError(t, err)
	for i, s := range all {
		t.Run(s.name, func(t *testing.T) {
			n, isPiecewise := len(s.stand), strings.Contains(s.name, "/")
			if (n >= slow && !s.chebyshev || isPiecewise && i%4 > 0) && !devicetest.Thorough() {
				t.Skip("takes seconds, or is one of many intervals; WGTENSOR_THOROUGH=1 runs it")
			}
			fresh := s.fresh(n)
			if s.chebyshev {
				require.Equal(t, fresh, s.stand)
				return
			}
			points, factor := s.points(n), s.factor
			if factor == 0 {
				factor = usual
			}
			limit := factor * s.errorOf(points, fresh)
			require.LessOrEqual(t, s.errorOf(points, s.stand), limit, "the fit is %v", fresh)
			if isPiecewise {
				return // where a function is nearly constant, coefficients hardly count
			}
			for k := range s.stand {
				spoilt := slices.Clone(s.stand)
				spoilt[k] *= 1.01
				require.Greater(t, s.errorOf(points, spoilt), limit, "coefficient %d may be anything", k)
			}
		})
	}
}

func TestEveryListOfCoefficientsIsFittedOrFromATextbook(t *testing.T) {
	all, err := sets(root)
	require.NoError(t, err)
	known := map[string]bool{}
	for _, s := range all {
		name, _, _ := strings.Cut(s.name, "/")
		for _, name := range strings.Fields(name) {
			known[name] = true
		}
	}
	for name := range textbook {
		require.NotContains(t, known, name, "it is fitted")
		known[name] = false
	}
	found := map[string]bool{}
	see := func(file, name string, n int) {
		if n > 2 && assert.Contains(t, known, name, "%s: a list of coefficients without a row in sets32.go, sets64.go or textbook.go", file) {
			found[name] = true
		}
	}
	for _, file := range sources(t) {
		if filepath.Ext(file) == ".wgsl" {
			functions, err := polynomials(file)
			require.NoError(t, err)
			for name, c := range functions {
				see(file, name, len(c))
			}
			continue
		}
		require.NoError(t, literals(file, func(name string, value *ast.CompositeLit) {
			if id, ok := value.Type.(*ast.Ident); ok && id.Name == "piecewise" {
				see(file, name, len(value.Elts))
			}
		}))
		lists, err := lists(file)
		require.NoError(t, err)
		for name, c := range lists {
			see(file, name, len(c))
		}
	}
	for name := range known {
		assert.True(t, found[name] || name == "tanOver" || name == "tanUnder", "%s is nowhere", name)
	}
}

// sources is the files where coefficients stand.
func sources(t *testing.T) (files []string) {
	for _, dir := range []string{lib + "*.wgsl", gen + "*/*.go", libm + "*.go"} {
		more, err := filepath.Glob(filepath.Join(root, dir))
		require.NoError(t, err)
		require.NotEmpty(t, more)
		files = append(files, more...)
	}
	return slices.DeleteFunc(files, func(f string) bool {
		return strings.HasSuffix(f, "_test.go")
	})
}

func TestTheErrorOfAPowersFitIsChebyshevsPolynomial(t *testing.T) {
	s := set{bits: 53, f: func(x *big.Float) *big.Float { return power(x, 5) }, on: around(1), form: whole, counts: absolute}
	points, c := s.ideal(5)
	for k, want := range []float64{0, -5. / 16, 0, 20. / 16, 0} {
		got, _ := c[k].Float64()
		require.InDelta(t, want, got, 1e-3)
	}
	require.InEpsilon(t, 1./16, worst(points, c), 0.01)
}

func TestFitPrintsWhatStandsAndWhatItFinds(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, run(&b, root, []string{"sinhOf64"}))
	lines := strings.Split(b.String(), "\n")
	require.Equal(t, math64+"hyperbolic.go: sinhOf64", lines[0])
	require.Regexp(t, `^  stands 2\^-61\.\d+ 0.16666666666666677 0.008333333333321449 `, lines[1])
	require.Regexp(t, `^  fresh  2\^-61\.\d+ 0.1666666666666667\d? `, lines[2])
	require.Regexp(t, `^  real   2\^-61\.\d+$`, lines[3])

	require.ErrorContains(t, run(&b, root, []string{"nothing"}), `no set of coefficients is called ["nothing"]; -list shows their names`)
	require.ErrorContains(t, run(&b, t.TempDir(), nil), "exp.wgsl")
}

func TestASignInWGSLIsPartOfTheNumber(t *testing.T) {
	require.Equal(t, []float64{0.5, -0.25, -1e-5, 2}, parseSigned("0.5 - w * (0.25 + s.m * (-1.0e-5 + w * 2.0"))
	require.Equal(t, []float64{-1.5, 0.5, -math.Pi}, parseSigned("var p = -1.5;\n  p = p * r.hi + 0.5;\n  p = p * r.hi - 3.141592653589793;"))
}
