//go:build !(amd64 || arm64) || purego

package kernel

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector"

// assembled has no kernel set: the loops in Go do all.
var assembled []func() *vector.Set
