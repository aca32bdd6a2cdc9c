// Package progress prints the progress of a program on a terminal.
package progress

import (
	"fmt"
	"io"
	"os"
)

// Line is a line of a terminal that changes. Where W is no terminal it is silent.
type Line struct {
	W        io.Writer
	Terminal bool
	last     string
}

// New returns a line that writes to w.
func New(w io.Writer) *Line {
	f, ok := w.(*os.File)
	if !ok {
		return &Line{W: w}
	}
	info, err := f.Stat()
	return &Line{W: w, Terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// Show replaces what stands in the line.
func (l *Line) Show(text string) {
	if l.Terminal && text != l.last {
		fmt.Fprintf(l.W, "\r%.78s\x1b[K", text)
		l.last = text
	}
}

// Steps shows how many of all steps are done.
func (l *Line) Steps(done, all int) {
	l.Show(fmt.Sprintf("%3d%% of %d steps", 100*done/max(all, 1), all))
}

// Done leaves nothing in the line.
func (l *Line) Done() { l.Show("") }
