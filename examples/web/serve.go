package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// file is a file of the page as it is served.
type file struct {
	kind    string // MIME
	tag     string // of its content
	data    []byte
	gzipped []byte // nil if it is served as it is
}

// handler serves the files, compressed where the browser takes that. The page is isolated from
// others, which gives it a finer clock.
func handler(files map[string][]byte) http.Handler {
	served := map[string]*file{}
	for name, data := range files {
		f := &file{kind: kind(name), data: data}
		sum := sha256.Sum256(data)
		f.tag = `"` + hex.EncodeToString(sum[:8]) + `"`
		if name != programName { // which is compressed
			f.gzipped = compress(data)
		}
		served["/"+name] = f
	}
	served["/"] = served["/index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := served[r.URL.Path]
		if f == nil {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
			return
		}
		h := w.Header()
		h.Set("Content-Type", f.kind)
		h.Set("Cache-Control", "no-cache") // asks with the tag
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Embedder-Policy", "require-corp")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Vary", "Accept-Encoding")
		data, tag := f.data, f.tag
		if f.gzipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			data, tag = f.gzipped, strings.TrimSuffix(f.tag, `"`)+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
		h.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	})
}

// kind is the MIME type of a file.
func kind(name string) string {
	switch path.Ext(name) {
	case ".gzip":
		return "application/octet-stream"
	case ".js": // which some systems call text/plain
		return "text/javascript; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}
