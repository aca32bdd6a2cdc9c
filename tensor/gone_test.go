package tensor

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Another goroutine may release a tensor after a call has checked it.
func TestACallThatATensorIsReleasedUnderAnswersAnError(t *testing.T) {
	row := Full[float32](1, 3).Clone()
	for _, c := range []struct {
		name string
		call func(x *Tensor, s *graph.Storage) error
	}{
		{"evaluate", func(x *Tensor, s *graph.Storage) error { return fuse.Evaluate(context.Background(), x.device, s) }},
		{"write all", func(x *Tensor, s *graph.Storage) error {
			return fuse.Update(x.device, s, x.layout, nil, nil, []graph.Arg{row.operand()})
		}},
		{"write a part", func(x *Tensor, s *graph.Storage) error {
			return fuse.Update(x.device, s, rowMajor([]int{1}), nil, nil, []graph.Arg{{Type: Float32}})
		}},
		{"assign", func(x *Tensor, s *graph.Storage) error {
			return fuse.Update(x.device, s, x.layout, nil, nil, []graph.Arg{row.Add(1).operand()})
		}},
		{"assign it", func(x *Tensor, s *graph.Storage) error {
			return fuse.Update(x.device, row.storage.Load(), row.layout, nil, nil, []graph.Arg{s.Read(x.layout)})
		}},
		{"hold", func(_ *Tensor, s *graph.Storage) error { _, err := s.Hold(context.Background()); return err }},
		{"an expression of it", func(x *Tensor, s *graph.Storage) error {
			return fuse.Evaluate(context.Background(), x.device, new(graph.Storage).Init(x.dtype, x.layout, nil, nil, s.Read(x.layout)))
		}},
	} {
		for _, of := range []struct {
			name string
			x    *Tensor
		}{{"stored", Full[float32](2, 3).Clone()}, {"waiting", row.Add(2)}} {
			t.Run(c.name+"/"+of.name, func(t *testing.T) {
				s := of.x.storage.Load()
				of.x.Release()
				assert.ErrorIs(t, c.call(of.x, s), graph.ErrReleased)
			})
		}
	}
}
