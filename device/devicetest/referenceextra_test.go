package devicetest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// extra are the optional methods of the reference and of its buffers. They can be replaced, to break
// them.
type extra struct {
	view      func(ctx context.Context, b *refBuffer, offset, n int, f func([]byte) error) error
	fill      func(b *refBuffer, offset, n int, f func([]byte) error) error
	collected func(b *refBuffer) bool
	warm      func(r *reference, l *device.Launch) error
	describe  func(r *reference, l *device.Launch) (string, error)
	weight    func(o *op.Op, in, result op.DType) int
	times     func(ctx context.Context, r *reference) (string, error)
	explain   func(r *reference, why string)
	clock     string         // once a launch was timed
	works     []*device.Work // of launches that Times has not met
}

func newExtra() extra {
	return extra{
		view: func(ctx context.Context, b *refBuffer, offset, n int, f func([]byte) error) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			part, err := b.locked(offset, n)
			if err != nil {
				return err
			}
			return f(part)
		},
		fill: func(b *refBuffer, offset, n int, f func([]byte) error) error {
			var part []byte
			err := b.access(offset, n, true, func(found []byte) { part = found })
			if err != nil {
				return err
			}
			return f(part)
		},
		collected: func(*refBuffer) bool { return true },
		warm: func(r *reference, l *device.Launch) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.closed {
				return device.ErrClosed
			}
			return l.Check(r.info)
		},
		describe: func(r *reference, l *device.Launch) (string, error) { return "loops", l.Check(r.info) },
		weight:   func(*op.Op, op.DType, op.DType) int { return 0 },
		times:    func(ctx context.Context, r *reference) (string, error) { return r.fillIn(ctx) },
		explain:  func(r *reference, why string) { r.info.Why = why },
	}
}

// locked are bytes of the buffer, found while the device is locked.
func (b *refBuffer) locked(offset, n int) (part []byte, err error) {
	err = b.access(offset, n, false, func(found []byte) { part = found })
	return part, err
}

func (b *refBuffer) View(ctx context.Context, offset, n int, f func([]byte) error) error {
	return b.device.extra.view(ctx, b, offset, n, f)
}

func (b *refBuffer) Fill(offset, n int, f func([]byte) error) error {
	return b.device.extra.fill(b, offset, n, f)
}

func (b *refBuffer) Collected() bool { return b.device.extra.collected(b) }

func (r *reference) Warm(l *device.Launch) error               { return r.extra.warm(r, l) }
func (r *reference) Describe(l *device.Launch) (string, error) { return r.extra.describe(r, l) }
func (r *reference) Weight(o *op.Op, in, result op.DType) int  { return r.extra.weight(o, in, result) }
func (r *reference) Times(ctx context.Context) (string, error) { return r.extra.times(ctx, r) }
func (r *reference) Explain(why string)                        { r.extra.explain(r, why) }

// observe begins an event, and keeps its Work.
func (r *reference) observe(l *device.Launch) *device.LaunchEvent {
	e := r.sees(r, l)
	if e != nil && e.Work != nil {
		r.extra.works = append(r.extra.works, e.Work)
	}
	return e
}

// fillIn says that each launch took no time.
func (r *reference) fillIn(ctx context.Context) (string, error) {
	if err := r.Sync(ctx); err != nil {
		return "", err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.extra.works {
		w.Start = time.Now()
		r.extra.clock = "the clock of Times"
	}
	r.extra.works = nil
	return r.extra.clock, nil
}

// bare has the ten methods alone.
type bare struct{ device.Device }

func (d bare) Alloc(n int) (device.Buffer, error) {
	b, err := d.Device.Alloc(n)
	return struct{ device.Buffer }{b}, err
}

func TestWhatADeviceDoesNotOfferIsNotRun(t *testing.T) {
	var names, want []string
	for _, c := range (optionalSection{}).optionalChecks()[1:] { // all launches are observed
		names, want = append(names, c.name), append(want, c.name+": not offered")
	}
	r, err := Check(bare{newReference()}, Checks(names...))
	require.NoError(t, err)
	assert.Equal(t, want, r.NotRun)
}

func TestWhatTheReferenceOffersIsRun(t *testing.T) {
	r, err := Check(newReference(), Checks("optional/"), Open(func() (device.Device, error) { return newReference(), nil }))
	require.NoError(t, err)
	assert.Empty(t, r.NotRun)
}

// The device inside observes what it runs. A device around it need not observe it again.
func TestLaunchesOfADeviceInsideAreObservedOnce(t *testing.T) {
	r, err := Check(deaf{newReference()}, Checks("optional/observe"))
	require.NoError(t, err)
	assert.Equal(t, []string{"optional/observe: launches are those of a device inside, " + newReference().String()}, r.NotRun)
}

func TestADeviceWithoutTimestampsIsNoFault(t *testing.T) {
	d := newReference()
	d.extra.times = func(context.Context, *reference) (string, error) { return "", assert.AnError }
	r, err := Check(d, Checks("optional/times"))
	require.NoError(t, err)
	assert.Equal(t, []string{"optional/times: " + assert.AnError.Error()}, r.NotRun)
}
