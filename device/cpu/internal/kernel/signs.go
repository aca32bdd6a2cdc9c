package kernel

// The highest bit of a float is its sign, also for zeros and NaN.

func highBit[U unsigned]() U { return ^(^U(0) >> 1) }

func clearSign[U unsigned](to, x []U) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] &^ highBit[U]()
	}
}

func copySign[U unsigned](to, x, y []U) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i]&^highBit[U]() | y[i]&highBit[U]()
	}
}

func hasSign[U unsigned](to []bool, x []U) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] >= highBit[U]()
	}
}

func changeSign[U unsigned](to, x []U) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] ^ highBit[U]()
	}
}
