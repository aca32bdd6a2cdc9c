package main

import (
	"fmt"
	"io"
	"os"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

// meter tells how far the suite has come, on a terminal, in one line that changes. Elsewhere
// it is silent.
type meter struct {
	w        io.Writer
	terminal bool
}

func newMeter(w io.Writer) *meter {
	f, ok := w.(*os.File)
	if !ok {
		return &meter{w: w}
	}
	info, err := f.Stat()
	return &meter{w: w, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (m *meter) show(device string, p devicetest.Progress) {
	if !m.terminal {
		return
	}
	text := fmt.Sprintf("%s %3d%% %s", device, 100*p.Done/max(p.Of, 1), p.Next)
	if p.Failed > 0 {
		text = fmt.Sprintf("%s (%d failed)", text, p.Failed)
	}
	fmt.Fprintf(m.w, "\r%.78s\x1b[K", text)
}

// done leaves nothing on the terminal's line.
func (m *meter) done() {
	if m.terminal {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
