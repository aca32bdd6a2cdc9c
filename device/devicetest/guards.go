package devicetest

import (
	"bytes"
	"fmt"
	"strings"
)

// checkUntouched reports a byte that changed although no output has an element there.
func (t *trial) checkUntouched() error {
	for _, m := range t.memories() {
		if bytes.Equal(m.host, m.after) {
			continue
		}
		written := t.markWritten(m)
		for i := range m.host {
			if m.host[i] != m.after[i] && !written[i] {
				return fmt.Errorf("byte %d of the memory of %s was %#02x and is %#02x; no output has an element there",
					i, t.users(m), m.host[i], m.after[i])
			}
		}
	}
	return nil
}

// markWritten marks the bytes of a memory that belong to outputs.
func (t *trial) markWritten(m *memory) []bool {
	mark := make([]bool, len(m.host))
	for _, a := range t.out {
		if a.memory != m {
			continue
		}
		for at := range a.layout.Offsets() {
			for i := range a.dtype.Size() {
				mark[at*a.dtype.Size()+i] = true
			}
		}
	}
	return mark
}

func (t *trial) users(m *memory) string {
	var names []string
	t.each(func(name string, a array) {
		if a.memory == m {
			names = append(names, name)
		}
	})
	return strings.Join(names, ", ")
}

func (t *trial) each(f func(name string, a array)) {
	for i, a := range t.out {
		f(fmt.Sprintf("output %d", i), a)
	}
	for i, a := range t.in {
		f(fmt.Sprintf("input %d", i), a)
	}
}

// explain adds the launch to an error: program, layouts and scalars.
func (t *trial) explain(err error) error {
	if err == nil {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nshape %v", t.program, t.shape())
	t.each(func(name string, a array) { fmt.Fprintf(&b, "\n%s (%s): %v", name, t.users(a.memory), a) })
	for i, dt := range t.program.Scalars() {
		fmt.Fprintf(&b, "\nscalar %d: %s", i, show(dt, t.scalars[i]))
	}
	return fmt.Errorf("%w\n\t%s", err, strings.ReplaceAll(b.String(), "\n", "\n\t"))
}
