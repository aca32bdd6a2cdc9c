package devicetest

import (
	"time"

	"github.com/wgtensor/wgtensor/device"
)

type config struct {
	quick    bool
	first    bool
	bare     bool
	seed     uint64
	patience time.Duration // with a call that a context ends
	only     []string
	begin    []string
	open     func() (device.Device, error)
	progress func(Progress)
}

// Option changes what [Check] and [Run] do. A nil Option changes nothing.
type Option func(*config)

// Quick takes fewer random values and programs, and fewer pairs of special values. It leaves out
// the launch of more than 16 million elements. On a device that compiles kernels it also takes
// pairs in place of products. Every layout meets every type, and every operation. But not each type
// meets each operation. [Report].NotRun lists the operations and types that it left out.
func Quick() Option { return func(c *config) { c.quick = true } }

// First stops at the first launch that goes wrong.
func First() Option { return func(c *config) { c.first = true } }

// Seed chooses the random values; a failure prints the seed it happened with.
func Seed(seed uint64) Option { return func(c *config) { c.seed = seed } }

// Only runs only the checks about these operations.
func Only(ops ...string) Option { return func(c *config) { c.only = ops } }

// Bare leaves out the checks of single operations, of maps and of groups, and those of compositions
// and conversions. It keeps the checks of layouts, copies, programs, order and lifetimes.
func Bare() Option { return func(c *config) { c.bare = true } }

// Checks runs only the checks whose names begin with one of the names: "layouts/", "folds/x - x".
func Checks(names ...string) Option { return func(c *config) { c.begin = names } }

// Open says how to open more devices of the same kind, for checks that close a device or mix two.
// The default is device.Open, if the device's Info has a registered name.
func Open(open func() (device.Device, error)) Option { return func(c *config) { c.open = open } }

// Progress is how far [Check] has come.
type Progress struct {
	Done, Of, Failed int // checks
	Next             string
}

// OnProgress calls f before every check.
func OnProgress(f func(Progress)) Option { return func(c *config) { c.progress = f } }
