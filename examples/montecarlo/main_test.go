package main

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/tensor/random"
)

func TestThePriceIsWithinItsErrorOfTheFormula(t *testing.T) {
	devices.Open(t, "cpu")
	o := option{price: 100, strike: 105, rate: .03, volatility: .2, years: 1}
	for seed := range uint64(5) {
		price, bar, err := estimate(o.payoffs(random.NewKey(seed), 1_000_000))
		require.NoError(t, err)
		assert.InDelta(t, .0116, bar, .001)
		assert.Less(t, math.Abs(price-o.formula()), 3*bar, "seed %d", seed)
	}
}

func TestAllPathsAreOneLaunchAndNoneIsStored(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out, devices.Open(t, "cpu"), 100_000, 1))
	assert.Contains(t, out.String(), "100000 paths: 7.")
	assert.Contains(t, out.String(), "the formula: 7.1281")
	assert.Contains(t, out.String(), "launches: 1;")
	assert.ErrorContains(t, run(&out, devices.Open(t, "cpu"), 1, 1), "1 paths; at least 2")
}
