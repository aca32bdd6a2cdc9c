package tensor_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// Every call of a device fails in turn, alone. The caller gets the error. Tensors of the other
// calls have their values when they are read again.
func TestADeviceThatFailsOnceLosesNothing(t *testing.T) {
	for _, fault := range []error{device.ErrOutOfMemory, errBroken} {
		for k := 1; ; k++ {
			d := &flaky{recorder: newRecorder(), left: k, err: fault}
			s := &session{T: t, d: d}
			t.Run(fmt.Sprintf("%v/call=%d", fault, k), func(t *testing.T) {
				s.T = t
				on(t, d)
				s.run()
			})
			if d.failed == "" { // no call was left to fail
				require.Greater(t, k, 20)
				break
			}
		}
	}
}

// flaky is a device that fails one call.
type flaky struct {
	*recorder
	left   int // calls until it does
	err    error
	failed string // that call
}

func (f *flaky) ask(call string) error {
	if f.left--; f.left != 0 {
		return nil
	}
	f.failed = call
	return fmt.Errorf("flaky: %s: %w", call, f.err)
}

func (f *flaky) Alloc(bytes int) (device.Buffer, error) {
	if err := f.ask("alloc"); err != nil {
		return nil, err
	}
	b, err := f.recorder.Alloc(bytes)
	return &flakyBuffer{b, f}, err
}

func (f *flaky) Run(ctx context.Context, l *device.Launch) error {
	if err := f.ask("run"); err != nil {
		return err
	}
	inner := *l
	inner.In, inner.Out = stable(l.In), stable(l.Out)
	return f.recorder.Run(context.Background(), &inner)
}

func (f *flaky) Sync(ctx context.Context) error {
	if err := f.ask("sync"); err != nil {
		return err
	}
	return f.recorder.Sync(ctx)
}

func stable(operands []device.Operand) []device.Operand {
	out := make([]device.Operand, len(operands))
	for i, o := range operands {
		out[i] = o
		out[i].Buffer = o.Buffer.(*flakyBuffer).Buffer
	}
	return out
}

type flakyBuffer struct {
	device.Buffer
	of *flaky
}

func (b *flakyBuffer) Read(ctx context.Context, offset int, dst []byte) error {
	if err := b.of.ask("read"); err != nil {
		return err
	}
	return b.Buffer.Read(ctx, offset, dst)
}

func (b *flakyBuffer) Write(offset int, src []byte) error {
	if err := b.of.ask("write"); err != nil {
		return err
	}
	return b.Buffer.Write(offset, src)
}

// session is a program that goes on after errors, and what its tensors must hold.
type session struct {
	*testing.T
	d    *flaky
	errs []error
	held []expected
}

type expected struct {
	*tensor.Tensor
	want []float32
}

func (s *session) run() {
	x := s.hold(tensor.FromSlice([]float32{1, 2, 3, 4}, 2, 2), 1, 2, 3, 4)
	row := s.hold(tensor.FromSlice([]float32{10, 20}), 10, 20)
	sum := s.hold(x.Add(row), 11, 22, 13, 24)
	s.hold(sum.Mul(2).T(), 22, 26, 44, 48)
	s.check(sum)
	s.hold(tensor.Where(x.Gt(2), sum, -1), -1, -1, 13, 24)
	s.hold(row.BroadcastTo(2, 2).Contiguous(), 10, 20, 10, 20)
	s.note(tensor.Eval(context.Background(), s.tensors()...))
	if s.note(x.AddInPlace(row)) {
		s.expect(x, 11, 22, 13, 24)
	}
	total := s.hold(x.Add(1).Mul(x), s.after(x, func(v float32) float32 { return (v + 1) * v })...)
	if s.note(x.Index(0, 0).Assign(row.Neg())) { // total reads x: it is computed first
		want := s.want(x)
		s.expect(x, -10, -20, want[2], want[3])
	}
	s.check(total)
	if s.note(x.Slice(1, 0, tensor.End, 1).AddInPlace(x.Flip(1))) { // overlaps: through a copy
		want := s.want(x)
		s.expect(x, want[0]+want[1], want[1]+want[0], want[2]+want[3], want[3]+want[2])
	}
	s.check(x)
	s.verify()
}

// verify reads every tensor, when no call fails any more. The error of the call that failed must
// have reached a caller.
func (s *session) verify() {
	s.d.left = -1
	retried := s.d.err == device.ErrOutOfMemory // after a collection
	if s.d.failed != "" && !retried {
		assert.NotEmpty(s, s.errs, "no call reported the fault at %s", s.d.failed)
	}
	for _, err := range s.errs {
		assert.ErrorIs(s, err, s.d.err)
	}
	for _, e := range s.held {
		if e.Err() == nil { // else it never had values
			assert.Equal(s, e.want, data32(s.T, e.Tensor))
		}
		e.Release()
	}
	s.held = nil
	assert.True(s, collected(func() bool { return s.d.buffers() == 0 }), "buffers are left")
}

func (s *session) hold(t *tensor.Tensor, want ...float32) *tensor.Tensor {
	s.held = append(s.held, expected{t, want})
	s.note(t.Err())
	return t
}

// check reads a tensor.
func (s *session) check(t *tensor.Tensor) {
	got, err := tensor.Data[float32](t)
	if s.note(err) {
		assert.Equal(s, s.want(t), got)
	}
}

// note keeps an error, and reports whether there is none.
func (s *session) note(err error) bool {
	if err != nil {
		s.errs = append(s.errs, err)
	}
	return err == nil
}

func (s *session) tensors() (ts []*tensor.Tensor) {
	for _, e := range s.held {
		if e.Err() == nil {
			ts = append(ts, e.Tensor)
		}
	}
	return ts
}

func (s *session) find(t *tensor.Tensor) *expected {
	for i := range s.held {
		if s.held[i].Tensor == t {
			return &s.held[i]
		}
	}
	panic(errors.New("a tensor that is not held"))
}

func (s *session) want(t *tensor.Tensor) []float32 { return s.find(t).want }

func (s *session) expect(t *tensor.Tensor, want ...float32) { s.find(t).want = want }

func (s *session) after(t *tensor.Tensor, f func(float32) float32) (out []float32) {
	for _, v := range s.want(t) {
		out = append(out, f(v))
	}
	return out
}

func TestAWriteThatTheDeviceFailsNamesItsOperationAndTheFault(t *testing.T) {
	for _, c := range []struct {
		name  string
		want  string
		write func(x *tensor.Tensor) error
	}{
		{"Assign", "tensor: assign: ", func(x *tensor.Tensor) error { return x.Assign(iota32(6, 2, 3)) }},
		{"Fill", "tensor: fill: ", func(x *tensor.Tensor) error { return x.Fill(7) }},
		{"AddInPlace of a number", "tensor: add in place: ", func(x *tensor.Tensor) error { return x.AddInPlace(1) }},
		{"AddInPlace of a row", "tensor: add in place: ", func(x *tensor.Tensor) error { return x.AddInPlace(iota32(3)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := recordTensors(t)
			x := iota32(6, 2, 3)
			d.failWith(errBroken)
			err := c.write(x)
			require.ErrorIs(t, err, errBroken)
			assert.True(t, strings.HasPrefix(err.Error(), c.want), err.Error())
		})
	}
}
