package broadcast

import "slices"

// SameShape reports whether two shapes are equal. Shapes in one array are compared by their
// address: layouts that were made from each other often share an array.
func SameShape(a, b []int) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}
