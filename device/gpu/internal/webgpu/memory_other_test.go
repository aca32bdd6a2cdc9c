//go:build cgo && !js && !nogpu && ((darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import "fmt"

func exhaust() { fmt.Println("skip: memory cannot be limited here") }
