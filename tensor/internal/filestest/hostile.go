package filestest

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

// Hostile is a file that testdata lists, with the verdict V of an implementation in Python.
type Hostile[V any] struct {
	Name   string
	File   []byte
	Python V
	Rule   string // a part of our error
	Either bool   // we may refuse what Python accepts
}

// HostileFiles returns the files of a list in testdata.
func HostileFiles[V any](tb testing.TB, list string) (all []Hostile[V]) {
	raw, err := os.ReadFile("testdata/" + list)
	must(tb, err)
	must(tb, json.Unmarshal(raw, &all))
	return all
}

// Oracle is the implementation in Python, in another process.
type Oracle[V any] struct {
	start  sync.Once
	python *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
}

// NewOracle returns an oracle for the thorough tests; nil otherwise.
func NewOracle[V any](f *testing.F) *Oracle[V] {
	if !devicetest.Thorough() {
		return nil
	}
	o := &Oracle[V]{python: exec.Command("python3", "testdata/make.py", "serve")}
	f.Cleanup(func() {
		if o.in != nil {
			_ = o.in.Close()
			_ = o.python.Wait()
		}
	})
	return o
}

// Verdict asks for the verdict on a file. Python starts when the first verdict is asked for.
func (o *Oracle[V]) Verdict(t *testing.T, raw []byte) (v V) {
	o.start.Do(func() {
		out, err := o.python.StdoutPipe()
		must(t, err)
		o.in, err = o.python.StdinPipe()
		must(t, err)
		o.out, o.python.Stderr = bufio.NewReader(out), os.Stderr
		must(t, o.python.Start())
	})
	_, err := fmt.Fprintln(o.in, base64.StdEncoding.EncodeToString(raw))
	must(t, err)
	line, err := o.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("python3 needs what testdata/make.py imports: %v", err)
	}
	must(t, json.Unmarshal(line, &v))
	return v
}
