package devicetest

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// largeRows times largeColumns is more than float32 can count. It is also more than 65,535
// workgroups of 256, the limit of one dimension of a WebGPU dispatch.
const (
	largeRows    = 4099
	largeColumns = 4097
)

// largeSection checks a launch of more elements than a dispatch or a float32 counts.
type largeSection struct{ *trials }

func (s largeSection) largeChecks() []check {
	if s.quick {
		s.report.NotRun = append(s.report.NotRun, "large/broadcast: quick")
		return nil
	}
	return []check{{"large/broadcast", "16.8 million elements are no limit, and repeated operands stay small", s.checkLarge}}
}

// checkLarge adds a column to a row. The sums are whole numbers that float32 holds, and
// differ from each of their neighbours.
func (s largeSection) checkLarge() error {
	dt := s.largeType()
	if dt == 0 {
		return s.without("large/broadcast: no type wide enough, or buffers too short")
	}
	shape := []int{largeRows, largeColumns}
	t := &trial{program: single(device.Instr{Op: op.Add}, repeat(dt, 2), 0)}
	t.in = []array{
		s.array(dt, along(0)(shape)).storage(func(i int) op.Scalar { return dt.FromInt(int64(i) * 4096) }),
		s.array(dt, along(1)(shape)).storage(func(j int) op.Scalar { return dt.FromInt(int64(j)) }),
	}
	t.out = []array{{&memory{host: make([]byte, dt.Size()*(largeRows*largeColumns+2))}, dt, dense(shape)}}
	t.out[0].layout.Offset = 1
	refusal, err := s.launch(t)
	if err = errors.Join(refusal, err); err != nil {
		return t.explain(err)
	}
	return t.explain(errors.Join(t.checkUntouched(), s.largeSums(t)))
}

// largeSums compares the sums directly: judge would list the position of every element.
func (s largeSection) largeSums(t *trial) error {
	dt := t.out[0].dtype
	bytes := t.out[0].after
	for i := range largeRows {
		for j := range largeColumns {
			at := (1 + i*largeColumns + j) * dt.Size()
			if got, want := dt.Load(bytes[at:]), dt.FromInt(int64(i)*4096+int64(j)); got != want {
				return fmt.Errorf("index [%d %d]: got %s, want %s", i, j, show(dt, got), show(dt, want))
			}
		}
	}
	s.report.Elements += largeRows * largeColumns
	return nil
}

// largeType is a type of one word that the device computes in. It is 0 if there is none, or if the
// output would not fit into a buffer.
func (s largeSection) largeType() op.DType {
	limit := s.info.Limits.BufferBytes
	for _, dt := range []op.DType{op.Float32, op.Int32, op.Uint32} {
		if s.info.DTypes.Has(dt) && (limit == 0 || limit >= (largeRows*largeColumns+2)*dt.Size()) {
			return dt
		}
	}
	return 0
}

// storage sets the elements in memory, however often each is repeated.
func (a array) storage(value func(i int) op.Scalar) array {
	lo, hi := a.layout.Bounds()
	for at := lo; at < hi; at++ {
		a.dtype.Store(a.host[at*a.dtype.Size():], value(at-lo))
	}
	return a
}
