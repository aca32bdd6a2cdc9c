package device

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// copyProgram is the program whose launches measure copy rates.
var copyProgram, _ = NewProgram([]op.DType{op.Float32}, nil, nil, 0)

var copyRates sync.Map // of func() float64, by Info, because a device as key would stay alive

// copyRate is how many gigabytes a second the device moves when it copies; 0 if that cannot be
// measured. It is measured once for all devices of the same Info. A line of Debugf says how.
func copyRate(d Device) float64 {
	measure, _ := copyRates.LoadOrStore(d.Info(), sync.OnceValue(func() float64 {
		name, bytes := d.Info().Name, smallCopy
		best, err := bestCopy(d, bytes)
		if err == nil && best < quickCopy {
			bytes = largeCopy
			best, err = bestCopy(d, bytes)
		}
		if err != nil {
			Debugf("%s: the rate of copies is unknown: %v", name, err)
			return 0
		}
		rate := float64(2*bytes) / float64(max(best.Nanoseconds(), 1))
		Debugf("%s: share is of %.1f GB/s, read and written by the best of %d copies of %d bytes", name, rate, copies, bytes)
		return rate
	}))
	return measure.(func() float64)()
}

// A copy has more bytes than caches hold, unless the device takes long for a small copy.
const (
	smallCopy, largeCopy = 1 << 20, 64 << 20
	quickCopy            = 5 * time.Millisecond // of the small one
	copies               = 3
)

// bestCopy is the shortest time of some copies there and back. Two copies that write to the memory
// come first, because memory that was never written may be one page for all addresses.
func bestCopy(d Device, bytes int) (time.Duration, error) {
	n := bytes / op.Float32.Size()
	l := &Launch{Program: copyProgram, Shape: []int{n}}
	for _, operands := range []*[]Operand{&l.In, &l.Out} {
		b, err := d.Alloc(bytes)
		if err != nil {
			return 0, err
		}
		defer b.Release()
		*operands = []Operand{{Buffer: b, Type: op.Float32, Layout: broadcast.RowMajor(n)}}
	}
	var times [2 + copies]time.Duration
	for i := range times {
		began := time.Now()
		if err := errors.Join(d.Run(context.Background(), l), d.Sync(context.Background())); err != nil {
			return 0, err
		}
		times[i] = time.Since(began)
		l.In, l.Out = l.Out, l.In
	}
	return slices.Min(times[2:]), nil
}
