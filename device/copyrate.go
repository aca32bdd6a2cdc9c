package device

import (
	"context"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// copying is the program whose launches measure copy rates.
var copying = sync.OnceValue(func() *Program {
	p, err := NewProgram([]op.DType{op.Float32}, nil, nil, 0)
	if err != nil {
		panic(err)
	}
	return p
})

var copyRates sync.Map // of func() float64, by device

// copyRate is how many gigabytes a second the device moves when it copies; 0 if that cannot be measured.
// It is measured once, and a line says how.
func copyRate(d Device) float64 {
	measure, _ := copyRates.LoadOrStore(d, sync.OnceValue(func() float64 {
		bytes := 64 << 20
		if most := d.Info().Limits.BufferBytes; most > 0 {
			bytes = min(bytes, most)
		}
		const times = 3
		best, err := bestCopy(d, bytes/4, times)
		if err != nil {
			Debugf("%s: the rate of copies is unknown: %v", d.Info().Name, err)
			return 0
		}
		rate := float64(2*bytes) / float64(max(best.Nanoseconds(), 1))
		Debugf("%s: share is of %.1f GB/s, read and written by the best of %d copies of %d bytes", d.Info().Name, rate, times, bytes)
		return rate
	}))
	return measure.(func() float64)()
}

// bestCopy is the shortest time of some copies of n elements, after one that touches the memory.
func bestCopy(d Device, n, times int) (best time.Duration, err error) {
	l := &Launch{Program: copying(), Shape: []int{n}}
	for _, operands := range []*[]Operand{&l.In, &l.Out} {
		b, err := d.Alloc(4 * n)
		if err != nil {
			return 0, err
		}
		defer b.Release()
		*operands = []Operand{{Buffer: b, Type: op.Float32, Layout: broadcast.RowMajor(n)}}
	}
	for i := range times + 1 {
		began := time.Now()
		if err := d.Run(context.Background(), l); err != nil {
			return 0, err
		}
		if took := time.Since(began); i == 1 || i > 1 && took < best {
			best = took
		}
	}
	return best, nil
}
