//go:build race

package gpu

// slowed says that the race detector makes everything several times slower.
const slowed = true
