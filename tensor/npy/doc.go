// Package npy reads and writes NumPy's files: .npy with one array, .npz with several.
//
//	x, err := npy.ReadFile("x.npy")
//	err = npy.WriteFile("y.npy", x.Exp())
//	arrays, err := npy.ReadZip("weights.npz")
//
// Versions 1 to 3 of the format are read, in either byte order. All of the tensors' dtypes but
// bfloat16 have a type of NumPy's. An array in Fortran order becomes a transposed view, and such
// a view is written in Fortran order: neither is copied.
//
// NumPy has no bfloat16: ml_dtypes writes its arrays as raw bytes of type V2, and np.load does
// not know them again. [V2AsBFloat16] reads them; package safetensors has the type itself.
// Structured, object, string, date, complex and float128 arrays are refused by name.
//
// # Files from strangers
//
// No file makes a function panic. A malformed one gives a *[FormatError], and takes no more
// memory than the bytes that are there, and 1 MiB. The sizes in a header are compared with the
// file before memory is allocated; from a stream, memory grows with what arrives. Members of an
// archive are read to their end, so that their checksums count, and are never unpacked to disk.
//
// # Files larger than memory
//
// [Open] and [OpenZip] read headers only. [File.Tensor] reads the array, and [File.Section] some
// rows of it.
package npy
