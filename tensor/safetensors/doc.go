// Package safetensors reads and writes .safetensors files: named tensors of all dtypes, bfloat16
// among them, with metadata.
//
//	weights, err := safetensors.ReadFile("model.safetensors")
//	err = safetensors.WriteFile("half.safetensors", weights, map[string]string{"format": "pt"})
//
// Types of less than 8 bits, float8 and complex64 have no dtype: files that hold them can be
// opened, and such a tensor alone is refused, by name.
//
// # Files from strangers
//
// No file makes a function panic. A malformed one gives a *[FormatError], and takes no more
// memory than the bytes that are there, and 1 MiB. The rules are those of the reference
// implementation, and some more: a name stands once, a tensor has the fields dtype, shape and
// data_offsets and no others, and at most 64 axes.
//
// # Files larger than memory
//
// [Open] reads the header only. [File.Tensor] reads a tensor, and [File.Section] some rows of it.
package safetensors
