package main

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// unary and binary write an operation on one register; they may change it.
type (
	unary  func(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec
	binary func(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec
)

// unary1 is a kernel of one operand.
func unary1(name, is string, t dtype.Type, u unary, ops ...string) kernel {
	return kernel{name: name, is: is, in: []int{t.Size}, out: t.Size, entries: entriesOf(t, t, ops),
		vector: func(f *emit.Writer, in input) emit.Vec { return u(f, t, f.Load(in(0, 0))) }}
}

// binary2 is a kernel of two operands.
func binary2(name, is string, t dtype.Type, b binary, ops ...string) kernel {
	return kernel{name: name, is: is, in: []int{t.Size, t.Size}, out: t.Size, entries: entriesOf(t, t, ops),
		vector: func(f *emit.Writer, in input) emit.Vec { return b(f, t, f.Load(in(0, 0)), in(1, 0)) }}
}

// entriesOf enters a kernel for rows one by one.
func entriesOf(from, to dtype.Type, ops []string) []entry {
	var all []entry
	for _, o := range ops {
		all = append(all, entry{[]string{o}, from.Name, to.Name})
	}
	return all
}

// also enters a kernel for another type that has the same bits.
func (k kernel) also(t dtype.Type) kernel {
	first := k.entries[0].from
	for _, e := range k.entries {
		if e.from != first {
			continue
		}
		if e.to == e.from {
			e.to = t.Name
		}
		e.from = t.Name
		k.entries = append(k.entries[:len(k.entries):len(k.entries)], e)
	}
	return k
}
