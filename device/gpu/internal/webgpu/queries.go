package webgpu

import (
	"errors"
	"fmt"
)

// Queries are timestamps of a device's clock.
type Queries struct {
	resource
	queries handle
	n       int
}

// NewQueries makes room for n timestamps.
func (d *Device) NewQueries(n int) (*Queries, error) {
	if err := d.Usable(); err != nil {
		return nil, err
	}
	switch {
	case !d.limits.Timestamps:
		return nil, fmt.Errorf("webgpu: timestamps: %v has no feature timestamp-query: %w", d.adapter.Name, errors.ErrUnsupported)
	case n < 1 || n > MaxQueries:
		return nil, fmt.Errorf("webgpu: %d timestamps: must be 1..%d", n, MaxQueries)
	}
	if err := d.ready("queries", "queries"); err != nil {
		return nil, err
	}
	q := &Queries{queries: d.impl.querySet(n), n: n}
	if err := d.check("queries", nil); err != nil {
		return nil, err
	}
	d.own(&q.resource, object{queriesKind, q.queries})
	return q, nil
}

// Timestamp ends the open pass: timestamps are taken between passes.
func (d *Device) Timestamp(q *Queries, i int) error {
	if err := q.check(d, "timestamp"); err != nil {
		return err
	}
	if i < 0 || i >= q.n {
		return fmt.Errorf("webgpu: timestamp %d: there are %d", i, q.n)
	}
	if err := d.leavePass("timestamp"); err != nil {
		return err
	}
	d.impl.timestamp(q.queries, i)
	return d.fail("timestamp")
}

// Resolve ends the open pass.
func (d *Device) Resolve(q *Queries, n int, dst *Buffer, offset int) error {
	if err := errors.Join(q.check(d, "resolve"), dst.check(d, "resolve to")); err != nil {
		return err
	}
	switch {
	case n < 1 || n > q.n:
		return fmt.Errorf("webgpu: resolve of %d timestamps: there are %d", n, q.n)
	case dst.usage != Times:
		return fmt.Errorf("webgpu: resolve to a %v buffer: must be times", dst.usage)
	case offset%TimesAlign != 0:
		return fmt.Errorf("webgpu: resolve to offset %d: must be a multiple of %d", offset, TimesAlign)
	}
	if err := checkInside("resolve", offset, n*TickBytes, dst.size); err != nil {
		return err
	}
	if err := d.leavePass("resolve"); err != nil {
		return err
	}
	d.impl.resolve(q.queries, n, dst.buf, offset)
	return d.fail("resolve")
}

// leavePass ends the pass, if one is open, and leaves an encoder open.
func (d *Device) leavePass(what string) error {
	if err := d.Usable(); err != nil {
		return err
	}
	if err := d.begin(); err != nil {
		return err
	}
	return d.endPass(what)
}

func (q *Queries) check(d *Device, what string) error {
	switch {
	case q == nil:
		return fmt.Errorf("webgpu: %s: no queries", what)
	case q.dev != d:
		return fmt.Errorf("webgpu: %s: queries of another device", what)
	case q.released:
		return fmt.Errorf("webgpu: %s: the queries are released", what)
	}
	return nil
}
