//go:build race

package cpu_test

// slowed says that the race detector makes everything several times slower.
const slowed = true
