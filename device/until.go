package device

import "context"

// Until runs f, and returns its error or, if ctx ends before, that of ctx. No context reaches
// into a driver, and one may hold on to a call until earlier work is done: f then ends in
// the background. With a context that cannot end f runs on the caller's goroutine.
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
