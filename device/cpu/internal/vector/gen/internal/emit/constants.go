package emit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// Table is the memory with constants that the functions of a file share, by name.
type Table map[string][]uint64

// Write appends the table to the file.
func (t Table) Write(c *build.Context) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		c.StaticGlobal(name)
		c.DataAttributes(attr.RODATA | attr.NOPTR)
		for i, word := range t[name] {
			c.AddDatum(8*i, operand.U64(word))
		}
	}
}

// constants are the constants of one function.
type constants struct {
	Width int // of vector registers, in bytes
	data  Table
	kept  map[string]Vec // those that stay in registers, by name
	used  []operand.Mem  // those in memory that could have a register, in the order of their first use
}

// Words is memory with the given content.
func (c *constants) Words(name string, words ...uint64) operand.Mem {
	c.data[name] = words
	return operand.NewDataAddr(operand.Symbol{Name: name, Static: true}, 0)
}

// Constant is memory that repeats the bits in elements of the given size: as much as a register of
// AVX-512 has, or one of NEON.
func (c *constants) Constant(size int, bits uint64) operand.Mem {
	words := 8
	if c.Width == 16 {
		words = 2
	}
	for ; size < 8; size *= 2 {
		bits &= 1<<(8*size) - 1
		bits |= bits << (8 * size)
	}
	return c.Words(fmt.Sprintf("k%016x", bits), slices.Repeat([]uint64{bits}, words)...)
}

// Kept is Constant, or the register that keeps it.
func (c *constants) Kept(size int, bits uint64) Arg { return c.Keepable(c.Constant(size, bits)) }

// Keepable is a constant's memory, or the register that keeps it. Nothing may change that register.
func (c *constants) Keepable(m operand.Mem) Arg {
	if v, ok := c.kept[m.Symbol.Name]; ok {
		return v
	}
	if !slices.ContainsFunc(c.used, func(u operand.Mem) bool { return u.Symbol == m.Symbol }) {
		c.used = append(c.used, m)
	}
	return m
}

// Keep loads the first n constants that a trial used, to stay in registers from here on. Loops that
// load constants from memory take longer: a load costs as much as an operation, and more if it
// crosses lines of the cache. Every load of 64 bytes does where the linker puts constants on odd
// multiples of 32.
func (f *Writer) Keep(n int, trial *Writer) {
	f.kept = map[string]Vec{}
	for _, m := range trial.used[:min(n, len(trial.used))] {
		f.data[m.Symbol.Name] = trial.data[m.Symbol.Name]
		f.kept[m.Symbol.Name] = f.Load(m)
	}
}
