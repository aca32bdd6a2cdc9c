//go:build !js

package main

import "fmt"

func main() { fmt.Println("program runs in a page: go run ./examples/web builds and serves it") }
