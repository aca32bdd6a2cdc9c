package op_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

func ExampleOp_Eval() {
	int8s := []op.DType{op.Int8, op.Int8}
	args := []op.Scalar{op.Int8.FromInt(-7), op.Int8.FromInt(2)}
	for _, o := range []*op.Op{op.FloorDivide, op.TruncDivide, op.Remainder, op.Fmod} {
		fmt.Println(o, op.Int8.Int(o.Eval(args, int8s)))
	}
	// Output:
	// floor_divide -4
	// trunc_divide -3
	// remainder 1
	// fmod -1
}

func ExampleOp_Distance() {
	one := []op.Scalar{op.Float32.FromFloat(1)}
	got := op.Float32.FromFloat(2.7182822) // what a device may take for e
	d := op.Exp.Distance(one, []op.DType{op.Float32}, got)
	fmt.Printf("%.2f units off, %v are allowed\n", d, op.Exp.Tol.For(op.Float32))
	// Output: 1.65 units off, 2.5 are allowed
}

func ExamplePromote() {
	fmt.Println(op.Promote(op.Int64, op.Float32))
	fmt.Println(op.Promote(op.Int8, op.Uint8))
	fmt.Println(op.Promote(op.Int8, op.Uint64))
	// Output:
	// float32 <nil>
	// int16 <nil>
	// DType(0) promote: not defined for uint64 and int8; no integer type holds both; convert one of them with AsType
}

func ExampleByName() {
	o := op.ByName("swish")
	fmt.Println(o, "takes", o.Takes())
	o = op.ByName("leaky_relu")
	fmt.Println(o, "takes", o.Takes())
	fmt.Println("Its steps are", o.As)
	// Output:
	// silu takes x
	// leaky_relu takes x and optionally negative_slope
	// Its steps are where(gt(x, 0), x, mul(x, y))
}
