// Package outside has results that other libraries gave: PyTorch, NumPy, ONNX's reference,
// and what the real result rounds to. It reads them, tells which row of package op a case
// is about and how near its answer has to be, and names the answers that do not count.
//
// A folder of such data has a folder for each suite, "torch", "npumath", "onnx", with the
// file manifest.jsonl, one [Case] a line, and the arrays that the cases name, members of
// zip files in NumPy's format; and "tables" of [Edge] and others.
//
// The rows' meanings are judged by it in package op, tensors in package tensor, and any
// device by devicetest.CheckOutside.
package outside
