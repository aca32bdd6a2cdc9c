package gpu

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

var errFault = errors.New("a fault")

// Every call into the implementation fails in turn, those of Open included. Each time a caller gets
// the error under its name. Values that it does not concern stay, and no memory leaks.
func TestAFaultOfAnyCallIsTypedAndLosesNothingElse(t *testing.T) {
	open(t)
	stride := many(1, 12) // opening takes most of the time
	for i, fault := range []error{webgpu.ErrOutOfMemory, webgpu.ErrLost, errFault} {
		t.Run(fault.Error(), func(t *testing.T) {
			for k := 1 + i*stride/3; ; k += stride {
				s := &scenario{T: t, fault: fault, at: k}
				s.run()
				if s.at > 0 { // there are fewer calls
					assert.Empty(t, s.errs)
					assert.Greater(t, k, 30, "calls of the scenario")
					return
				}
				if t.Failed() {
					t.Fatalf("with a fault at call %d, %s", k, s.call)
				}
			}
		})
	}
}

// scenario is a program that goes on after errors, and a model of its buffers.
type scenario struct {
	*testing.T
	fault error
	at    int                        // calls until the fault
	call  string                     // that failed
	lower interface{ failed() bool } // a driver that fails instead
	errs  []error
	d     *Device
	held  []*modelled
}

type modelled struct {
	device.Buffer
	want  []int32
	known bool // since the first write
}

func (s *scenario) run() {
	var opts []Option
	if s.lower == nil {
		opts = append(opts, func(c *config) { c.Fault = s.ask })
	}
	d, err := Open(opts...)
	s.note(err)
	if err != nil {
		return
	}
	s.d = d
	s.calls()
	s.verify()
	for _, b := range s.held {
		b.Release()
	}
	stats := d.Stats()
	assert.Zero(s, stats.LiveBytes+stats.LiveBuffers, "buffers are left")
	err = d.Close() // of a device that is lost nil is as good
	if err != nil {
		assert.NotContains(s, err.Error(), "not answered", "a call waited for the driver in vain")
		s.note(err) // and memory that is in use stays
	} else if !s.lost() {
		d.driver.Lock()
		defer d.driver.Unlock()
		assert.Zero(s, d.driver.Live(), "objects left behind")
	}
}

func (s *scenario) injected() bool {
	if s.lower != nil {
		return s.lower.failed()
	}
	return s.at <= 0
}

func (s *scenario) ask(call string) error {
	if s.at--; s.at != 0 {
		return nil
	}
	s.call = call
	return s.fault
}

// calls has every kind of call, also with work recorded and not submitted.
func (s *scenario) calls() {
	x, y, z := s.alloc(1, 2, 3), s.alloc(10, 20, 30), s.alloc(0, 0, 0)
	s.launch(op.Add, z, x, y)
	s.read(z)
	s.launch(op.Mul, z, z, x)
	s.lowest(x, 9) // of a word, behind recorded work
	s.launch(op.Sub, y, z, x)
	s.write(x, 7, 7, 7) // x is in use by what is recorded
	s.launch(op.Add, y, y, x)
	s.read(y)
	if z != nil {
		z.Release()
		s.held = slices.DeleteFunc(s.held, func(b *modelled) bool { return b == z })
	}
	w := s.alloc(4, 5, 6)
	s.launch(op.Maximum, w, w, y)
	s.note(s.d.Sync(ctx))
	s.read(w)
}

// verify reads everything: only what failed may not have happened.
func (s *scenario) verify() {
	for _, b := range s.held {
		s.read(b)
	}
	injected := s.injected()
	switch {
	case !injected:
	case s.lost():
		_, err := s.d.Alloc(4)
		assert.ErrorIs(s, err, device.ErrLost)
		assert.ErrorIs(s, s.d.Sync(ctx), device.ErrLost)
	case s.fault == webgpu.ErrOutOfMemory && len(s.errs) == 0: // memory was found, and the call made again
	default:
		assert.Len(s, s.errs, 1, "an error is told once")
	}
}

func (s *scenario) lost() bool {
	return slices.ContainsFunc(s.errs, func(err error) bool { return errors.Is(err, device.ErrLost) })
}

// note keeps an error, which has to have a name, and reports whether there is one.
func (s *scenario) note(err error) bool {
	if err == nil {
		assert.False(s, s.lost(), "success after the loss")
		return false
	}
	s.errs = append(s.errs, err)
	switch {
	case errors.Is(err, device.ErrLost):
	case s.fault == errFault:
		assert.ErrorContains(s, err, errFault.Error())
	default:
		assert.ErrorIs(s, err, device.ErrOutOfMemory)
	}
	return true
}

func (s *scenario) alloc(values ...int32) *modelled {
	b, err := s.d.Alloc(4 * len(values))
	if s.note(err) {
		return nil
	}
	m := &modelled{Buffer: b, want: make([]int32, len(values))}
	s.held = append(s.held, m)
	s.write(m, values...)
	return m
}

func (s *scenario) write(b *modelled, values ...int32) {
	if b != nil && !s.note(b.Write(0, raw(values...))) {
		copy(b.want, values)
		b.known = true
	}
}

// lowest writes the lowest byte of the last element.
func (s *scenario) lowest(b *modelled, v byte) {
	if b != nil && !s.note(b.Write(b.Len()-4, []byte{v})) {
		last := &b.want[len(b.want)-1]
		*last = *last&^0xff | int32(v)
	}
}

func (s *scenario) launch(o *op.Op, out, x, y *modelled) {
	if out == nil || x == nil || y == nil || s.note(s.d.Run(context.Background(), launch(s, o, out.Buffer, x.Buffer, y.Buffer))) {
		return
	}
	for i := range out.want {
		args := []op.Scalar{op.Int32.FromInt(int64(x.want[i])), op.Int32.FromInt(int64(y.want[i]))}
		out.want[i] = int32(o.Eval(args, []op.DType{op.Int32, op.Int32}))
	}
	out.known = x.known && y.known
}

func (s *scenario) read(b *modelled) {
	if b == nil {
		return
	}
	got := make([]byte, b.Len())
	if !s.note(b.Read(ctx, 0, got)) && b.known {
		assert.Equal(s, raw(b.want...), got)
	}
}
