package device

import "context"

// Until runs f and returns its error. If ctx ends first, Until returns the error of ctx, and f goes
// on in the background. No context reaches into a driver, which may block until earlier work is
// done. With a context that cannot end, f runs on the caller's goroutine.
func Until(ctx context.Context, f func() error) error {
	if ctx.Done() == nil {
		return f()
	}
	if err := ctx.Err(); err != nil {
		return err
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
