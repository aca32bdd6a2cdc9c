// Package neon encodes vector instructions of arm64. Go's assembler lacks most of these
// instructions. The others are here too, so that one table has all. An instruction becomes a WORD,
// with its text in ARM's syntax as a comment. The package's test decodes every one.
//
// Encodings are those of the Arm Architecture Reference Manual, section C4.1, "Data
// processing - scalar floating-point and advanced SIMD".
package neon

import (
	"fmt"
	"math/bits"
	"strings"
)

// form is how instructions of a kind encode their registers and the size of an element.
type form int

const (
	three       form = iota // three vectors of elements of 1 to 8 bytes
	threeFloats             // of 4 or 8 bytes
	threeBits               // on bytes, for all sizes
	two                     // two vectors
	twoFloats
	twoBits
	zero       // a vector that is compared with 0
	zeroFloats // of floats
	left       // shifted by a constant
	right
	widened       // the lower elements become twice as wide; the size is the old one
	widenedFloats // the same
	narrowed      // elements become half as wide; the size is the new one
	narrowedFloats
	pairs   // two elements become one that is twice as wide; the size is the old one
	long    // the lower elements of two vectors give ones twice as wide
	across  // all elements to one
	swapped // the halves of a vector are exchanged
	lookup  // of bytes in four registers, from the given one on
)

// Instruction is an instruction of the table.
type Instruction struct {
	name string
	form form
	bits uint32
	// Accumulates tells that the result's register is an operand, too.
	Accumulates bool
}

var byName = func() map[string]Instruction {
	all := map[string]Instruction{}
	for _, i := range table {
		all[i.name] = i
	}
	return all
}()

// Find returns an instruction by ARM's name. ok is false if the table lacks it.
func Find(name string) (i Instruction, ok bool) {
	i, ok = byName[name]
	return i, ok
}

// Encode returns the word of an instruction, for elements of size bytes, and its text. The result
// is d. m is the second operand: a register, or the number to shift by.
func (i Instruction) Encode(size, d, n, m int) (word uint32, text string) {
	log := uint32(bits.TrailingZeros(uint(size)))
	word = i.bits | uint32(n)<<5 | uint32(d)
	double := uint32(size) / 8 // of floats: whether they are of 8 bytes
	arrangement := func(r, size int) string { return register(r, size, 16) }
	vectors := func(size int, rs ...int) string {
		var list []string
		for _, r := range rs {
			list = append(list, arrangement(r, size))
		}
		return strings.Join(list, ", ")
	}
	// An instruction on half a register means the upper half if its name ends in 2.
	half := 8
	if strings.HasSuffix(i.name, "2") {
		half = 16
	}
	switch i.form {
	case three:
		word, text = word|uint32(m)<<16|log<<22, vectors(size, d, n, m)
	case threeFloats:
		word, text = word|uint32(m)<<16|double<<22, vectors(size, d, n, m)
	case threeBits:
		word, text = word|uint32(m)<<16, vectors(1, d, n, m)
		if i.name == "orr" && n == m {
			return word, "mov " + vectors(1, d, n)
		}
	case two:
		word, text = word|log<<22, vectors(size, d, n)
	case twoFloats:
		word, text = word|double<<22, vectors(size, d, n)
	case twoBits:
		text = vectors(1, d, n)
	case zero, zeroFloats:
		word, text = word|log<<22, vectors(size, d, n)+", #0"
		if i.form == zeroFloats {
			word = i.bits | uint32(n)<<5 | uint32(d) | double<<22
		}
		return word, strings.TrimSuffix(i.name, "0") + " " + text
	case left:
		word, text = word|uint32(8*size+m)<<16, fmt.Sprintf("%s, #%d", vectors(size, d, n), m)
	case right:
		word, text = word|uint32(16*size-m)<<16, fmt.Sprintf("%s, #%d", vectors(size, d, n), m)
	case widened:
		word, text = word|uint32(8*size)<<16, arrangement(d, 2*size)+", "+register(n, size, half)
	case widenedFloats:
		word, text = word|uint32(size/4)<<22, arrangement(d, 2*size)+", "+register(n, size, half)
	case narrowed:
		word, text = word|log<<22, register(d, size, half)+", "+arrangement(n, 2*size)
	case narrowedFloats:
		word, text = word|uint32(size/4)<<22, register(d, size, half)+", "+arrangement(n, 2*size)
	case pairs:
		word, text = word|log<<22, arrangement(d, 2*size)+", "+arrangement(n, size)
	case long:
		word, text = word|uint32(m)<<16|log<<22, fmt.Sprintf("%s, %s, %s", arrangement(d, 2*size), register(n, size, half), register(m, size, half))
	case across:
		word, text = word|log<<22, fmt.Sprintf("%c%d, %s", letter(size), d, arrangement(n, size))
	case swapped:
		return word | uint32(n)<<16, fmt.Sprintf("ext %s, #8", vectors(1, d, n, n))
	case lookup:
		word, text = word|uint32(m)<<16, fmt.Sprintf("%s, {v%d.16b-v%d.16b}, %s", arrangement(d, 1), n, n+3, arrangement(m, 1))
	}
	return word, i.name + " " + text
}

// register is the name of a register with its elements: "v1.4s".
func register(r, size, bytes int) string {
	return fmt.Sprintf("v%d.%d%c", r, bytes/size, letter(size))
}

func letter(size int) byte { return "bhsd"[bits.TrailingZeros(uint(size))] }
