package kernel

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Unary and Binary write an operation on one register; they may change it.
type (
	Unary  func(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec
	Binary func(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec
)

// Always is one instruction for all dtypes.
func Always(name string) Binary {
	return func(f *emit.Writer, _ dtype.Type, x emit.Vec, y emit.Arg) emit.Vec { return f.Into(name, y, x) }
}

// UnaryOf is a kernel of one operand.
func UnaryOf(name, is string, t dtype.Type, u Unary, ops ...string) Kernel {
	return Kernel{Name: name, Is: is, In: []int{t.Size}, Out: t.Size, Entries: EntriesOf(t, t, ops...),
		Vector: func(f *emit.Writer, in Input) emit.Vec { return u(f, t, f.Load(in(0, 0))) }}
}

// BinaryOf is a kernel of two operands.
func BinaryOf(name, is string, t dtype.Type, b Binary, ops ...string) Kernel {
	return Kernel{Name: name, Is: is, In: []int{t.Size, t.Size}, Out: t.Size, Entries: EntriesOf(t, t, ops...),
		Vector: func(f *emit.Writer, in Input) emit.Vec { return b(f, t, f.Load(in(0, 0)), in(1, 0)) },
		Pair:   func(f *emit.Writer, x emit.Vec, y emit.Arg) emit.Vec { return b(f, t, x, y) }}
}

// EntriesOf enters a kernel for rows one by one.
func EntriesOf(from, to dtype.Type, ops ...string) []Entry {
	var all []Entry
	for _, o := range ops {
		all = append(all, Entry{[]string{o}, from.Name, to.Name})
	}
	return all
}

// Also enters a kernel for another type that has the same bits.
func (k Kernel) Also(t dtype.Type) Kernel {
	first := k.Entries[0].From
	for _, e := range k.Entries {
		if e.From != first {
			continue
		}
		if e.To == e.From {
			e.To = t.Name
		}
		e.From = t.Name
		k.Entries = append(k.Entries[:len(k.Entries):len(k.Entries)], e)
	}
	return k
}

// AlsoFor enters a kernel for rows of the types that have elements of a size.
func (k Kernel) AlsoFor(types []dtype.Type, size int, rows ...string) Kernel {
	for _, other := range types {
		if other.Size == size {
			k.Entries = append(k.Entries, EntriesOf(other, other, rows...)...)
		}
	}
	return k
}
