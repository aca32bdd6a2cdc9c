package npy_test

import (
	"bytes"
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

func Example() {
	var file bytes.Buffer
	if err := npy.Write(&file, tensor.FromSlice([]float64{1, 2, 3, 4}, 2, 2)); err != nil {
		panic(err)
	}
	x, err := npy.Read(&file)
	if err != nil {
		panic(err)
	}
	fmt.Println(x.Mul(10))
	// Output:
	// [[10. 20.]
	//  [30. 40.]] shape=[2 2] float64 cpu
}

// Rows of a file that is larger than memory are read one part after the other.
func ExampleFile_Section() {
	var file bytes.Buffer
	if err := npy.Write(&file, tensor.Arange[int32](0, 8, 1).Reshape(4, 2)); err != nil {
		panic(err)
	}
	f, err := npy.NewFile(bytes.NewReader(file.Bytes()), int64(file.Len())) // npy.Open of a name
	if err != nil {
		panic(err)
	}
	for row := 0; row < f.Shape()[0]; row += 2 {
		part, err := f.Section(row, row+2)
		if err != nil {
			panic(err)
		}
		fmt.Println(part)
	}
	// Output:
	// [[0 1]
	//  [2 3]] shape=[2 2] int32 cpu
	// [[4 5]
	//  [6 7]] shape=[2 2] int32 cpu
}

func ExampleZip() {
	var file bytes.Buffer
	err := npy.WriteZipTo(&file, map[string]*tensor.Tensor{"x": tensor.Scalar(true), "y": tensor.Ones(tensor.Float32, 3)})
	if err != nil {
		panic(err)
	}
	z, err := npy.NewZip(bytes.NewReader(file.Bytes()), int64(file.Len())) // npy.OpenZip of a name
	if err != nil {
		panic(err)
	}
	for _, name := range z.Names() {
		x, err := z.Tensor(name)
		if err != nil {
			panic(err)
		}
		fmt.Println(name, x)
	}
	// Output:
	// x True shape=[] bool cpu
	// y [1. 1. 1.] shape=[3] float32 cpu
}

// The error of a malformed file names the broken rule.
func ExampleFormatError() {
	_, err := npy.Read(bytes.NewReader([]byte("\x93NUMPY\x04\x00v\x00{")))
	fmt.Println(err)
	// Output:
	// npy: it has version 4.0; versions are 1.0, 2.0 and 3.0
}
