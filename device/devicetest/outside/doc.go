// Package outside reads results of other libraries: PyTorch, NumPy and ONNX's reference. For each
// case they come with the exact result, rounded. The package finds the row of package op and the
// error bound of each case. It lists the answers of other libraries that are not compared.
//
// A folder of such data has a folder for each suite: "torch", "npumath" and "onnx". Its file
// manifest.jsonl has a [Case] in each line. The arrays of a case are members of zip files, in
// NumPy's format. The folder "tables" has an [Edge] in each line, and others.
//
// Package op tests the rows' meanings with these results, package tensor tests tensors, and
// devicetest.CheckOutside tests any device.
package outside
