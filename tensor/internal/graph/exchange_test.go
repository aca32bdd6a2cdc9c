package graph

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
)

// A spare version serves storages in turn. The race detector watches who still looks at it.
func TestAStorageHasItsShapeWhileItsVersionsServeAnother(t *testing.T) {
	a, _ := storedLeaf()
	layout := broadcast.RowMajor(1)
	b := new(Storage).InitStored(a.DType(), &layout, &memory{})
	var readers sync.WaitGroup
	stop := make(chan struct{})
	for _, s := range []*Storage{a, b} {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					assert.Equal(t, []int{1}, s.Layout().Shape)
				}
			}
		})
	}
	spare := NewVersion(a.DType(), a.Layout(), &memory{})
	for i := range 20_000 {
		s := []*Storage{a, b}[i%2]
		require.NoError(t, s.Lock())
		spare = s.Exchange(spare)
		s.Unlock()
	}
	close(stop)
	readers.Wait()
}
