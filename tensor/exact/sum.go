// Package exact adds numbers without rounding. A sum is rounded once, when it is read: it has the same
// bits in any order of the numbers, however they are divided among goroutines, processes or machines.
//
// [Sum] is the sum of numbers and of products. [Moments] are the number, the sum and the sum of squares,
// with the mean and the variance. To add on several goroutines, give each its own and merge them. A
// state is some hundred bytes, which MarshalBinary gives; equal sums give equal bytes.
//
// The package needs no device and no tensor. Sums of tensors are as exact: [Sum.Float64] of a tensor's
// elements is the tensor's Sum in float64.
package exact

import (
	"github.com/wgtensor/wgtensor/device/exact"
)

// Number is what converts to float64 without loss.
type Number interface {
	~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32 | ~float32 | ~float64
}

// AddSlice adds all elements of a slice to a [Sum] or to [Moments].
func AddSlice[T Number](to interface{ Add(x float64) }, xs []T) {
	for _, x := range xs {
		to.Add(float64(x))
	}
}

// Sum is the exact sum of numbers and of products. The zero value is the sum of nothing. It holds up to
// 2^64 terms. If a term is NaN, or infinities of both signs are, the sum is NaN; else an infinity stays.
type Sum struct{ terms exact.Products }

// Add adds a number.
func (s *Sum) Add(x float64) { s.terms.Add(x) }

// AddProduct adds x times y, which is not rounded: the sum of the products of two lists is their exact
// dot product.
func (s *Sum) AddProduct(x, y float64) { s.terms.AddProduct(x, y) }

// Merge adds all terms of another sum, which stays as it is.
func (s *Sum) Merge(t *Sum) { s.terms.Merge(&t.terms) }

// Float64 returns the sum, rounded once to nearest even. Beyond the largest number it is infinite; zero
// has no sign.
func (s *Sum) Float64() float64 { return s.terms.Over(1) }

// Float32 returns the sum, rounded once to float32.
func (s *Sum) Float32() float32 { return float32(s.terms.ToOdd()) }

// Over returns the sum divided by n, rounded once. By 0 it is NaN.
func (s *Sum) Over(n uint64) float64 { return s.terms.Over(n) }
