package devicetest

import (
	"context"
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// stranger is a buffer of no device.
type stranger struct{ device.Buffer }

func (stranger) Len() int { return 1 << 20 }

func (s refusalSection) checkForeign() error {
	err := s.takes(stranger{}, "of an unknown type")
	if s.open == nil {
		return errors.Join(err, s.without("refusals/foreign with a second device"))
	}
	other, openErr := s.open()
	if openErr != nil {
		return errors.Join(err, openErr)
	}
	defer other.Close()
	b, allocErr := other.Alloc(1 << 20)
	if allocErr != nil {
		return errors.Join(err, allocErr)
	}
	return errors.Join(err, s.takes(b, "of another device"), s.alive(s.device), s.alive(other))
}

// takes reports an error if the device runs a launch with the buffer.
func (s refusalSection) takes(b device.Buffer, whose string) error {
	dt := s.info.DTypes.List()[0]
	p := mustProgram([]op.DType{dt}, nil, nil, 0)
	return s.with(64, func(own device.Buffer) error {
		l := &device.Launch{Program: p, Shape: []int{4}}
		a := device.Operand{Buffer: own, Type: dt, Layout: broadcast.RowMajor(4)}
		foreign := a
		foreign.Buffer = b
		for _, pair := range [][2]device.Operand{{a, foreign}, {foreign, a}, {foreign, foreign}} {
			l.Out, l.In = pair[:1], pair[1:]
			if l.In[0].Buffer == l.Out[0].Buffer { // not in place, which would be right otherwise
				l.In[0].Layout.Offset = 16
			}
			if s.device.Run(context.Background(), l) == nil {
				return fmt.Errorf("Run takes a buffer %s", whose)
			}
		}
		return nil
	})
}
