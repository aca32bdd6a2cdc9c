package device

import (
	"fmt"
	"slices"
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
	for _, c := range []struct{ name, text, want string }{
		{"no output", "(%0 float32)\nreturn", "no output; name the values to store"},
		{"an output beyond the values", "(%0 float32)\nreturn %1", "output 0: %1 does not exist; there are 1 values"},
		{"a negative output", "(%0 float32)\nreturn %-1", "output 0: %-1 does not exist; there are 1 values"},
		{"an operand beyond the values", "(%0 int8)\n%1 int8 = neg %1\nreturn %1",
			"instruction 0: neg: operand %1 is not defined before it; there are 1 values"},
		{"a negative operand", "(%0 int8)\n%1 int8 = neg %-1\nreturn %1",
			"instruction 0: neg: operand %-1 is not defined before it; there are 1 values"},
		{"an operand missing", "(%0 float32)\n%1 float32 = add %0\nreturn %1",
			"instruction 0: add: not defined for float32; 1 operands given, 2 needed"},
		{"two dtypes", "(%0 float32, %1 int8)\n%2 float32 = add %0 %1\nreturn %2",
			"instruction 0: add: not defined for float32 and int8; operands of an instruction share one dtype"},
		{"int8 where a float is needed", "(%0 int8)\n%1 int8 = exp %0\nreturn %1",
			"instruction 0: exp: not defined for int8; convert the operands to float32 first"},
		{"a result of another dtype", "(%0 float32)\n%1 int8 = neg %0\nreturn %1",
			"instruction 0: neg of [float32] gives float32, not int8; convert with a cast"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Parse(c.text)
			assert.Nil(t, p)
			assert.EqualError(t, err, "device: program: "+c.want)
		})
	}
}

func TestProgramsThatNoTextHasAreRefusedWithTheReason(t *testing.T) {
	_, err := NewProgram([]op.DType{f32, 0}, nil, nil, 0)
	assert.EqualError(t, err, "device: program: operand %1 has no type: DType(0)")
	_, err = NewProgram(f32s, nil, []Instr{{}}, 2)
	assert.EqualError(t, err, "device: program: instruction 0: no operation")
	_, err = NewProgram(f32s, nil, []Instr{{Op: op.Cast, Args: []Value{0}}}, 2)
	assert.EqualError(t, err, "device: program: instruction 0: cast: no type to convert to; set the instruction's Type")
	_, err = NewProgram(f32s, nil, []Instr{{Op: op.Sum, Args: []Value{0}}}, 2)
	assert.EqualError(t, err, "device: program: instruction 0: sum is no map; make the program of a Source")
	_, err = Source{[]Input{{Type: f32}}, nil, nil, []Output{{Value: 0, Skip: true}}}.Program()
	assert.EqualError(t, err, "device: program: output 0: no place; elements that lie where the layout says are neither left out nor combined")
	_, err = Single(op.BitwiseAnd, f32s...)
	var e *op.TypeError
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "bitwise_and", e.Op)
}

// mapped are programs of maps, in their own text.
var mapped = []string{
	"(%0 float32, %1 float32; %2 bool)\n%3 float32 = where %2 %0 %1\n%4 int8 = cast %3\nreturn %4 %0",
	"(; %0 uint8)\nreturn %0",
	"(%0 bfloat16)\nreturn %0 %0",
}

func TestProgramsAreReadAsTheyAreWritten(t *testing.T) {
	for _, text := range slices.Concat(mapped, formed) {
		p, err := Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, text, p.String())
		again, err := Source{p.ins, p.Scalars(), p.Code(), p.outs}.Program()
		require.NoError(t, err)
		assert.Equal(t, p, again)
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
	f.Add(" ( )\nreturn")
	for _, text := range slices.Concat(mapped, formed) {
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

func TestAnInstructionHasAMeaningWhateverItsOperation(t *testing.T) {
	half := op.Float32.FromFloat(2.5)
	assert.Equal(t, op.Float32.FromFloat(5), Instr{Op: op.Add, Type: f32}.Eval([]op.Scalar{half, half}, f32s))
	assert.Equal(t, op.Scalar(1), Instr{Op: op.Eq, Type: op.Bool}.Eval([]op.Scalar{half, half}, f32s))
	assert.Equal(t, op.Scalar(2), Instr{Op: op.Cast, Type: op.Int8}.Eval([]op.Scalar{half}, f32s[:1]))
}
