//go:build !race

package cpu

const slowed = false
