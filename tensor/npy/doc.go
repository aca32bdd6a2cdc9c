// Package npy reads and writes NumPy's files: .npy with one array, .npz with several.
//
//	x, err := npy.ReadFile("x.npy")
//	err = npy.WriteFile("y.npy", x.Exp())
//	arrays, err := npy.ReadZip("weights.npz")
//
// Versions 1 to 3 of the format are read, in either byte order. NumPy has all dtypes of tensors
// except bfloat16. An array in Fortran order becomes a transposed view, and such a view is written
// in Fortran order. Neither is copied.
//
// The Python package ml_dtypes writes arrays of bfloat16 as raw bytes of type V2, and np.load
// returns raw bytes. [V2AsBFloat16] reads them as bfloat16. Package safetensors has the type
// itself. Structured, object, string, date, complex and float128 arrays are refused by name.
//
// # Files from strangers
//
// No file makes a function panic. A malformed file gives a *[FormatError], and takes at most 1 MiB
// more memory than it has bytes. The sizes in a header are compared with the file before memory is
// allocated. From a stream, memory grows with the bytes that arrive. Members of an archive are read
// to their end, which checks their checksums, and are never unpacked to disk.
//
// A compressed array takes more: the bytes that it really holds, at most those that its header
// promises.
//
// # Files larger than memory
//
// [Open] and [OpenZip] read headers only. [File.Tensor] reads the whole array, and [File.Section]
// some rows.
package npy
