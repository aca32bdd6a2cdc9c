package tensor_test

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// The remainder has the sign of the divisor, as in Python. The result of Fmod has the sign of the
// dividend, as in C. Dividing integers gives floats.
func ExampleTensor_Remainder() {
	x := tensor.Arange(-4, 5, 4)
	fmt.Println(x.Remainder(3))
	fmt.Println(x.Fmod(3))
	fmt.Println(x.FloorDivide(3))
	fmt.Println(x.Div(3))
	// Output:
	// [2 0 1] shape=[3] int64 cpu
	// [-1  0  1] shape=[3] int64 cpu
	// [-2  0  1] shape=[3] int64 cpu
	// [-1.3333334  0.         1.3333334] shape=[3] float32 cpu
}

// A bound of nil is open.
func ExampleTensor_Clamp() {
	x := tensor.Arange(-2, 3, 1)
	fmt.Println(x.Clamp(-1, 1))
	fmt.Println(x.Clamp(nil, 0))
	fmt.Println(x.Maximum(x.Neg()))
	// Output:
	// [-1 -1  0  1  1] shape=[5] int64 cpu
	// [-2 -1  0  0  0] shape=[5] int64 cpu
	// [2 1 0 1 2] shape=[5] int64 cpu
}

// Expm1 and Log1p keep the digits of small numbers.
func ExampleTensor_Expm1() {
	x := tensor.Scalar(1e-10)
	fmt.Printf("%.4e\n", x.Exp().Sub(1))
	fmt.Printf("%.12e\n", x.Expm1())
	// Output:
	// 1.0000e-10
	// 1.000000000050e-10
}

func ExampleTensor_Sin() {
	angles := tensor.FromSlice([]float64{0, 30, 90}).Deg2rad()
	fmt.Printf("%.3f\n", angles.Sin())
	fmt.Printf("%.3f\n", tensor.Scalar(1.0).Atan2(-1).Rad2deg())
	// Output:
	// [0.000 0.500 1.000]
	// 135.000
}

// Halves are rounded to even; decimals is a parameter, which may be left out.
func ExampleTensor_Round() {
	x := tensor.FromSlice([]float64{0.5, 1.5, 2.345})
	fmt.Println(x.Round())
	fmt.Println(x.Round(1))
	fmt.Println(x.Floor())
	// Output:
	// [0. 2. 2.] shape=[3] float64 cpu
	// [0.5 1.5 2.3] shape=[3] float64 cpu
	// [0. 1. 2.] shape=[3] float64 cpu
}

// Erfc keeps its digits where Erf is almost 1.
func ExampleTensor_Erf() {
	x := tensor.FromSlice([]float64{0, 1, 6})
	fmt.Printf("%.4g\n", x.Erf())
	fmt.Printf("%.4g\n", x.Erfc())
	fmt.Printf("%.4g\n", x.Sigmoid())
	// Output:
	// [     0 0.8427      1]
	// [        1    0.1573 2.152e-17]
	// [   0.5 0.7311 0.9975]
}

// Parameters come last and have PyTorch's defaults.
func ExampleTensor_LeakyRelu() {
	x := tensor.FromSlice([]float32{-2, 0, 3})
	fmt.Println(x.Relu())
	fmt.Println(x.LeakyRelu())
	fmt.Println(x.LeakyRelu(0.5))
	// Output:
	// [0. 0. 3.] shape=[3] float32 cpu
	// [-0.02  0.    3.  ] shape=[3] float32 cpu
	// [-1.  0.  3.] shape=[3] float32 cpu
}

func ExampleWhere() {
	x := tensor.FromSlice([]float64{4, -9, math.NaN()})
	fmt.Println(x.Lt(0))
	fmt.Println(tensor.Where(x.Gt(0), x.Sqrt(), 0))
	fmt.Println(x.Eq(x), x.Isclose(x, nil, nil, true))
	// Output:
	// [False  True False] shape=[3] bool cpu
	// [2. 0. 0.] shape=[3] float64 cpu
	// [ True  True False] shape=[3] bool cpu [ True  True  True] shape=[3] bool cpu
}

func ExampleTensor_BitwiseAnd() {
	x := tensor.FromSlice([]uint8{0b1100, 0b1010})
	fmt.Printf("%04b\n", x.BitwiseAnd(0b0110))
	fmt.Printf("%04b\n", x.BitwiseRightShift(1))
	fmt.Println(x.Gt(8).LogicalAnd(x.Lt(12)))
	fmt.Println(tensor.Scalar(1.5).BitwiseNot().Err())
	// Output:
	// [0100 0010]
	// [0110 0101]
	// [False  True] shape=[2] bool cpu
	// tensor: bitwise_not: not defined for float64; use an integer or bool tensor, or convert with AsType
}

// Apply takes an operation by its name in PyTorch. It also takes parameters that methods leave out,
// such as add's alpha.
func ExampleApply() {
	x := tensor.FromSlice([]float32{1, 2})
	fmt.Println(tensor.Apply("add", x, 10, 0.5))
	fmt.Println(tensor.Apply("clamp", x, nil, 1.5))
	fmt.Println(tensor.Apply("subtract", 5, x))
	// Output:
	// [6. 7.] shape=[2] float32 cpu
	// [1.  1.5] shape=[2] float32 cpu
	// [4. 3.] shape=[2] float32 cpu
}
