package tensor

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A write works in place only if nothing else refers to the elements.
func TestACallThatHasEndedRefersToNoOperand(t *testing.T) {
	x, y, b := Full[float32](2, 3).Clone(), Full[float32](1, 3).Clone(), Full[int8](1, 3).Clone()
	two, filled := FromSlice([]float32{1, 2}), Zeros(Float32, 3)
	for _, c := range []struct {
		name    string
		refused bool
		call    func() error
	}{
		{"filled", false, func() error { return ended(x.Add(filled)) }}, // first: afterwards filled is computed
		{"computed", false, func() error { return ended(x.Add(y)) }},
		{"one operand twice", false, func() error { return ended(x.Sub(x.Flip(0))) }},
		{"converted", false, func() error { return ended(x.Add(b)) }},
		{"result converted", false, func() error { return x.MulInPlace(b) }},
		{"composition", false, func() error { return ended(x.Lerp(y, 0.5)) }},
		{"composition of one operand", false, func() error { return ended(x.Lerp(x, x)) }},
		{"composition in place", false, func() error { return x.LerpInPlace(y, 0.5) }},
		{"known result", false, func() error { return ended(b.Lt(1000)) }},
		{"other shapes", true, func() error { return ended(x.Add(two)) }},
		{"a larger result in place", true, func() error { return x.AddInPlace(Ones(Float32, 2, 1)) }},
		{"a narrower dtype in place", true, func() error { return b.AddInPlace(x) }},
		{"no operand", true, func() error { return ended(x.Add("y")) }},
		{"a number beyond the dtype", true, func() error { return ended(b.Add(1000)) }},
		{"a parameter beyond its range", true, func() error { return ended(x.Softshrink(-1)) }},
		{"an operand with an error", true, func() error { return ended(x.Add(x.Add(two))) }},
		{"a released operand", true, func() error {
			z := y.Clone()
			z.Release()
			return ended(x.Add(z))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.refused, c.call() != nil)
			filled.computed()
			for _, operand := range []*Tensor{x, y, b, filled} {
				v, ok := operand.storage.Load().Own(0)
				require.True(t, ok)
				v.Written()
			}
		})
	}
}

// ended computes and releases a tensor.
func ended(t *Tensor) error {
	defer t.Release()
	_, err := t.bytes("ended")
	return err
}
