package fuse

import (
	"context"
	"errors"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Warm passes to the device the launches that Evaluate would run, and stores nothing.
func Warm(d device.Device, w device.Warmer, roots ...*graph.Storage) error {
	e := evaluations.Get().(*evaluation)
	defer e.recycle()
	e.warmer, e.ctx = w, context.Background()
	return e.compute(d, roots, nil)
}

// standIn stands for a buffer in a launch that is not run.
type standIn struct{ bytes int }

var errStandIn = errors.New("the buffer of a launch to warm up holds nothing")

func (s *standIn) Len() int                                { return s.bytes }
func (s *standIn) Write(int, []byte) error                 { return errStandIn }
func (s *standIn) Read(context.Context, int, []byte) error { return errStandIn }
func (s *standIn) Release()                                {}
