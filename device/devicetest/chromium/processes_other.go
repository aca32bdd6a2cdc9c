//go:build !linux

package chromium

import (
	"os"
	"os/exec"
)

func own(*exec.Cmd) {}

// end ends the browser, and its other processes follow.
func end(p *os.Process) { _ = p.Kill() }
