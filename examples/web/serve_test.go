package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/conformance/findings"
)

func served(t *testing.T, files map[string][]byte, method, name, encoding string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, name, nil)
	r.Header.Set("Accept-Encoding", encoding)
	w := httptest.NewRecorder()
	handler(files).ServeHTTP(w, r)
	return w.Result()
}

func TestFilesAreServedCompressedWhereTheBrowserTakesThat(t *testing.T) {
	page := []byte(strings.Repeat("<p>all the same</p>", 50))
	files := map[string][]byte{"index.html": page, "page.js": []byte("1"), programName: compress(page)}
	for _, c := range []struct{ name, encoding, kind, compressed string }{
		{"/", "gzip, br", "text/html; charset=utf-8", "gzip"},
		{"/index.html", "", "text/html; charset=utf-8", ""},
		{"/page.js", "br", "text/javascript; charset=utf-8", ""},
		{"/" + programName, "gzip", "application/octet-stream", ""},
	} {
		t.Run(c.name+" "+c.encoding, func(t *testing.T) {
			r := served(t, files, http.MethodGet, c.name, c.encoding)
			assert.Equal(t, http.StatusOK, r.StatusCode)
			assert.Equal(t, c.kind, r.Header.Get("Content-Type"))
			assert.Equal(t, c.compressed, r.Header.Get("Content-Encoding"))
			assert.Equal(t, "same-origin", r.Header.Get("Cross-Origin-Opener-Policy"))
			body, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			if c.compressed != "" {
				unzip, err := gzip.NewReader(bytes.NewReader(body))
				require.NoError(t, err)
				body, err = io.ReadAll(unzip)
				require.NoError(t, err)
				assert.Equal(t, page, body)
			}
		})
	}
	assert.Equal(t, http.StatusNotFound, served(t, files, http.MethodGet, "/../main.go", "").StatusCode)
	assert.Equal(t, http.StatusMethodNotAllowed, served(t, files, http.MethodPost, "/", "").StatusCode)
}

func TestWhatTheBrowserHasIsNotSentAgain(t *testing.T) {
	files := map[string][]byte{"index.html": []byte("page")}
	tag := served(t, files, http.MethodGet, "/", "").Header.Get("ETag")
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("If-None-Match", tag)
	w := httptest.NewRecorder()
	handler(files).ServeHTTP(w, r)
	assert.Equal(t, http.StatusNotModified, w.Code)
}

func TestThePageNamesFilesThatThereAre(t *testing.T) {
	parts, err := fs.Sub(site, "site")
	require.NoError(t, err)
	names := regexp.MustCompile(`(?:href|src)="([^"#:]+)"|(?:from|importScripts\(|Worker\(|fetch\() ?"([^"]+)"`)
	seen := 0
	err = fs.WalkDir(parts, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(parts, name)
		if err != nil {
			return err
		}
		for _, m := range names.FindAllStringSubmatch(string(text), -1) {
			seen++
			if file := strings.TrimPrefix(m[1]+m[2], "./"); file != programName && file != "wasm_exec.js" {
				_, err := fs.Stat(parts, file)
				assert.NoError(t, err, "named in %s", name)
			}
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, seen, 15)
}

func TestEveryClassOfTheHeatMapHasALook(t *testing.T) {
	text, err := site.ReadFile("site/style.css")
	require.NoError(t, err)
	for _, k := range new(findings.Device).Key() {
		for _, where := range []string{".map", ".key", ".share"} {
			assert.True(t, strings.Contains(string(text), where+" ."+k.Class), "%s .%s", where, k.Class)
		}
	}
}

func TestThePageOfTheREADMEIsThatOfPackageGPU(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, page, _ := strings.Cut(string(readme), "```html\n")
	page, _, _ = strings.Cut(page, "```")
	doc, err := os.ReadFile("../../device/gpu/doc.go")
	require.NoError(t, err)
	assert.Equal(t, 5, strings.Count(page, "\n"))
	assert.Contains(t, strings.ReplaceAll(string(doc), "//\t", ""), page)
}

func TestFilesAreWrittenForOtherServers(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "site")
	var out strings.Builder
	require.NoError(t, write(&out, map[string][]byte{"index.html": []byte("page"), "page.js": []byte("1")}, folder))
	assert.Equal(t, "2 files, 5 bytes, to "+folder+"\n", out.String())
	text, err := os.ReadFile(filepath.Join(folder, "index.html"))
	require.NoError(t, err)
	assert.Equal(t, "page", string(text))
}
