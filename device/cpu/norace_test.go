//go:build !race

package cpu_test

const slowed = false
