//go:build race

package tensor

// Slowed says that the race detector makes everything several times slower.
const Slowed = true
