// Package safetensors reads and writes .safetensors files: named tensors of all dtypes, bfloat16
// among them, with metadata.
//
//	weights, err := safetensors.ReadFile("model.safetensors")
//	err = safetensors.WriteFile("half.safetensors", weights, map[string]string{"format": "pt"})
//
// Types of less than 8 bits, float8 and complex64 have no dtype. A file with such tensors can be
// opened; the error of reading one names its type.
//
// # Files from strangers
//
// No file makes a function panic. A malformed file gives a *[FormatError], and takes at most 1 MiB
// more memory than it has bytes. From a stream, tensors before the fault take memory of their own.
// The rules are those of the reference implementation, and three more. A name occurs once. A tensor
// has only the fields dtype, shape and data_offsets. It has at most 64 axes.
//
// # Files larger than memory
//
// [Open] reads the header only. [File.Tensor] reads a whole tensor, and [File.Section] some rows.
package safetensors
