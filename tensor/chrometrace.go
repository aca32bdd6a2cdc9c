package tensor

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
)

// chromeTrace writes events in Chrome's format, as they come.
type chromeTrace struct {
	w   *bufio.Writer
	n   int // events so far
	err error
}

// chromeEvent is an event of Chrome's format. Times are in microseconds.
type chromeEvent struct {
	Phase   string         `json:"ph"`
	Name    string         `json:"name"`
	Process int            `json:"pid"`
	Thread  int            `json:"tid"`
	Start   float64        `json:"ts"`
	Time    *float64       `json:"dur,omitempty"` // of complete events
	ID      int            `json:"id,omitempty"`  // of an arrow
	Binding string         `json:"bp,omitempty"`
	Args    map[string]any `json:"args,omitempty"`
}

// callTracks is the process ID of the tracks of calls. The processes of devices follow.
const callTracks = 1

func newChromeTrace(w io.Writer) *chromeTrace {
	t := &chromeTrace{w: bufio.NewWriterSize(w, 64<<10)}
	t.text(`{"displayTimeUnit":"ns","traceEvents":[`)
	return t
}

func (t *chromeTrace) text(s string) {
	if t.err == nil {
		_, t.err = t.w.WriteString(s)
	}
}

func (t *chromeTrace) add(e chromeEvent) {
	line, err := json.Marshal(e)
	if err != nil {
		t.err = cmp.Or(t.err, err)
		return
	}
	if t.n++; t.n > 1 {
		t.text(",")
	}
	t.text("\n" + string(line))
}

// process names the tracks of a process.
func (t *chromeTrace) process(id int, name string) {
	t.add(chromeEvent{Phase: "M", Name: "process_name", Process: id, Args: map[string]any{"name": name}})
}

// end writes the rest. It returns the first error.
func (t *chromeTrace) end() error {
	t.text("\n]}\n")
	if t.err == nil {
		t.err = t.w.Flush()
	}
	return t.err
}
