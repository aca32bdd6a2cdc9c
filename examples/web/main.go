// Command web shows the library in a browser, on the visitor's GPU or without one: the Mandelbrot
// set, two substances that react, bodies that attract each other, formulas that the visitor types,
// and the conformance suite.
//
//	go run ./examples/web                          # builds the page, and serves it on localhost:8080
//	go run ./examples/web -o site                  # writes files that any web server hosts
//
// The page's address chooses more: ?device=gpu takes a software driver where there is no better GPU, as
// the page's button GPU does, ?device=cpu takes none, and ?ops=add,exp checks these operations alone.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

func main() {
	address := flag.String("addr", "localhost:8080", "the address to serve the page on")
	out := flag.String("o", "", "the folder to write the page to, in place of serving it")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	if err := run(os.Stdout, *address, *out); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer, address, out string) error {
	files, err := build()
	if err != nil {
		return err
	}
	if out != "" {
		return write(w, files, out)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "http://%s/\n", listener.Addr())
	server := &http.Server{Handler: handler(files), ReadHeaderTimeout: 10 * time.Second}
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// write writes the files of the page to a folder.
func write(w io.Writer, files map[string][]byte, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	bytes := 0
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			return err
		}
		bytes += len(data)
	}
	fmt.Fprintf(w, "%d files, %d bytes, to %s\n", len(files), bytes, folder)
	return nil
}
