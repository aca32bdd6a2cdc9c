package sample

import "math"

// Half is x/2, but not below 1.
func Half(x float64) float64 {
	if y := x / 2; y > 1 {
		return y
	}
	return math.Abs(1)
}

// Swapped is 1/x.
func Swapped(x float64) float64 {
	a, b := x, 1.0
	a, b = b, a
	return a / b
}

// Copied is (x+1)².
func Copied(x float64) float64 {
	y := x
	y++
	z := y
	return z * y
}

type wide [2]uint64

func (x wide) next() wide {
	x = wide{x[1], x[0] << 40}
	return x
}

// Shifted is x + 2^41.
func Shifted(x float64) float64 {
	w := wide{2, 0}.next().next()
	w = wide{w[1], w[0]}
	if w[1] == 0 {
		w[1] = 2 << 40
	}
	return float64(w[1]+w[0]) + x
}

// Counted is x!.
func Counted(x float64) float64 {
	p := 1.0
	for i := 2.0; i <= x; i++ {
		p *= i
	}
	return p
}

var table = [3]struct{ one, two float64 }{{1, 10}, {2, 20}, {3, 30}}

// LookedUp is a product of the table's.
func LookedUp(x float64) float64 {
	t := &table[int(x)]
	return t.two * table[1].one
}

func between(x, low, high float64) bool { return low < x && !(x > high) }

// Both is 1 from 1 to 10 but for 5.
func Both(x float64) float64 {
	ok := between(x, 1, 10) && x != 5
	if ok == (x > 0) && ok {
		return 1
	}
	return 0
}

// Foreign has no code.
func Foreign(x float64) float64 { return math.Sin(x) }
