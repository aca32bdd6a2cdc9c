package shaders

import (
	"context"
	"errors"

	"github.com/wgtensor/wgtensor/device"
)

// Scratch stands for a temporary buffer that stages of a launch bind. Who runs the stages puts a real
// one in its place.
type Scratch struct {
	Number int // in Lowering.Scratch
	Bytes  int
	Use    string // what it holds: "a copy of input 1"
}

var (
	_          device.Buffer = (*Scratch)(nil)
	errScratch               = errors.New("shaders: scratch has no memory of its own")
)

func (s *Scratch) Len() int                              { return s.Bytes }
func (*Scratch) Write(int, []byte) error                 { return errScratch }
func (*Scratch) Read(context.Context, int, []byte) error { return errScratch }
func (*Scratch) Release()                                {}

// temporary adds a temporary buffer.
func (w *Lowering) temporary(bytes int, use string) *Scratch {
	s := &Scratch{Number: len(w.scratch), Bytes: bytes, Use: use}
	w.scratch = append(w.scratch, s)
	return s
}
