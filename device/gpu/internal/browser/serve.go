package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed page.html
var page string

// server serves the page, the program, and the script that Go's programs need.
type server struct {
	url    string
	server *http.Server
	exit   chan int // the program's exit code
}

func (s *server) close() { _ = s.server.Close() }

// serve serves a program that gets arguments. The first is its name.
func serve(wasm string, args []string) (*server, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	program, err := json.Marshal(map[string]any{"args": args, "env": environment()})
	if err != nil {
		return nil, err
	}
	s := &server{exit: make(chan int, 1)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, strings.Replace(page, "PROGRAM", string(program), 1))
	})
	mux.HandleFunc("GET /wasm_exec.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, script) })
	mux.HandleFunc("GET /program.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, wasm)
	})
	mux.HandleFunc("POST /out/{fd}", func(_ http.ResponseWriter, r *http.Request) {
		to := os.Stdout
		if r.PathValue("fd") == "2" {
			to = os.Stderr
		}
		_, _ = io.Copy(to, r.Body)
	})
	mux.HandleFunc("POST /exit/{code}", func(_ http.ResponseWriter, r *http.Request) {
		code, err := strconv.Atoi(r.PathValue("code"))
		if err != nil {
			code = 2
		}
		select {
		case s.exit <- code:
		default:
		}
	})
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.url = fmt.Sprintf("http://localhost:%d/", at.Addr().(*net.TCPAddr).Port)
	s.server = &http.Server{Handler: isolated(mux)}
	go func() { _ = s.server.Serve(at) }()
	return s, nil
}

// isolated lets the page's clocks be finer than 100 µs.
func isolated(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		h.ServeHTTP(w, r)
	})
}

// environment has the variables that the program gets. wasm_exec.js has room for some.
func environment() map[string]string {
	all := map[string]string{}
	for _, one := range os.Environ() {
		name, value, _ := strings.Cut(one, "=")
		if strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "WGTENSOR_") {
			all[name] = value
		}
	}
	return all
}
