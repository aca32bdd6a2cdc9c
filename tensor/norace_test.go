//go:build !race

package tensor

const Slowed = false
