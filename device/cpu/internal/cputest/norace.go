//go:build !race

package cputest

// Slowed says that the race detector makes everything several times slower.
const Slowed = false
