//go:build race

package tensor_test

// slowed says that the race detector makes everything several times slower.
const slowed = true
