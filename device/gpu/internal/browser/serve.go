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
	"sync"
)

//go:embed page.html
var page string

//go:embed files.js
var filesScript []byte

// server serves the page, the program, the script that Go's programs need, and the files of the program's
// module.
type server struct {
	url    string
	server *http.Server
	exit   chan int // the program's exit code

	mu   sync.Mutex
	last int // number of the last message that has come
}

func (s *server) close() { _ = s.server.Close() }

// serve serves a program that gets arguments. The first is its name.
func serve(wasm string, args []string) (*server, error) {
	of, err := exec.Command("go", "env", "GOROOT", "GOMOD").Output()
	if err != nil {
		return nil, err
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	root, module, _ := strings.Cut(strings.TrimSpace(string(of)), "\n")
	script := filepath.Join(root, "lib", "wasm", "wasm_exec.js")
	program, err := json.Marshal(map[string]any{"args": args, "env": environment(), "folder": filepath.ToSlash(folder)})
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
	mux.HandleFunc("GET /files.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write(filesScript)
	})
	mux.HandleFunc("GET /files/{path...}", func(w http.ResponseWriter, r *http.Request) {
		serveFile(w, filepath.Dir(strings.TrimSpace(module)), filepath.FromSlash("/"+r.PathValue("path")))
	})
	mux.HandleFunc("POST /out/{fd}", func(_ http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		number, err := strconv.Atoi(r.URL.Query().Get("number"))
		if err != nil || number <= s.last {
			return // it has come before, and the page got no answer
		}
		s.last = number
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

// serveFile serves a file of the module, or the names of those in a folder. Folders above the module, and the
// one for temporary files, which the program alone sees, have none.
func serveFile(w http.ResponseWriter, module, path string) {
	above, err := filepath.Rel(path, module)
	names := []string{}
	if to, inside := filepath.Rel(module, path); inside == nil && filepath.IsLocal(to) {
		if data, err := os.ReadFile(path); err == nil {
			_, _ = w.Write(data)
			return
		}
		var entries []os.DirEntry
		entries, err = os.ReadDir(path)
		for _, e := range entries {
			names = append(names, e.Name())
		}
	} else if path != "/tmp" && !filepath.IsLocal(above) {
		err = os.ErrNotExist
	}
	if err != nil {
		http.Error(w, "there is no such file in the module", http.StatusNotFound)
		return
	}
	w.Header().Set("X-Folder", "yes")
	_ = json.NewEncoder(w).Encode(names)
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
