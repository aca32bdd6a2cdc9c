package main

import (
	"math"
	"slices"
)

// dtype is a type of package op, and how instructions call it.
type dtype struct {
	name   string // in package op
	size   int
	float  bool
	signed bool
}

var (
	float32s = dtype{"Float32", 4, true, true}
	float64s = dtype{"Float64", 8, true, true}
	floats   = []dtype{float32s, float64s}
	signeds  = []dtype{{"Int8", 1, false, true}, {"Int16", 2, false, true}, {"Int32", 4, false, true}, {"Int64", 8, false, true}}
	unsigned = []dtype{{"Uint8", 1, false, false}, {"Uint16", 2, false, false}, {"Uint32", 4, false, false}, {"Uint64", 8, false, false}}
	boolean  = dtype{"Bool", 1, false, false}
	halves   = []dtype{{"Float16", 2, true, true}, {"BFloat16", 2, true, true}}

	allFloats = slices.Concat(halves, floats)
)

// letter is how integer instructions call the type, and ps how float ones do.
func (t dtype) letter() string { return letter(t.size) }

func (t dtype) ps() string { return map[int]string{4: "PS", 8: "PD"}[t.size] }

// one has the bits of 1.
func (t dtype) one() uint64 {
	switch {
	case !t.float:
		return 1
	case t.size == 4:
		return uint64(math.Float32bits(1))
	}
	return math.Float64bits(1)
}

// sign is the highest bit.
func (t dtype) sign() uint64 { return 1 << (8*t.size - 1) }

// digits is how many bits a float's normal numbers have, and normal the smallest of those.
func (t dtype) digits() int { return map[int]int{4: 24, 8: 53}[t.size] }

func (t dtype) normal() float64 { return map[int]float64{4: 0x1p-126, 8: 0x1p-1022}[t.size] }

// unary and binary write an operation on one register; they may change it.
type (
	unary  func(f *frame, t dtype, x vec) vec
	binary func(f *frame, t dtype, x vec, y arg) vec
)

// load fills a register.
func (f *frame) load(m arg) vec {
	v := f.vec()
	if f.width == 64 {
		f.VMOVDQU64(m, v)
	} else {
		f.VMOVDQU(m, v)
	}
	return v
}

// three appends an instruction of two sources, and returns its result: in Go's order.
func (f *frame) three(name string, y, x arg) vec {
	v := f.vec()
	f.do(name, y, x, v)
	return v
}

// into is three, with the result in x.
func (f *frame) into(name string, y arg, x vec) vec {
	f.do(name, y, x, x)
	return x
}

// unary1 is a kernel of one operand.
func unary1(name, is string, t dtype, u unary, ops ...string) kernel {
	return kernel{name: name, is: is, in: []int{t.size}, out: t.size, entries: entriesOf(t, t, ops),
		unit: func(f *frame, in input) vec { return u(f, t, f.load(in(0, 0))) }}
}

// binary2 is a kernel of two operands.
func binary2(name, is string, t dtype, b binary, ops ...string) kernel {
	return kernel{name: name, is: is, in: []int{t.size, t.size}, out: t.size, entries: entriesOf(t, t, ops),
		unit: func(f *frame, in input) vec { return b(f, t, f.load(in(0, 0)), in(1, 0)) }}
}

// entriesOf enters a kernel for rows one by one.
func entriesOf(from, to dtype, ops []string) []entry {
	var all []entry
	for _, o := range ops {
		all = append(all, entry{[]string{o}, from.name, to.name})
	}
	return all
}

// also enters a kernel for another type that has the same bits.
func (k kernel) also(t dtype) kernel {
	first := k.entries[0].from
	for _, e := range k.entries {
		if e.from != first {
			continue
		}
		if e.to == e.from {
			e.to = t.name
		}
		e.from = t.name
		k.entries = append(k.entries[:len(k.entries):len(k.entries)], e)
	}
	return k
}
