package gpu

import "context"

// until runs f until ctx ends. No context reaches into a driver, and one may hold on to a
// call until earlier work is done, as llvmpipe does when something is submitted: f then
// ends in the background.
func until(ctx context.Context, f func() error) error {
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
