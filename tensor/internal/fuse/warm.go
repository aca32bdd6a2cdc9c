package fuse

import (
	"context"
	"errors"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Warm passes to the device the launches that Evaluate would run, and stores nothing.
func Warm(d device.Device, w device.Warmer, roots ...*graph.Storage) error {
	e := begin(context.Background(), d)
	defer e.recycle()
	e.warmer = w
	return e.computeAll(roots...)
}

// emptyBuffer has the length of a buffer, for a launch that is not run.
type emptyBuffer struct {
	bytes int
	asked bool
}

// Asked reports whether a launch that Warm passes writes one of its roots to the buffer.
func Asked(b device.Buffer) bool {
	s, ok := b.(*emptyBuffer)
	return ok && s.asked
}

var errEmptyBuffer = errors.New("the buffer of a launch to warm up holds nothing")

func (s *emptyBuffer) Len() int                                { return s.bytes }
func (s *emptyBuffer) Write(int, []byte) error                 { return errEmptyBuffer }
func (s *emptyBuffer) Read(context.Context, int, []byte) error { return errEmptyBuffer }
func (s *emptyBuffer) Release()                                {}
