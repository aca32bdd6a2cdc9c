package chromium

import (
	"os"
	"os/exec"
	"syscall"
)

// own puts the command's processes in a group, which ends with this process.
func own(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// end ends the group.
func end(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
