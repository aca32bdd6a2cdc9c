package gpu

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// BenchmarkTransferAgainstBare compares the device's transfers with package webgpu's own, in turns.
// A transfer lasts until its bytes have arrived. It prints the least and the median of both, and
// the ratio of the medians.
func BenchmarkTransferAgainstBare(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"4", 4}, {"4Ki", 4 << 10}, {"64Ki", 64 << 10}, {"256Ki", 256 << 10}, {"1Mi", 1 << 20}, {"4Mi", 4 << 20}, {"64Mi", 64 << 20}} {
		b.Run("dir=readback/bytes="+size.name, func(b *testing.B) {
			r := newBare(b, size.bytes)
			compare(b, way{"device", r.read}, way{"staging", r.fromStaging})
		})
		b.Run("dir=upload/bytes="+size.name, func(b *testing.B) {
			r := newBare(b, size.bytes)
			compare(b, way{"device", r.write}, way{"queue", r.byQueue})
		})
	}
}

type way struct {
	name string
	do   func() error
}

// compare reports how long two ways take, in turns.
func compare(b *testing.B, ways ...way) {
	for _, w := range ways {
		require.NoError(b, w.do()) // the first time makes buffers
	}
	took := make([][]time.Duration, len(ways))
	for n := 0; b.Loop(); n++ {
		for i := range ways {
			i = (i + n) % len(ways) // each follows each: it finds another's bytes in the caches
			began := time.Now()
			require.NoError(b, ways[i].do())
			took[i] = append(took[i], time.Since(began))
		}
	}
	median := func(i int) float64 { return float64(took[i][len(took[i])/2].Nanoseconds()) }
	for i, w := range ways {
		slices.Sort(took[i])
		b.ReportMetric(float64(took[i][0].Nanoseconds())/1e3, w.name+"-min-µs")
		b.ReportMetric(median(i)/1e3, w.name+"-med-µs")
	}
	b.ReportMetric(median(0)/median(1), "ratio")
	b.ReportMetric(0, "ns/op") // of both together: it says nothing
}

// bare has each way's buffers.
type bare struct {
	d                *Device
	buf              *buffer
	storage, staging *webgpu.Buffer
	host             []byte
}

func newBare(b *testing.B, bytes int) *bare {
	d := open(b)
	own, err := d.Alloc(bytes)
	require.NoError(b, err)
	r := &bare{d: d, buf: own.(*buffer), host: make([]byte, bytes)}
	for i := range r.host {
		r.host[i] = byte(i)
	}
	d.driver.Lock()
	defer d.driver.Unlock()
	r.storage, err = d.driver.NewBuffer(bytes, webgpu.Storage)
	require.NoError(b, err)
	r.staging, err = d.driver.NewBuffer(bytes, webgpu.Staging)
	require.NoError(b, err)
	return r
}

func (r *bare) read() error { return r.buf.Read(ctx, 0, r.host) }

func (r *bare) fromStaging() error {
	if err := r.submit(func() error { return r.d.driver.Copy(r.staging, 0, r.storage, 0, len(r.host)) }); err != nil {
		return err
	}
	return r.d.driver.Read(ctx, r.staging, 0, len(r.host), func(m webgpu.Mapped) error {
		m.Copy(r.host, 0)
		return nil
	})
}

func (r *bare) write() error {
	if err := r.buf.Write(0, r.host); err != nil {
		return err
	}
	return r.d.Sync(ctx)
}

func (r *bare) byQueue() error {
	if err := r.submit(func() error { return r.d.driver.Write(r.storage, 0, r.host) }); err != nil {
		return err
	}
	return r.d.driver.Wait(ctx)
}

func (r *bare) submit(record func() error) error {
	r.d.driver.Lock()
	defer r.d.driver.Unlock()
	if err := record(); err != nil {
		return err
	}
	return r.d.driver.Submit()
}
