package safetensors_test

import (
	"bytes"
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

func Example() {
	weights := map[string]*tensor.Tensor{
		"layer.bias":   tensor.FromSlice([]float32{0.5, 1}).AsType(tensor.BFloat16),
		"layer.weight": tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2),
	}
	var file bytes.Buffer
	if err := safetensors.Write(&file, weights, map[string]string{"format": "pt"}); err != nil {
		panic(err)
	}

	// safetensors.Open takes a file's name.
	f, err := safetensors.NewFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		panic(err)
	}
	fmt.Println(f.Metadata()["format"])
	for _, name := range f.Names() {
		x, err := f.Tensor(name)
		if err != nil {
			panic(err)
		}
		fmt.Println(name, x)
	}
	// Output:
	// pt
	// layer.weight [[1. 2.]
	//  [3. 4.]] shape=[2 2] float32 cpu
	// layer.bias [0.5 1. ] shape=[2] bfloat16 cpu
}
