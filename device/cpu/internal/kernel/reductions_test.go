package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/op"
)

// family makes elements that are hostile to a reduction in one way.
type family struct {
	name string
	make func(r *rand.Rand, dt op.DType, n int) []op.Scalar
}

// floats is a family of floats; of integers the bits are taken.
func floatFamily(name string, of func(r *rand.Rand, i int) float64) family {
	return family{name, func(r *rand.Rand, dt op.DType, n int) []op.Scalar {
		all := make([]op.Scalar, n)
		for i := range all {
			all[i] = dt.FromFloat(of(r, i))
		}
		return all
	}}
}

// anyBits is a random element that is neither NaN nor infinite.
func anyBits(r *rand.Rand, dt op.DType) op.Scalar {
	for {
		s := op.Convert(op.Scalar(r.Uint64()), op.Uint64, dt)
		if dt.IsFloat() {
			s = op.Scalar(r.Uint64()) >> (64 - 8*dt.Size())
		}
		if x := dt.Float(s); !dt.IsFloat() || x-x == 0 {
			return s
		}
	}
}

func largest(dt op.DType) op.Scalar {
	switch dt {
	case op.Float16:
		return 0x7bff
	case op.BFloat16:
		return 0x7f7f
	case op.Float32:
		return 0x7f7fffff
	case op.Float64:
		return 0x7fefffffffffffff
	}
	return dt.FromUint(math.MaxUint64)
}

func negated(dt op.DType, s op.Scalar) op.Scalar {
	if dt.IsFloat() {
		return s ^ 1<<(8*dt.Size()-1)
	}
	return op.Neg.Eval([]op.Scalar{s}, []op.DType{dt})
}

// sometimesNegated negates an element in every other case. Bool has no negative elements.
func sometimesNegated(r *rand.Rand, dt op.DType, s op.Scalar) op.Scalar {
	if dt == op.Bool || r.IntN(2) == 0 {
		return s
	}
	return negated(dt, s)
}

func each(of func(r *rand.Rand, dt op.DType) op.Scalar) func(r *rand.Rand, dt op.DType, n int) []op.Scalar {
	return func(r *rand.Rand, dt op.DType, n int) []op.Scalar {
		all := make([]op.Scalar, n)
		for i := range all {
			all[i] = of(r, dt)
		}
		return all
	}
}

// bits makes an element of bits, as far as there is room for them.
func bitsOf(dt op.DType, bits uint64) op.Scalar {
	if dt == op.Bool {
		return op.Scalar(bits & 1)
	}
	return op.Scalar(bits) & (^op.Scalar(0) >> (64 - 8*dt.Size()))
}

var families = []family{
	floatFamily("normal", func(r *rand.Rand, _ int) float64 { return r.NormFloat64() * 3 }),
	floatFamily("tenths", func(*rand.Rand, int) float64 { return .1 }),
	floatFamily("ties", func(r *rand.Rand, i int) float64 { return math.Ldexp(float64(r.IntN(3)-1), -12*r.IntN(6)) }),
	floatFamily("around 2^20", func(r *rand.Rand, _ int) float64 { return 0x1p20 + float64(r.IntN(3))/8 }),
	floatFamily("exponentials", func(r *rand.Rand, _ int) float64 { return math.Exp(r.NormFloat64() * 8) }),
	{"every exponent", each(anyBits)},
	{"subnormal", each(func(r *rand.Rand, dt op.DType) op.Scalar { return sometimesNegated(r, dt, bitsOf(dt, r.Uint64N(40))) })},
	{"zeros", each(func(r *rand.Rand, dt op.DType) op.Scalar { return sometimesNegated(r, dt, 0) })},
	{"negative zeros", each(func(r *rand.Rand, dt op.DType) op.Scalar {
		if !dt.IsFloat() {
			return 0
		}
		return negated(dt, 0)
	})},
	{"near overflow", each(func(r *rand.Rand, dt op.DType) op.Scalar {
		return sometimesNegated(r, dt, largest(dt)-op.Scalar(r.IntN(2)))
	})},
	{"one of many differs", func(r *rand.Rand, dt op.DType, n int) []op.Scalar {
		one := anyBits(r, dt)
		all := each(func(*rand.Rand, op.DType) op.Scalar { return one })(r, dt, n)
		if n > 0 {
			all[r.IntN(n)] ^= 1
		}
		return all
	}},
	{"cancelling pairs", func(r *rand.Rand, dt op.DType, n int) []op.Scalar {
		all := each(anyBits)(r, dt, n)
		for i := 1; i < n && dt != op.Bool; i += 2 {
			all[i] = negated(dt, all[i-1])
		}
		if n > 0 {
			all[0] = bitsOf(dt, r.Uint64N(8))
		}
		r.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}},
	{"special", func(r *rand.Rand, dt op.DType, n int) []op.Scalar {
		all := each(anyBits)(r, dt, n)
		for range r.IntN(3) {
			if n > 0 && dt.IsFloat() {
				all[r.IntN(n)] = dt.FromFloat([]float64{math.Inf(1), math.Inf(-1), math.NaN()}[r.IntN(3)])
			}
		}
		return all
	}},
}

// layout is how a test lays out groups in memory: the strides in elements.
type layout struct {
	name string
	of   func(groups, elements int) (row, column, first, room int)
}

var layouts = []layout{
	{"rows", func(g, n int) (int, int, int, int) { return n, 1, 0, g * n }},
	{"columns", func(g, n int) (int, int, int, int) { return 1, g, 0, g * n }},
	{"every other element", func(g, n int) (int, int, int, int) { return 2*n + 3, 2, 0, g * (2*n + 3) }},
	{"backwards", func(g, n int) (int, int, int, int) { return n, -1, max(n-1, 0), g*n + 1 }},
}

// put lays out groups, and returns their matrix.
func put(l layout, dt op.DType, groups [][]op.Scalar) Matrix {
	n, size := len(groups[0]), dt.Size()
	row, column, first, room := l.of(len(groups), n)
	memory := unsafe.Pointer(unsafe.SliceData(make([]uint64, room*size/8+2)))
	m := Matrix{unsafe.Add(memory, first*size), row * size, column * size}
	for g, elements := range groups {
		for i, s := range elements {
			set(m.Beyond(g, i).At, size, s)
		}
	}
	return m
}

func set(at unsafe.Pointer, size int, s op.Scalar) { Fill(at, size, 1, uint64(s)) }

func get(at unsafe.Pointer, size int) op.Scalar {
	var bytes [8]byte
	copy(bytes[:], unsafe.Slice((*byte)(at), size))
	return op.Scalar(*(*uint64)(unsafe.Pointer(&bytes)))
}

// reduced computes the groups' results in parts, which are merged in any order.
func reduced(r *rand.Rand, k *Reduction, groups, n int, x, y Matrix, to op.DType, once unsafe.Pointer, parts int) []op.Scalar {
	states := func() unsafe.Pointer {
		s := unsafe.Pointer(unsafe.SliceData(make([]uint64, groups*k.State/8+1)))
		k.Begin(groups, s)
		return s
	}
	var all []unsafe.Pointer
	for range parts {
		all = append(all, states())
	}
	for i := 0; i < n; {
		m := n - i
		if parts > 1 {
			m = 1 + r.IntN(n-i)
		}
		b := Block{Groups: groups, Elements: m, X: x.Beyond(0, i), Number: i, Step: 1}
		if y.At != nil {
			b.Y = y.Beyond(0, i)
		}
		k.Add(all[r.IntN(parts)], &b)
		i += m
	}
	for len(all) > 1 {
		i := r.IntN(len(all) - 1)
		k.Merge(groups, all[i], all[len(all)-1])
		all = all[:len(all)-1]
	}
	size := to.Size()
	result := unsafe.Pointer(unsafe.SliceData(make([]uint64, groups*size/8+1)))
	k.End(groups, result, all[0], size, once)
	values := make([]op.Scalar, groups)
	for g := range values {
		values[g] = get(unsafe.Add(result, g*size), size)
	}
	return values
}

// With WGTENSOR_THOROUGH=1 it computes a hundred times as many groups, which takes minutes.
func TestEveryReductionMeansWhatItsRowSays(t *testing.T) {
	cputest.OneGoroutine(t)
	seeds := uint64(1)
	if os.Getenv("WGTENSOR_THOROUGH") != "" {
		seeds = 100
	}
	for _, o := range op.Groups() {
		if o.Role.(*op.Group).Gives != op.One || o == op.Argkth { // a sort's kernel has it
			continue
		}
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			for _, from := range op.DTypes() {
				for _, name := range Names() {
					s, err := Find(name)
					require.NoError(t, err)
					for seed := range seeds {
						reducesRight(t, s, o, from, seed)
					}
				}
			}
		})
	}
}

// reducesRight compares a kernel with the row's meaning, on all families and layouts.
func reducesRight(t *testing.T, s *Set, o *op.Op, from op.DType, seed uint64) {
	group := o.Role.(*op.Group)
	to, types := group.Type(from), []op.DType{from}
	if group.Second != nil {
		types = append(types, group.Second(from))
	}
	k, ok := s.Reduction(o, from, to)
	require.True(t, ok, "%v of %v", o.Name, from)
	r := rand.New(rand.NewPCG(seed, uint64(from)))
	for i, f := range families {
		for _, l := range layouts {
			n := []int{r.IntN(20), r.IntN(300)}[r.IntN(2)]
			if i == 0 {
				n = r.IntN(1500)
			}
			if group.Some {
				n = max(n, 1)
			}
			groups := 1 + r.IntN(1+200/(n+1))
			if n < 100 && r.IntN(8) == 0 { // some blocks of columns
				groups = 33 + r.IntN(40)
			}
			where := fmt.Sprintf("%s: %v of %v, %s in %s, %d groups of %d", s.Name, o.Name, from, f.name, l.name, groups, n)
			args := make([][][]op.Scalar, groups) // of each group
			x, y, once := make([][]op.Scalar, groups), make([][]op.Scalar, groups), make([]uint64, groups)
			for g := range groups {
				x[g] = f.make(r, from, n)
				args[g] = [][]op.Scalar{x[g]}
				switch {
				case group.Once:
					c := types[1].FromFloat([]float64{0, 1, .5, float64(n), float64(n) + 1, -3}[r.IntN(6)])
					set(unsafe.Add(unsafe.Pointer(&once[0]), g*types[1].Size()), types[1].Size(), c)
					args[g] = append(args[g], []op.Scalar{c})
				case group.Second != nil:
					y[g] = families[0].make(r, from, n)
					args[g] = append(args[g], y[g])
				}
			}
			mx, my := put(l, from, x), Matrix{}
			if o.Arity > 1 && !group.Once {
				my = put(layouts[r.IntN(len(layouts))], from, y)
			}
			got := reduced(r, &k, groups, n, mx, my, to, unsafe.Pointer(&once[0]), 1)
			split := reduced(r, &k, groups, n, mx, my, to, unsafe.Pointer(&once[0]), 1+r.IntN(4))
			for g := range groups {
				want := group.Eval(args[g], types, to)[0]
				if !o.Within(args[g], types, to, 0, got[g], want) || !o.Within(args[g], types, to, 0, split[g], want) {
					require.Fail(t, where, "group %d is %#x (%v), in parts %#x, not %#x (%v). Elements: %x", g,
						got[g], to.Float(got[g]), split[g], want, to.Float(want), args[g])
				}
				if group.Bound == nil && !(to.IsFloat() && to.Float(got[g]) != to.Float(got[g])) {
					require.Equal(t, got[g], split[g], where)
				}
			}
		}
	}
}
