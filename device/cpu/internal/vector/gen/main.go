// Gen writes the packages avx2, avx512 and neon, each a kernel set. It writes files of assembly, and
// files of Go with the functions' declarations and the table that says what they compute.
//
//	go run . # in this directory
//
// Its packages, each on top of those before it:
//
//   - dtype: element types, and what instructions need of them
//   - neon: the encoding of arm64's vector instructions
//   - emit: a function's instructions, registers and constants
//   - floats: arithmetic of float32 and float64
//   - arm64: the translation of functions for amd64
//   - kernel: loops around one vector's code, and the files they stand in
//   - arithmetic, bits, compare, half, cast, neonrow, integer: kernels of simple operations
//   - function, math32, math64: kernels of real functions
//   - composition: kernels of rows that are compositions, made from their expressions
//   - move: routines that copy and transpose
//   - order: routines that sort
//   - random: kernels of random bits and numbers
//   - sum: routines that add
//   - product: routines that multiply matrices
//
// To add a kernel, write what it does with one vector into the package of its kind, and enter it in
// that package's list. A new list goes into generate.go. Then run gen. emittest runs a kernel in a
// test.
//
// It is a module of its own, so that users of the kernels do not need its dependencies.
package main

import (
	"log"
	"os"
	"path/filepath"
)

func main() {
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join("..", name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
