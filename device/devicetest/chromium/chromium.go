// Package chromium starts the browser that tests run in: Chromium without a window, with WebGPU.
// $CHROMIUM is the browser, by default chromium. $CHROMIUM_FLAGS are its flags for WebGPU, by default
// those that take SwiftShader, which needs no GPU.
package chromium

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// Browser is a Chromium with a profile of its own.
type Browser struct {
	Gone    chan error // why it ended
	command *exec.Cmd
	profile string
}

// Start opens a page. A program that controls the browser by its DevTools protocol gives two pipes, of
// requests and of answers.
func Start(url string, pipes ...*os.File) (*Browser, error) {
	profile, err := os.MkdirTemp("", "browser-")
	if err != nil {
		return nil, err
	}
	flags := []string{
		"--headless=new", "--no-first-run", "--no-default-browser-check", "--disable-quic", "--disable-sync",
		"--disable-background-networking", "--disable-component-update", "--disable-extensions", "--hide-scrollbars",
		"--user-data-dir=" + profile, "--enable-unsafe-webgpu",
		"--js-flags=--expose-gc", "--enable-precise-memory-info", // tests measure what a page leaves behind
	}
	flags = append(flags, strings.Fields(cmp.Or(os.Getenv("CHROMIUM_FLAGS"), "--use-webgpu-adapter=swiftshader"))...)
	if os.Getuid() == 0 {
		flags = append(flags, "--no-sandbox") // which root cannot have
	}
	if len(pipes) > 0 {
		flags = append(flags, "--remote-debugging-pipe") // file descriptors 3 and 4
	}
	b := &Browser{make(chan error, 1), exec.Command(cmp.Or(os.Getenv("CHROMIUM"), "chromium"), append(flags, url)...), profile}
	b.command.ExtraFiles = pipes
	own(b.command)
	runtime.LockOSThread() // on Linux the browser ends with this thread
	if err := b.command.Start(); err != nil {
		_ = os.RemoveAll(profile)
		return nil, err
	}
	go func() {
		b.Gone <- b.command.Wait()
		close(b.Gone)
	}()
	return b, nil
}

// Skipped reports whether tests do without a browser that did not start: there is none, and
// WGTENSOR_REQUIRE_BROWSER=1 does not ask for it.
func Skipped(err error) bool {
	return errors.Is(err, exec.ErrNotFound) && os.Getenv("WGTENSOR_REQUIRE_BROWSER") != "1"
}

// Stop ends the browser and all of its processes.
func (b *Browser) Stop() {
	end(b.command.Process)
	select {
	case <-b.Gone:
	case <-time.After(5 * time.Second):
	}
	_ = os.RemoveAll(b.profile)
}
