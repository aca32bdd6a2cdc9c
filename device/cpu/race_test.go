//go:build race

package cpu

// slowed says that the race detector makes everything several times slower.
const slowed = true
