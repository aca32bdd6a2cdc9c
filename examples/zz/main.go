package main

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	a := tensor.Ones(tensor.Float32, 2, 3)
	b := tensor.Ones(tensor.Float32, 4, 3)
	p := func(n string, e error) { fmt.Printf("%s: %v\n\n", n, e) }
	p("addinplace", a.AddInPlace(b))
	p("assign", a.Assign(b))
	p("setat", a.SetAt(b, 0))
	p("broadcastto", a.BroadcastTo(5, 3).Err())
	p("reshape", a.Reshape(5, 3).Err())
	p("reshape -1", a.Reshape(-1, 4).Err())
	p("slice0", a.Slice(1, 0, 2, 0).Err())
	_, err := tensor.AllClose(a, b, 1e-5, 1e-8)
	p("allclose", err)
	p("arange", tensor.Arange(0, math.NaN(), 1).Err())
	h := tensor.FromFloat32s(tensor.Float16, []float32{1})
	_, err = tensor.Data[uint16](h)
	p("data", err)
	err = tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.To(nil) }).Call(a).Err()
	p("compiled to", err)
	p("to nil", a.To(nil).Err())
	i := tensor.FromSlice([]int32{1, 2, 3})
	fmt.Println(i.SetAt(1.5, 0), i)
	p("assign 300", tensor.FromSlice([]uint8{1}).Assign(300))
	p("assign [300]", tensor.FromSlice([]uint8{1}).Assign([]int{300}))
	fmt.Println(tensor.FromFloat32s(tensor.Float16, []float32{1.0 / 64}), tensor.FromFloat32s(tensor.Float16, []float32{1.0 / 64, 1e4}), tensor.FromSlice([]float32{float32(math.Pow(2, -96))}))
	var j tensor.Tensor
	err = json.Unmarshal([]byte(`{"dtype":"float16","shape":[1],"data":[1.000488281250000000000000000001]}`), &j)
	fmt.Println(err, &j)
	p("uint", tensor.FromSlice([]float32{1}).BitwiseAnd(1).Err())
}
