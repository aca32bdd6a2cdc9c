// Package tensortest compares tensors in tests. A failure says how many elements differ, where, and
// by how much:
//
//	tensors differ in 2 of 6 elements, shape [2 3], float32:
//	  at [0 1]: want 2, got 2.5, off by 0.5
//	  at [1 2]: want 6, got 8, off by 2 (the most)
//
// Equal and Close take want before got and return whether the test may go on, as testify's assert
// does. Tensors on different devices may be compared.
package tensortest

import (
	"testing"

	"github.com/wgtensor/wgtensor/tensor"
)

// Equal fails the test unless got has the dtype, the shape and the elements of want. As in NumPy's
// assert_array_equal, NaN equals NaN here, and -0 equals 0. It waits as [tensor.Tensor.Bytes] does.
func Equal(tb testing.TB, want, got *tensor.Tensor) bool {
	tb.Helper()
	return passes(tb, compare(want, got, tolerance{}))
}

// Close fails the test unless got has the shape of want, and each element is off by at most
// atol + rtol*|want|. As in NumPy's assert_allclose, NaN equals NaN, and an infinity is close to
// itself only. The dtypes are the same, or both floats: a float32 result may be compared with a
// float64 reference. The limit is computed in float64. It waits as [Equal] does.
func Close(tb testing.TB, want, got *tensor.Tensor, rtol, atol float64) bool {
	tb.Helper()
	return passes(tb, compare(want, got, tolerance{rtol: rtol, atol: atol, mixed: true}))
}

func passes(tb testing.TB, fault string) bool {
	tb.Helper()
	if fault != "" {
		tb.Errorf("%s", fault)
	}
	return fault == ""
}
