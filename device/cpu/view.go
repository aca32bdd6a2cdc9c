package cpu

import (
	"context"

	"github.com/wgtensor/wgtensor/device"
)

var (
	_ device.Viewer = (*buffer)(nil)
	_ device.Filler = (*buffer)(nil)
)

// View passes the buffer's own memory to f.
func (b *buffer) View(ctx context.Context, offset, n int, f func(bytes []byte) error) error {
	if err := b.check("view", offset, n); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f(b.bytes()[offset:][:n:n])
}

// Fill passes the buffer's own memory to f.
func (b *buffer) Fill(offset, n int, f func(bytes []byte) error) error {
	if err := b.check("fill", offset, n); err != nil {
		return err
	}
	return f(b.bytes()[offset:][:n:n])
}
