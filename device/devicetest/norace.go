//go:build !race

package devicetest

const slowed = false
