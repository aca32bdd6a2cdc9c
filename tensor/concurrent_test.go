package tensor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

// deadline ends the process, and shows where each goroutine waits, if the test takes longer.
func deadline(t testing.TB, limit time.Duration) {
	late := time.AfterFunc(limit, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprintf("%s hangs: it has not ended after %v", t.Name(), limit))
	})
	t.Cleanup(func() { late.Stop() })
}

// together runs f in n goroutines, and collects garbage meanwhile.
func together(t *testing.T, n int, f func(g int)) {
	deadline(t, 5*time.Minute+long())
	var all sync.WaitGroup
	for g := range n {
		all.Go(func() { f(g) })
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for {
		select {
		case <-done:
			return
		default:
			runtime.GC()
			time.Sleep(time.Millisecond) // else a web page would not get its turn
		}
	}
}

// rounds is n in a thorough run, and less otherwise.
func rounds(n int) int {
	if devicetest.Thorough() {
		return n
	}
	return n / 5
}

func TestGoroutinesWithTensorsOfTheirOwnDoNotDisturbEachOther(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		shared := iota32(6, 2, 3)
		together(t, 8, func(g int) {
			for i := range rounds(50) {
				x := shared.Add(g)
				y := x.T().Mul(2)
				if !assert.NoError(t, x.AddInPlace(i)) {
					return
				}
				assert.Equal(t, []float32{0, 6, 2, 8, 4, 10}, sub(t, y, 2*g))
				assert.Equal(t, []float32{0, 1, 2, 3, 4, 5}, sub(t, x, g+i))
				if i%2 == 0 {
					x.Release()
					y.Release()
				}
			}
		})
	})
}

func sub(t *testing.T, x *tensor.Tensor, by int) []float32 {
	v, err := tensor.Data[float32](x.Sub(by))
	assert.NoError(t, err)
	return v
}

func TestOneExpressionThatManyWaitForIsComputedOnce(t *testing.T) {
	d := recordTensors(t)
	for range rounds(20) {
		x := iota32(1000).Exp().Neg()
		y := x.Add(1)
		together(t, 6, func(g int) {
			assert.NoError(t, tensor.Eval(context.Background(), x, y))
			_, err := tensor.Data[float32](y)
			assert.NoError(t, err)
		})
	}
	assert.Len(t, d.took(), rounds(20))
}

// Writers set all elements at once, so that every reader must see them equal.
func TestReadersSeeTheOldValuesOrTheNew(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 5000)
	together(t, 6, func(g int) {
		for i := range rounds(60) {
			switch {
			case g == 0:
				assert.NoError(t, x.Fill(i))
			case g == 1:
				assert.NoError(t, x.AddInPlace(1))
			default:
				v, err := tensor.Data[float32](x.Mul(2))
				if !assert.NoError(t, err) {
					return
				}
				for _, e := range v {
					if e != v[0] {
						assert.Equal(t, v[0], e)
						return
					}
				}
			}
		}
	})
}

func TestAWriteDoesNotMindThatItsReadersAreReleased(t *testing.T) {
	x := iota32(4)
	together(t, 4, func(g int) {
		for range rounds(3000) {
			if g == 0 {
				if !assert.NoError(t, x.AddInPlace(1)) {
					return
				}
				continue
			}
			x.Mul(2).Release()
		}
	})
}

// Until a device is closed, results are the same as those of one goroutine. After that they are
// errors.
func TestCloseComesBetweenValuesAndErrors(t *testing.T) {
	for _, name := range device.Names() {
		t.Run(name, func(t *testing.T) {
			d, err := device.Open(name)
			require.NoError(t, err)
			on(t, d)
			shared := iota32(6, 2, 3)
			var closing sync.WaitGroup
			together(t, 6, func(g int) {
				for i := 0; ; i++ {
					if g == 0 && i == rounds(50) {
						closing.Go(func() { assert.NoError(t, d.Close()) })
					}
					x := shared.Add(g).Clone()
					err := x.AddInPlace(i)
					var got []float32
					if err == nil {
						got, err = tensor.Data[float32](x.Mul(2).T())
					}
					x.Release()
					if err != nil {
						assert.ErrorIs(t, err, device.ErrClosed)
						return
					}
					n := 2 * float32(g+i)
					if !assert.Equal(t, []float32{n, n + 6, n + 2, n + 8, n + 4, n + 10}, got) {
						return
					}
				}
			})
			closing.Wait()
		})
	}
}

// Goroutines do anything to shared tensors at once, also Release. Every call returns a value or an
// error.
func TestAnythingAtOnceIsAValueOrAnError(t *testing.T) {
	d := recordTensors(t)
	pool := make([]*tensor.Tensor, 12)
	var mu sync.Mutex
	for i := range pool {
		pool[i] = iota32(6, 2, 3)
	}
	together(t, 8, func(g int) {
		r := rand.New(rand.NewPCG(uint64(g), 1))
		get := func() *tensor.Tensor {
			mu.Lock()
			defer mu.Unlock()
			return pool[r.IntN(len(pool))]
		}
		for range rounds(400) {
			x, y := get(), get()
			var z *tensor.Tensor
			switch r.IntN(9) {
			case 0:
				z = x.Add(y)
			case 1:
				z = x.Mul(2).T().Exp().T()
			case 2:
				_ = x.AddInPlace(y)
			case 3:
				_ = x.Assign(y.Flip().Neg())
			case 4:
				_, _ = x.Bytes()
			case 5:
				x.Release()
				z = iota32(6, 2, 3)
			case 6:
				z = x.Clone()
			case 7:
				_ = tensor.Eval(context.Background(), x, y, x)
			case 8:
				_ = x.String()
			}
			if z != nil && z.Err() == nil {
				mu.Lock()
				pool[r.IntN(len(pool))] = z
				mu.Unlock()
			}
		}
	})
	for _, x := range pool {
		x.Release()
	}
	clear(pool)
	require.True(t, collected(func() bool { return d.buffers() == 0 }))
}
