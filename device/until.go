package device

import (
	"context"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

// Until runs f and returns its error. If ctx ends first, Until returns the error of ctx, and f goes
// on in the background. No context reaches into a driver, which may block until earlier work is
// done. With a context that cannot end, or where the caller must not wait (see [MayWait]), f runs on
// the caller's goroutine.
func Until(ctx context.Context, f func() error) error {
	if ctx.Done() == nil {
		return f()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if MayWait() != nil {
		return f()
	}
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// MayWait is nil if the caller may wait for a device or another goroutine. It is an error in an event
// handler of a web page, because the page does nothing until the handler returns, and what the caller
// waits for never comes. The error says to start a goroutine. A device returns it before it waits.
func MayWait() error { return page.MayWait() }
