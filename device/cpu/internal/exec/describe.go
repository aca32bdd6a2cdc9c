package exec

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Describe names the kernels of a launch that has been checked, in turn: which instructions each computes, and whether
// it is a kernel set's assembly or Go. It says how many goroutines may share the launch.
func (e *Engine) Describe(l *device.Launch) string {
	n, scalars := l.Plan().Len, []op.Scalar(nil)
	if n >= Worthy {
		scalars = l.Scalars
	}
	c, _ := links(l.Program, e.Set, scalars)
	var names []string
	for i := range c.links {
		s := &c.links[i]
		from := s.Set
		if from == "" {
			from = "Go"
		}
		names = append(names, from+" "+s.name)
	}
	p := e.Programs.Of(l.Program, e.Set, l.Scalars, n)
	threads := 1
	if work := p.work(n, 0); work > int64(e.Alone()) {
		threads = max(e.share(work, n), 1)
	}
	goroutines := "goroutines"
	if threads == 1 {
		goroutines = "goroutine"
	}
	return fmt.Sprintf("%s; %d %s", strings.Join(names, ", "), threads, goroutines)
}
