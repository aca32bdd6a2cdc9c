//go:build !race

package tensor_test

const slowed = false
