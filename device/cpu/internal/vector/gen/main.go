// Gen writes the assembly of package vector: for each family of kernels a file of
// assembly and one of declarations, and the table that says what they compute, for amd64 and
// arm64.
//
//	go run . # in this directory
//
// It is a module of its own, so that users of the kernels need nothing of it.
package main

import (
	"log"
	"os"
	"path/filepath"
)

func main() {
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join("..", name), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
