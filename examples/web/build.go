package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed site
var site embed.FS

// programName is the program's file. Its ending keeps servers from declaring the compression, which
// would make browsers undo it twice.
const programName = "program.wasm.gzip"

// build returns the files of the page, by their names: those of the folder site, the program, and
// what Go needs to run it.
func build() (map[string][]byte, error) {
	files := map[string][]byte{}
	parts, err := fs.Sub(site, "site")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(parts, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name], err = fs.ReadFile(parts, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if files["wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, err
	}
	files[programName], err = program()
	return files, err
}

// program builds the program, and compresses it.
func program() ([]byte, error) {
	folder, err := os.MkdirTemp("", "wgtensor-web")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "program.wasm")
	if _, err := output("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "github.com/wgtensor/wgtensor/examples/web/program"); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return compress(wasm), nil
}

// output runs the go command for js/wasm, and returns what it printed.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, args[0], err, problems.String())
	}
	return out.String(), nil
}

func compress(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write(data) // to memory
	_ = w.Close()
	return b.Bytes()
}
