package main

import (
	"cmp"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// browser is a Chromium with a profile of its own.
type browser struct {
	command *exec.Cmd
	profile string
	gone    chan error // why it ended
}

// start opens a page.
func start(url string) (*browser, error) {
	profile, err := os.MkdirTemp("", "browser-")
	if err != nil {
		return nil, err
	}
	flags := []string{
		"--headless=new", "--no-first-run", "--no-default-browser-check", "--disable-quic", "--disable-sync",
		"--disable-background-networking", "--disable-component-update", "--disable-extensions",
		"--user-data-dir=" + profile, "--enable-unsafe-webgpu",
	}
	flags = append(flags, strings.Fields(cmp.Or(os.Getenv("CHROMIUM_FLAGS"), "--use-webgpu-adapter=swiftshader"))...)
	if os.Getuid() == 0 {
		flags = append(flags, "--no-sandbox") // which root cannot have
	}
	b := &browser{exec.Command(cmp.Or(os.Getenv("CHROMIUM"), "chromium"), append(flags, url)...), profile, make(chan error, 1)}
	own(b.command)
	runtime.LockOSThread() // on Linux the browser ends with this thread
	if err := b.command.Start(); err != nil {
		_ = os.RemoveAll(profile)
		return nil, err
	}
	go func() {
		b.gone <- b.command.Wait()
		close(b.gone)
	}()
	return b, nil
}

// stop ends the browser and all of its processes.
func (b *browser) stop() {
	end(b.command.Process)
	select {
	case <-b.gone:
	case <-time.After(5 * time.Second):
	}
	_ = os.RemoveAll(b.profile)
}
