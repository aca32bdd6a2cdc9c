// Browser runs a program for js/wasm in a headless Chromium with WebGPU, as go test's -exec:
//
//	GOOS=js GOARCH=wasm go test -exec "go run ./device/gpu/internal/browser" ./device/gpu/internal/webgpu
//
// The page that it serves runs the program, and posts what it writes and its exit code back. The
// program gets the arguments, and the variables of the environment that begin with GO or WGTENSOR_. It
// reads the files of its module. Files that it writes stay in the page.
// Package device/devicetest/chromium says which browser that is. Without one it runs nothing, and says so;
// WGTENSOR_REQUIRE_BROWSER=1 makes that a failure.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/wgtensor/wgtensor/device/devicetest/chromium"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: browser program.wasm [argument ...]")
		os.Exit(2)
	}
	code, err := run(os.Args[1], os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "browser:", err)
	}
	os.Exit(code)
}

// run serves the page, and runs a browser until the program has ended.
func run(wasm string, args []string) (int, error) {
	s, err := serve(wasm, args)
	if err != nil {
		return 2, err
	}
	defer s.close()
	b, err := chromium.Start(s.url)
	if chromium.Skipped(err) {
		return 0, fmt.Errorf("skipped: %w; WGTENSOR_REQUIRE_BROWSER=1 makes this a failure", err)
	}
	if err != nil {
		return 2, err
	}
	defer b.Stop()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGQUIT, syscall.SIGTERM) // go test sends one after its timeout
	select {
	case code := <-s.exit:
		return code, nil
	case sig := <-stop:
		return 2, fmt.Errorf("stopped: %v", sig)
	case err := <-b.Gone:
		return 2, fmt.Errorf("the browser ended before the program: %v", err)
	}
}
