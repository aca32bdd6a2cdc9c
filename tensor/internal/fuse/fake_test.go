package fuse

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// fake is a device that notes its launches, and computes nothing.
type fake struct {
	limits   device.Limits
	launches []string
	fails    int          // the launch that fails, counted from 1
	live     atomic.Int64 // buffers, which cleanups release too
}

func (f *fake) Info() device.Info          { return device.Info{Kind: device.CPU, Limits: f.limits} }
func (f *fake) Sync(context.Context) error { return nil }
func (f *fake) Close() error               { return nil }
func (f *fake) String() string             { return "fake" }

func (f *fake) Alloc(bytes int) (device.Buffer, error) {
	f.live.Add(1)
	return &block{of: f, bytes: bytes}, nil
}

func (f *fake) Run(_ context.Context, l *device.Launch) error {
	f.launches = append(f.launches, sentence(l))
	if len(f.launches) == f.fails {
		return errFake
	}
	return nil
}

var errFake = fmt.Errorf("the launch that fails")

// sentence is a launch in short: its shape, how many operands it reads, its operations, and how
// many results it stores.
func sentence(l *device.Launch) string {
	var names []string
	for _, in := range l.Program.Code() {
		names = append(names, in.Op.Name)
	}
	return fmt.Sprintf("%v of %d: %s, %d stored", l.Shape, len(l.In), strings.Join(names, " "), len(l.Out))
}

// block is memory of a fake.
type block struct {
	of    *fake
	bytes int
}

func (b *block) Len() int                                { return b.bytes }
func (b *block) Write(int, []byte) error                 { return nil }
func (b *block) Read(context.Context, int, []byte) error { return nil }
func (b *block) Release()                                { b.of.live.Add(-1) }

// weighing is a fake on which every instruction fills much of a launch.
type weighing struct {
	*fake
	percent int
}

func (w *weighing) Weight(*op.Op, op.DType, op.DType) int { return w.percent }

func rowMajor(shape ...int) *broadcast.Layout {
	l := broadcast.RowMajor(shape...)
	return &l
}

// newStorage returns a tensor of float32.
func newStorage(t *testing.T, d device.Device, shape ...int) *graph.Storage {
	layout := rowMajor(shape...)
	buf, err := d.Alloc(4 * layout.Len())
	require.NoError(t, err)
	return new(graph.Storage).InitStored(op.Float32, layout, buf)
}

func whole(s *graph.Storage) graph.Arg { return s.Read(s.Layout()) }

// two is an operand.
var two = graph.Arg{Type: op.Float32, Scalar: op.Float32.FromInt(2)}

// apply is an expression over whole operands of one shape.
func apply(o *op.Op, operands ...*graph.Storage) *graph.Storage {
	var args []graph.Arg
	for _, s := range operands {
		args = append(args, whole(s))
	}
	return new(graph.Storage).Init(op.Float32, operands[0].Layout(), o, nil, args...)
}

// chain applies an operation n times.
func chain(o *op.Op, n int, s *graph.Storage) *graph.Storage {
	for range n {
		s = apply(o, s)
	}
	return s
}

func evaluate(t *testing.T, d device.Device, roots ...*graph.Storage) {
	t.Helper()
	require.NoError(t, Evaluate(context.Background(), d, roots...))
}
