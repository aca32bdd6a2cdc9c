package main

import (
	"math"
	"slices"
)

// quantile returns the number below which a share q of the samples lies, between two samples in
// proportion. Without samples it is NaN.
func quantile(samples []float64, q float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(samples))
	at := q * float64(len(s)-1)
	low := int(at)
	high := min(low+1, len(s)-1)
	return s[low] + (at-float64(low))*(s[high]-s[low])
}

func median(samples []float64) float64 { return quantile(samples, 0.5) }

func fastest(samples []float64) float64 { return quantile(samples, 0) }
