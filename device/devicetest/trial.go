package devicetest

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// trial is one launch, from host memory to host memory.
type trial struct {
	program *device.Program
	out, in []array
	scalars []op.Scalar
}

func (t *trial) shape() []int { return t.out[0].layout.Shape }

// memories lists the trial's memories, each once.
func (t *trial) memories() []*memory {
	var ms []*memory
	for _, a := range slices.Concat(t.out, t.in) {
		if !slices.Contains(ms, a.memory) {
			ms = append(ms, a.memory)
		}
	}
	return ms
}

func (t *trial) launch() *device.Launch {
	l := &device.Launch{Program: t.program, Shape: t.shape(), Scalars: t.scalars}
	for _, a := range t.out {
		l.Out = append(l.Out, a.operand())
	}
	for _, a := range t.in {
		l.In = append(l.In, a.operand())
	}
	return l
}

// launch runs the trial and reads every memory back. refusal is the error of Run; err is any other
// error.
func (s *trials) launch(t *trial) (refusal, err error) {
	s.report.Cases++
	for _, m := range t.memories() {
		if err := s.upload(m); err != nil {
			return nil, err
		}
		defer m.buf.Release()
	}
	refusal = s.device.Run(context.Background(), t.launch())
	for _, m := range t.memories() {
		if err := s.download(m); err != nil {
			return refusal, err
		}
	}
	return refusal, nil
}
