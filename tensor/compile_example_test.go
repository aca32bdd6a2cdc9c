package tensor_test

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

func ExampleCompile() {
	softsign := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Div(x.Abs().Add(1)) })
	x := tensor.FromSlice([]float32{-3, 0, 1})
	fmt.Println(softsign.Call(x)) // recorded, and run
	fmt.Println(softsign.Call(x.Add(2)))
	// Output:
	// [-0.75  0.    0.5 ] shape=[3] float32 cpu
	// [-0.5        0.6666667  0.75     ] shape=[3] float32 cpu
}

// Several arguments are a struct, and so are several results.
func ExampleCompile_struct() {
	type state struct{ Position, Speed *tensor.Tensor }
	step := tensor.Compile(func(s state) state {
		speed := s.Speed.Sub(s.Position.Mul(.5))
		return state{s.Position.Add(speed), speed}
	})
	s := state{tensor.FromSlice([]float32{1, 2}), tensor.FromSlice([]float32{0, 1})}
	for range 2 {
		s = step.Call(s)
	}
	fmt.Println(s.Position)
	fmt.Println(s.Speed)
	// Output:
	// [-0.25  1.  ] shape=[2] float32 cpu
	// [-0.75 -1.  ] shape=[2] float32 cpu
}

// A loop of steps into one of two tensors allocates nothing.
func ExampleCompiled_Into() {
	smooth := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		y := x.Clone()
		inner := x.Slice(0, 0, -2, 1).Add(x.Slice(0, 2, tensor.End, 1)).Mul(.5)
		if err := y.Slice(0, 1, -1, 1).Assign(inner); err != nil {
			return tensor.FromError(err)
		}
		return y
	})
	x, y := tensor.FromSlice([]float32{0, 8, 0, 0, 8}), tensor.Zeros(tensor.Float32, 5)
	for range 3 {
		if err := smooth.Into(y, x); err != nil {
			fmt.Println(err)
		}
		x, y = y, x
	}
	fmt.Println(x)
	// Output: [0. 1. 4. 5. 8.] shape=[5] float32 cpu
}

// A Number may be another one at each call, without a new recording.
func ExampleNum() {
	type scaled struct {
		X      *tensor.Tensor
		Factor tensor.Number
	}
	scale := tensor.Compile(func(a scaled) *tensor.Tensor { return a.X.Mul(a.Factor) })
	x := tensor.FromSlice([]float32{1, 2, 3})
	for _, factor := range []float64{.5, 2} {
		fmt.Println(scale.Call(scaled{x, tensor.Num(factor)}))
	}
	// Output:
	// [0.5 1.  1.5] shape=[3] float32 cpu
	// [2. 4. 6.] shape=[3] float32 cpu
}
