package devicetest

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

// shown is what View or Fill does for a launch of f.
type shown func(b *refBuffer, offset, n int, f func([]byte) error) error

// viewing replaces View. The context has been looked at.
func viewing(view shown) func(r *reference) {
	return func(r *reference) {
		r.extra.view = func(ctx context.Context, b *refBuffer, offset, n int, f func([]byte) error) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return view(b, offset, n, f)
		}
	}
}

func filling(fill shown) func(r *reference) { return func(r *reference) { r.extra.fill = fill } }

// passing passes other bytes to f than those of the buffer.
func passing(change func(part []byte) []byte) shown {
	return func(b *refBuffer, offset, n int, f func([]byte) error) error {
		part, err := b.locked(offset, n)
		if err != nil {
			return err
		}
		return f(change(bytes.Clone(part)))
	}
}

// calling treats f in another way.
func calling(how func(part []byte, f func([]byte) error) error) shown {
	return func(b *refBuffer, offset, n int, f func([]byte) error) error {
		part, err := b.locked(offset, n)
		if err != nil {
			return err
		}
		return how(part, f)
	}
}

// cutting calls f with what a bad range has of the buffer.
func cutting(b *refBuffer, offset, n int, f func([]byte) error) error {
	part, err := b.locked(offset, n)
	if err != nil && b.bytes != nil {
		return f(b.bytes[:0])
	}
	if err != nil {
		return err
	}
	return f(part)
}

// complaining answers an error for a bad range after the call of f.
func complaining(b *refBuffer, offset, n int, f func([]byte) error) error {
	part, err := b.locked(offset, n)
	return errors.Join(f(part), err)
}

func swallowing(part []byte, f func([]byte) error) error {
	_ = f(part)
	return nil
}

func rewording(part []byte, f func([]byte) error) error {
	if f(part) != nil {
		return errors.New("it failed")
	}
	return nil
}

func twice(part []byte, f func([]byte) error) error { return errors.Join(f(part), f(part)) }

func never([]byte, func([]byte) error) error { return nil }

// undead serves bytes from where they lie, also after Release.
func undead(b *refBuffer, offset, n int, f func([]byte) error) error {
	if b.bytes == nil {
		return f(make([]byte, n))
	}
	part, err := b.locked(offset, n)
	if err != nil {
		return err
	}
	return f(part)
}

// unclosed serves bytes of a closed device.
func unclosed(b *refBuffer, offset, n int, f func([]byte) error) error {
	if b.device.closed {
		return f(make([]byte, n))
	}
	return undead(b, offset, n, f)
}

var wrongViews = []broken{
	{fault: "shows other bytes", check: "optional/view", spoil: viewing(passing(func(part []byte) []byte {
		if len(part) > 0 {
			part[len(part)-1] ^= 0x40
		}
		return part
	}))},
	{fault: "shows the beginning of the buffer", check: "optional/view",
		spoil: viewing(func(b *refBuffer, offset, n int, f func([]byte) error) error {
			if _, err := b.locked(offset, n); err != nil {
				return err
			}
			return f(b.bytes[:n])
		})},
	{fault: "shows whole words", check: "optional/view",
		spoil: viewing(passing(func(part []byte) []byte { return append(part, make([]byte, -len(part)&3)...) }))},
	{fault: "shows half of the bytes", check: "optional/view", spoil: viewing(passing(func(part []byte) []byte { return part[:len(part)/2] }))},
	{fault: "shows nothing", check: "optional/view", spoil: viewing(passing(func([]byte) []byte { return nil }))},
	{fault: "does not show", check: "optional/view", spoil: viewing(calling(never))},
	{fault: "does not show no bytes", check: "optional/view", spoil: viewing(calling(func(part []byte, f func([]byte) error) error {
		if len(part) == 0 {
			return nil
		}
		return f(part)
	}))},
	{fault: "shows twice", check: "optional/view", spoil: viewing(calling(twice))},
	{fault: "forgets the error of who looks", check: "optional/view", spoil: viewing(calling(swallowing))},
	{fault: "has its own words for the error of who looks", check: "optional/view", spoil: viewing(calling(rewording))},
	{fault: "shows what it has of a bad range", check: "optional/view", spoil: viewing(cutting)},
	{fault: "shows a bad range, and complains", check: "optional/view", spoil: viewing(complaining)},
	{fault: "shows after the end of a context", check: "optional/view", spoil: func(r *reference) {
		view := r.extra.view
		r.extra.view = func(_ context.Context, b *refBuffer, offset, n int, f func([]byte) error) error {
			return view(context.Background(), b, offset, n, f)
		}
	}},
	{fault: "does not say that a context has ended", check: "optional/view", spoil: func(r *reference) {
		view := r.extra.view
		r.extra.view = func(ctx context.Context, b *refBuffer, offset, n int, f func([]byte) error) error {
			if ctx.Err() != nil {
				return errors.New("not now")
			}
			return view(ctx, b, offset, n, f)
		}
	}},
	{fault: "shows a released buffer", check: "optional/view", spoil: viewing(undead)},
	{fault: "shows what was there at the first look", check: "optional/view", spoil: func(r *reference) {
		first := map[*refBuffer][]byte{}
		viewing(func(b *refBuffer, offset, n int, f func([]byte) error) error {
			if _, err := b.locked(offset, n); err != nil {
				return err
			}
			if first[b] == nil {
				first[b] = bytes.Clone(b.bytes)
			}
			return f(first[b][offset : offset+n])
		})(r)
	}},
	{fault: "shows all buffers in one memory", check: "optional/view", spoil: func(r *reference) {
		memory := make([]byte, 1<<20)
		viewing(calling(func(part []byte, f func([]byte) error) error {
			return f(memory[:copy(memory, part)])
		}))(r)
	}},
	{fault: "shows memory that the next launch uses", check: "optional/view", spoil: func(r *reference) {
		memory := make([]byte, 1<<20)
		viewing(calling(func(part []byte, f func([]byte) error) error { return f(memory[:copy(memory, part)]) }))(r)
		r.run = func(r *reference, l *device.Launch) {
			clear(memory)
			r.walk(l)
		}
	}},
	{fault: "writes while it shows", check: "optional/view", spoil: viewing(calling(func(part []byte, f func([]byte) error) error {
		err := f(part)
		if len(part) == 5 {
			part[4]++
		}
		return err
	}))},
	{fault: "shows when closed", check: "close/errors", spoil: viewing(unclosed)},

	{fault: "drops what is filled in", check: "optional/fill", spoil: filling(passing(func(part []byte) []byte { return part }))},
	{fault: "fills whole words", check: "optional/fill", spoil: filling(calling(func(part []byte, f func([]byte) error) error {
		return f(slices.Grow(part, 4)[:(len(part)+3)&^3])
	}))},
	{fault: "fills half", check: "optional/fill",
		spoil: filling(calling(func(part []byte, f func([]byte) error) error { return f(part[:len(part)/2]) }))},
	{fault: "does not fill", check: "optional/fill", spoil: filling(calling(never))},
	{fault: "fills twice", check: "optional/fill", spoil: filling(calling(twice))},
	{fault: "forgets the error of who fills", check: "optional/fill", spoil: filling(calling(swallowing))},
	{fault: "has its own words for the error of who fills", check: "optional/fill", spoil: filling(calling(rewording))},
	{fault: "fills what it has of a bad range", check: "optional/fill", spoil: filling(cutting)},
	{fault: "fills a bad range, and complains", check: "optional/fill", spoil: filling(complaining)},
	{fault: "clears what is to be filled", check: "optional/fill", spoil: filling(calling(func(part []byte, f func([]byte) error) error {
		clear(part)
		return f(part)
	}))},
	{fault: "fills too much of the buffer", check: "optional/fill",
		spoil: filling(func(b *refBuffer, offset, n int, f func([]byte) error) error {
			part, err := b.locked(offset, n)
			if err != nil {
				return err
			}
			err = f(part)
			if end := offset + n; end < len(b.bytes) {
				b.bytes[end] = 0
			}
			return err
		})},
	{fault: "fills a released buffer", check: "optional/fill", spoil: filling(undead)},
	{fault: "fills before the launches that wait", check: "optional/fill", spoil: late},
	{fault: "fills when closed", check: "close/errors", spoil: filling(unclosed)},
}
