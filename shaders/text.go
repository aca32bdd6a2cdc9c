package shaders

import (
	"fmt"
	"strings"
)

// text is a shader being written, line by line.
type text struct {
	strings.Builder
	indent string
}

func (t *text) line(format string, args ...any) {
	t.WriteString(t.indent)
	fmt.Fprintf(t, format, args...)
	t.WriteByte('\n')
}

// open writes the line that begins a block, close the one that ends it.
func (t *text) open(format string, args ...any) {
	t.line(format, args...)
	t.indent += "  "
}

func (t *text) close() {
	t.indent = t.indent[2:]
	t.line("}")
}
