package broadcast

import (
	"fmt"
	"math"
	"math/bits"
)

// Size returns the number of elements of a shape: the product of its sizes. A 0-d shape has one
// element.
//
// A negative size is an error, and so is a product that an int cannot hold. A shape with a size 0
// has no elements, so its other sizes cannot overflow.
func Size(shape []int) (int, error) {
	n, fits, empty := 1, true, false
	for axis, size := range shape {
		if size < 0 {
			return 0, fmt.Errorf("size %d of axis %d is negative in shape %v", size, axis, shape)
		}
		empty = empty || size == 0
		if fits {
			n, fits = mul(n, size)
		}
	}
	switch {
	case empty:
		return 0, nil
	case !fits:
		return 0, fmt.Errorf("shape %v has more than %d elements", shape, math.MaxInt)
	}
	return n, nil
}

// mul returns a*b and whether it fits into an int.
func mul(a, b int) (int, bool) {
	c := a * b
	if uint(a|b)>>(bits.UintSize/2-1) == 0 { // both small: spare the division
		return c, true
	}
	return c, b == 0 || c/b == a && !(a == math.MinInt && b == -1)
}

// add returns a+b and whether it fits into an int.
func add(a, b int) (int, bool) {
	c := a + b
	return c, (c < a) == (b < 0)
}

// mulAdd returns a+b*c and whether it fits into an int.
func mulAdd(a, b, c int) (int, bool) {
	product, ok := mul(b, c)
	sum, fits := add(a, product)
	return sum, ok && fits
}

// abs returns |x|, and math.MinInt for itself.
func abs(x int) int {
	return max(x, -x)
}
