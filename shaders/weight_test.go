package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestTextIsWeighedAsOftenAsItIsCalled(t *testing.T) {
	l := &library{index: map[string]int{}}
	const one, two = "fn one(x: u32) -> u32 { return x; }", "fn two(x: u32) -> u32 { return one(one(x)); }"
	for _, d := range parse(one + "\n\n" + two) {
		l.declare(d)
	}
	const body = "two(x) + two(y)"
	assert.Equal(t, len(body)+2*len(two)+4*len(one), l.inlinedLength(body, once, map[int]int{}))
}

func TestAWeightIsOfTheTypeAndOfWhatTheDeviceRepairs(t *testing.T) {
	bare := Weight(op.Div, op.Float32, op.Float32, Repair{})
	assert.Less(t, bare, Weight(op.Div, op.Float32, op.Float32, Repair{Div: true}))
	assert.Less(t, bare, Weight(op.Div, op.Float64, op.Float64, Repair{}))
	assert.Less(t, Weight(op.Cast, op.Int32, op.Float32, Repair{}), Weight(op.Cast, op.Int64, op.Float64, Repair{}))
	for _, o := range op.Instructions() {
		if o.Defined(op.Float64) {
			assert.LessOrEqual(t, len(lib(Repair{}).dependencies(o.WGSL(op.Float64))), Weight(o, op.Float64, op.Float64, Repair{}), o.Name)
		}
	}
}

func TestTheWeightOfARowOfGroupsIsThatOfItsWalkAndItsEnd(t *testing.T) {
	for _, o := range op.Groups() {
		for _, dt := range op.DTypes() {
			r, ok := RowOf(o, argumentsOf(o, dt))
			if !ok { // a sort
				continue
			}
			w := Weight(o, dt, o.Role.(*op.Group).Type(dt), Repair{})
			assert.GreaterOrEqual(t, w, len(r.Add)+len(r.End), "%v of %v", o, dt)
		}
	}
	sum := Weight(op.Sum, op.Float32, op.Float32, Repair{})
	assert.Less(t, Weight(op.Max, op.Float32, op.Float32, Repair{}), sum)
	assert.Less(t, sum, Weight(op.Logcumsumexp, op.Float64, op.Float64, Repair{}))
}

func TestAProgramCostsItsInstructionsAndTheirPlaces(t *testing.T) {
	f, add := op.Float32, instruction{op.Add, op.Float32, op.Float32, Repair{}}
	where := instruction{op.Where, op.Float32, op.Float32, Repair{}}
	p := program(t, []op.DType{op.Bool, f, f}, nil, []device.Instr{do(op.Where, 0, 1, 2), do(op.Add, 1, 3)}, 4)
	assert.Equal(t, 6*operandBytes+cost(where)+cost(add), Cost(p, Repair{}))
}

func TestTheBodyOfALoopCostsAsOftenAsItIsRun(t *testing.T) {
	l := &library{index: map[string]int{}}
	const one = "fn one(x: u32) -> u32 { return x; }"
	for _, d := range parse(one) {
		l.declare(d)
	}
	const inner, head, tail = "{ y = one(y); }", "for (var i = 0u; i < 5u; i++)", " return one(y);"
	body := "{ while (x != 0u)" + inner + " }"
	text := "var y = x; " + head + body + tail
	while := len("while (x != 0u)") + len(inner) + len(one)
	want := len("var y = x; ") + 5*(len(head)+len("{ ")+dataIterations*while+len(" }")) + len(tail) + len(one)
	assert.Equal(t, want, l.inlinedLength(text, iterations, map[int]int{}))
	assert.Equal(t, len(text)+2*len(one), l.inlinedLength(text, once, map[int]int{}))
	assert.Equal(t, 2*len("while (")*dataIterations, 2*l.inlinedLength("while (", iterations, map[int]int{}), "a text that ends too early")
}

func TestIterationsAreCountedWhereTheTextSaysThem(t *testing.T) {
	for _, c := range []struct {
		head string
		want int
	}{
		{"for (var i = 0u; i < 55u; i++)", 55},
		{"for (var i = 0; i < 8; i = i + 1)", 8},
		{"for (var n = 25; n > 1; n = n - 1)", 25},
		{"for (var i = 0; i < min(n, 17); i++)", 17},
		{"for (var i = 0u; i < (39u | m_zero()); i++)", 39},
		{"for (var i = 0u; i < m_long_rounds(s, 19u); i++)", 19},
		{"for (var i = 0; i < n; i++)", dataIterations},
		{"for (var i = 0u; i <= n; i++)", dataIterations},
		{"for (var rest = y; rest != 0u; rest = rest >> 1u)", dataIterations},
		{"while (d > 0 && r != 0u)", dataIterations},
		{"for (var k = 8u; k > 0u; k = k >> 1u)", dataIterations},
		{"for (var i = 0u; i < 5u && any(r != vec2<u32>()); i++", dataIterations},
	} {
		t.Run(c.head, func(t *testing.T) { assert.Equal(t, c.want, iterations(c.head)) })
	}
}

func TestACostCountsTheIterationsOfLoopsAndTheCodeOfRoutines(t *testing.T) {
	of := func(o *op.Op, dt op.DType) int { return cost(instruction{op: o, from: dt, to: dt}) }
	assert.Greater(t, of(op.Pow, op.Int32), 32*len("{\n    if ((rest & 1u) != 0u) { r *= square; }\n    square *= square;\n  }"))
	assert.Equal(t, of(op.Mul, op.Float32), Weight(op.Mul, op.Float32, op.Float32, Repair{}), "no loop")
	exp := len(routinesOf(op.Exp)[0].code) / elementBytes
	assert.Greater(t, exp, 50)
	assert.Greater(t, of(op.Exp, op.Float64), exp*of(op.Mul, op.Float64))
	assert.Less(t, of(op.Exp, op.Float64), (exp+1)*of(op.Mul, op.Float64))
	assert.Less(t, of(op.Exp, op.Float32), of(op.Mul, op.Float64), "float32 has no routine")
}

func TestRoundsCountTheLoopsOfRowsOfGroups(t *testing.T) {
	f := op.Float32
	of := func(o *op.Op) (element, merged int) {
		s := device.Source{Inputs: []device.Input{{Type: f, Level: 1}}, Code: []device.Instr{do(o, 0)}, Outputs: []device.Output{{Value: 1}}}
		if o == op.Var {
			s.Inputs, s.Code, s.Outputs = append(s.Inputs, device.Input{Type: f}), []device.Instr{do(o, 0, 1)}, []device.Output{{Value: 2}}
		}
		p, err := s.Program()
		require.NoError(t, err)
		r, _ := RowOf(o, argumentsOf(o, f))
		return rounds(p, []GroupRow{r}, Repair{}), mergingRounds([]GroupRow{r}, Repair{})
	}
	for _, c := range []struct {
		name            string
		row             *op.Op
		element, merged int
	}{
		{"a row without loops", op.Max, 1, 1},
		{"two walks", op.Sum, 2 * 4, 1},
		{"a scan", op.Cumsum, 13, 1},
		{"carried digits", op.Var, 84, 161},
	} {
		t.Run(c.name, func(t *testing.T) {
			element, merged := of(c.row)
			assert.Equal(t, c.element, element)
			assert.Equal(t, c.merged, merged)
		})
	}
}
