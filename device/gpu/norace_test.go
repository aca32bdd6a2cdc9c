//go:build !race

package gpu

const slowed = false
