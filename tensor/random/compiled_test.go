package random_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

type dropout struct {
	X   *tensor.Tensor
	Key random.Key
}

func TestAKeyIsAnArgumentOfACompiledFunction(t *testing.T) {
	recorded := 0
	f := func(a dropout) []*tensor.Tensor {
		recorded++
		keys := a.Key.Split(3)
		deep := keys[2].FoldIn(9).Split(2)[1]
		return []*tensor.Tensor{
			a.X.Mul(random.Bernoulli(a.Key, .5, 50)), a.X.Add(random.Normal(keys[1], tensor.Float32, 50)),
			random.Uniform(deep, tensor.Float64, 50), random.Integers(keys[0], 0, int64(1<<40), tensor.Int64, 50),
			random.Permutation(keys[1], 50), random.Choice(keys[1].FoldIn(4), a.X.Cumsum(0), 50),
		}
	}
	compiled := tensor.Compile(f)
	x := tensor.Full[float32](1, 50)
	var seen [][]byte
	for i := range uint32(5) {
		a := dropout{x, random.NewKey(11).FoldIn(i)}
		got := compiled.Call(a)
		require.Equal(t, 1+int(i), recorded, "the function itself ran for each key but the first")
		for k, want := range f(a) {
			due, err := want.Bytes()
			require.NoError(t, err)
			is, err := got[k].Bytes()
			require.NoError(t, err)
			assert.Equal(t, due, is)
			assert.NotContains(t, seen, is, "another key has other numbers")
			seen = append(seen, is)
		}
	}
}

func TestKeysStandInStructsArraysAndSlices(t *testing.T) {
	f := tensor.Compile(func(keys []random.Key) *tensor.Tensor {
		sum := tensor.Zeros(tensor.Uint32, 4)
		for _, key := range keys {
			sum = sum.Add(key.Bits(tensor.Uint32, 4))
		}
		return sum
	})
	keys := random.NewKey(5).Split(3)
	want := data[uint32](t, keys[0].Bits(tensor.Uint32, 4).Add(keys[1].Bits(tensor.Uint32, 4)).Add(keys[2].Bits(tensor.Uint32, 4)))
	assert.Equal(t, want, data[uint32](t, f.Call(keys)))
	assert.Equal(t, random.NewKey(5).Split(3), keys, "the caller's keys stay")
}

func TestACapturedKeyRepeats(t *testing.T) {
	key := random.NewKey(1)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(random.Uniform(key, tensor.Float32, 3)) })
	x := tensor.Zeros(tensor.Float32, 3)
	assert.Equal(t, data[float32](t, f.Call(x)), data[float32](t, f.Call(x)))
}

func TestWordsOfAKeyThatChangesAreAnError(t *testing.T) {
	f := tensor.Compile(func(key random.Key) *tensor.Tensor {
		high, _ := key.Words()
		return tensor.Full(high, 3)
	})
	assert.ErrorContains(t, f.Call(random.NewKey(1)).Err(), "asks for the words of a key in a function that is being compiled")
	assert.ErrorContains(t, f.Call(random.NewKey(1)).Err(), "compiled_test.go:")
}

func TestASourceInACompiledFunctionIsAnError(t *testing.T) {
	g := random.New(1)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(g.Normal(tensor.Float32, 3)) })
	err := f.Call(tensor.Zeros(tensor.Float32, 3)).Err()
	assert.ErrorContains(t, err, "random: Source.Normal in a function that is being compiled")
	assert.ErrorContains(t, err, "give the function a random.Key")
}

func TestAKeyOfARecordingIsRefusedElsewhere(t *testing.T) {
	var leaked random.Key
	f := tensor.Compile(func(key random.Key) *tensor.Tensor {
		leaked = key
		var wait sync.WaitGroup
		var elsewhere *tensor.Tensor
		wait.Go(func() { elsewhere = key.Bits(tensor.Uint32, 3) })
		wait.Wait()
		assert.ErrorContains(t, elsewhere.Err(), "not recorded here")
		return key.Bits(tensor.Uint32, 3)
	})
	require.NoError(t, f.Call(random.NewKey(1)).Err())
	assert.ErrorContains(t, leaked.Bits(tensor.Uint32, 3).Err(), "not recorded here")
	assert.ErrorContains(t, f.Call(leaked).Err(), "a key of the argument belongs to a call of another compiled function")
}

func TestACompiledFunctionInAnotherTakesItsKey(t *testing.T) {
	inner := tensor.Compile(func(key random.Key) *tensor.Tensor { return key.FoldIn(2).Bits(tensor.Uint32, 3) })
	outer := tensor.Compile(func(key random.Key) *tensor.Tensor { return inner.Call(key.FoldIn(1)) })
	for seed := range uint64(3) {
		key := random.NewKey(seed)
		assert.Equal(t, data[uint32](t, key.FoldIn(1).FoldIn(2).Bits(tensor.Uint32, 3)), data[uint32](t, outer.Call(key)))
	}
}

// Numbers of the key of a call are not stored either.
func TestTheMeanOfAPayoffIsOneLaunchInACompiledFunction(t *testing.T) {
	f := tensor.Compile(func(key random.Key) *tensor.Tensor {
		return random.Normal(key.FoldIn(3), tensor.Float32, 10_000).Mul(.2).Exp().Sub(1).Maximum(0).Mean()
	})
	key := random.NewKey(8)
	data[float32](t, f.Call(key)) // records it
	counts, stop := device.CountLaunches(tensor.DefaultDevice())
	defer stop()
	for i := range uint32(3) {
		data[float32](t, f.Call(key.FoldIn(i)))
	}
	assert.Equal(t, 3, counts().Launches)
}
