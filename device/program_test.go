package device

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

var (
	f32  = op.Float32
	f32s = []op.DType{f32, f32}
)

func TestAProgramKeepsWhatItWasMadeOf(t *testing.T) {
	code := []Instr{{Op: op.Mul, Args: []Value{0, 2}}, {Op: op.Lt, Args: []Value{3, 1}}}
	p, err := NewProgram(f32s, []op.DType{f32}, code, 4, 3)
	require.NoError(t, err)
	code[0].Args[0] = 1 // the program has its own copy
	assert.Equal(t, f32s, p.Inputs())
	assert.Equal(t, []op.DType{f32}, p.Scalars())
	assert.Equal(t, []Value{4, 3}, p.Outputs())
	assert.Equal(t, []Instr{{op.Mul, f32, []Value{0, 2}}, {op.Lt, op.Bool, []Value{3, 1}}}, p.Code())
	assert.Equal(t, op.Bool, p.Type(4))
	assert.Equal(t, Value(4), p.Result(1))
}

func TestProgramsAreRefusedWithTheReason(t *testing.T) {
	add := func(args ...Value) []Instr { return []Instr{{Op: op.Add, Args: args}} }
	for _, c := range []struct {
		name    string
		inputs  []op.DType
		code    []Instr
		outputs []Value
		want    string
	}{
		{"no output", f32s, add(0, 1), nil, "no output; name the values to store"},
		{
			name:    "an output beyond the values",
			inputs:  f32s,
			code:    add(0, 1),
			outputs: []Value{3},
			want:    "output 0: %3 does not exist; there are 3 values",
		},
		{"a negative output", f32s, nil, []Value{-1}, "output 0: %-1 does not exist; there are 2 values"},
		{"an operand without a dtype", []op.DType{f32, 0}, nil, []Value{0}, "operand %1 has no type: DType(0)"},
		{"no operation", f32s, []Instr{{}}, []Value{2}, "instruction 0: no operation"},
		{
			name:    "an operand beyond the values",
			inputs:  f32s,
			code:    add(0, 2),
			outputs: []Value{2},
			want:    "instruction 0: add: operand %2 is not defined before it; there are 2 values",
		},
		{
			name:    "a negative operand",
			inputs:  f32s,
			code:    add(0, -1),
			outputs: []Value{2},
			want:    "instruction 0: add: operand %-1 is not defined before it; there are 2 values",
		},
		{
			name:    "an operand missing",
			inputs:  f32s,
			code:    add(0),
			outputs: []Value{2},
			want:    "instruction 0: add: not defined for float32; 1 operands given, 2 needed",
		},
		{
			name:    "two dtypes",
			inputs:  []op.DType{f32, op.Int8},
			code:    add(0, 1),
			outputs: []Value{2},
			want:    "instruction 0: add: not defined for float32 and int8; operands of an instruction share one dtype",
		},
		{
			name:    "int8 where a float is needed",
			inputs:  []op.DType{op.Int8},
			code:    []Instr{{Op: op.Exp, Args: []Value{0}}},
			outputs: []Value{1},
			want:    "instruction 0: exp: not defined for int8; convert the operands to float32 first",
		},
		{
			name:    "a cast to no dtype",
			inputs:  f32s,
			code:    []Instr{{Op: op.Cast, Args: []Value{0}}},
			outputs: []Value{2},
			want:    "instruction 0: cast: no type to convert to; set the instruction's Type",
		},
		{
			name:    "a result of another dtype",
			inputs:  f32s,
			code:    []Instr{{Op: op.Add, Type: op.Int8, Args: []Value{0, 1}}},
			outputs: []Value{2},
			want:    "instruction 0: add of [float32 float32] gives float32, not int8; convert with a cast",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := NewProgram(c.inputs, nil, c.code, c.outputs...)
			assert.Nil(t, p)
			assert.EqualError(t, err, "device: program: "+c.want)
		})
	}
	_, err := Single(op.BitwiseAnd, f32s...)
	var e *op.TypeError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "bitwise_and", e.Op)
}

func TestProgramsHaveAText(t *testing.T) {
	for _, c := range []struct {
		name            string
		inputs, scalars []op.DType
		code            []Instr
		outputs         []Value
		want            string
	}{
		{
			name:    "two instructions",
			inputs:  f32s,
			scalars: []op.DType{op.Bool},
			code:    []Instr{{Op: op.Where, Args: []Value{2, 0, 1}}, {op.Cast, op.Int8, []Value{3}}},
			outputs: []Value{4},
			want:    "(%0 float32, %1 float32; %2 bool)\n%3 float32 = where %2 %0 %1\n%4 int8 = cast %3\nreturn %4",
		},
		{"a scalar alone", nil, []op.DType{op.Uint8}, nil, []Value{0}, "(; %0 uint8)\nreturn %0"},
		{"one value twice", []op.DType{op.BFloat16}, nil, nil, []Value{0, 0}, "(%0 bfloat16)\nreturn %0 %0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := NewProgram(c.inputs, c.scalars, c.code, c.outputs...)
			require.NoError(t, err)
			assert.Equal(t, c.want, p.String())
			same, err := Parse(p.String())
			require.NoError(t, err)
			assert.Equal(t, p, same)
		})
	}
}

func TestTextsThatAreNoProgramAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"nothing", "", "no list of operands and result"},
		{"no list of operands", "return %0", "no list of operands and result"},
		{"an unknown dtype", "(%0 float)\nreturn %0", `unknown dtype "float"`},
		{"an unknown operation", "(%0 int8)\n%1 int8 = plus %0\nreturn %1", `no operation "plus"`},
		{"a result without a dtype", "(%0 int8)\n%1 = neg %0\nreturn %1", `unknown dtype "="`},
		{"a result without an operation", "(%0 int8)\n%1 int8\nreturn %1", `"%1 int8" has no operation`},
		{"an operand that is no value", "(%0 int8)\n%1 int8 = neg x\nreturn %1", `"x" is not a value`},
		{
			name: "a value before it is defined",
			text: "(%0 int8)\n%1 int8 = neg %1\nreturn %1",
			want: "operand %1 is not defined before it",
		},
		{
			name: "a result out of order",
			text: "(%0 int8)\n%2 int8 = neg %0\nreturn %1",
			want: "written\n(%0 int8)\n%2 int8 = neg %0\nreturn %1\nit is\n(%0 int8)\n%1 int8 = neg %0\nreturn %1",
		},
		{"no return", "(%0 int8)\n%0", "written\n(%0 int8)\n%0\nit is\n(%0 int8)\nreturn %0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(c.text)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// FuzzParse looks for texts that are read and written differently, and for panics.
func FuzzParse(f *testing.F) {
	f.Add("(%0 float32, %1 float32; %2 bool)\n%3 float32 = where %2 %0 %1\n%4 int8 = cast %3\nreturn %4 %0")
	f.Add("(; %0 uint8)\nreturn %0")
	f.Add(" ( )\nreturn")
	for _, text := range formed {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		same, err := Parse(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, same)
	})
}

func ExampleProgram() {
	// x * 2 + y, rounded to whole numbers.
	p, err := NewProgram([]op.DType{op.Float32, op.Float32}, []op.DType{op.Float32},
		[]Instr{
			{Op: op.Mul, Args: []Value{0, 2}},
			{Op: op.Add, Args: []Value{3, 1}},
			{Op: op.Cast, Type: op.Int32, Args: []Value{4}},
		}, 5)
	if err != nil {
		panic(err)
	}
	fmt.Println(p)
	// Output:
	// (%0 float32, %1 float32; %2 float32)
	// %3 float32 = mul %0 %2
	// %4 float32 = add %3 %1
	// %5 int32 = cast %4
	// return %5
}
