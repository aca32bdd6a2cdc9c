package graph

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestAnExpressionReadsOneVersionOfAStorageThatIsWrittenMeanwhile(t *testing.T) {
	s, _ := storedLeaf()
	var writer sync.WaitGroup
	stop := make(chan struct{})
	writer.Go(func() {
		for c := new(Claim); ; {
			select {
			case <-stop:
				return
			default:
				s.Lock()
				c.Renew(s, &memory{})
				s.Unlock()
			}
		}
	})
	defer writer.Wait()
	defer close(stop)
	var v Version
	for range 200_000 {
		operand := Operand{Storage: s, Layout: s.Layout()}
		v.Wait(s.DType(), s.Layout(), op.Addcmul, []Operand{operand, {Type: s.DType()}, operand, operand})
		require.Same(t, v.Expr.Args[0].Version, v.Expr.Args[2].Version)
		require.Same(t, v.Expr.Args[0].Version, v.Expr.Args[3].Version)
		v.Drop()
	}
}

func TestASnapshotKeepsAVersionAndCountsNothingAsRetained(t *testing.T) {
	s, old := storedLeaf()
	before := Retained()
	kept := s.Snapshot()
	kept.Drop()
	require.Equal(t, before, Retained(), "s still has the version")
	kept = s.Snapshot()
	new(Claim).Renew(s, &memory{})
	require.False(t, old.released)
	kept.Drop()
	require.True(t, old.released)
}
