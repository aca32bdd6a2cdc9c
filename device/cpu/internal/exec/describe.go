package exec

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

// Describe lists the kernels of a checked launch in order. It names the operations of each, and
// says whether it is assembly of a kernel set or Go. It also says how many goroutines may share the
// launch.
func (e *Engine) Describe(l *device.Launch) string {
	nest := l.Nest(nil)
	n := nest.Len()
	p := e.Programs.Of(l.Program, e.Set)
	var kernels []string
	product, work := p.productOf(l, &nest), p.work(n)
	if product != nil {
		work = product.work
	}
	for _, s := range p.Steps {
		if product != nil && s.to == product.to {
			s.Set = product.kernel.Set
		}
		kernels = append(kernels, cmp.Or(s.Set, "Go")+" "+s.name)
	}
	threads := e.threadsFor(work, n)
	goroutines := "goroutines"
	if threads == 1 {
		goroutines = "goroutine"
	}
	return fmt.Sprintf("%s; %d %s", strings.Join(kernels, ", "), threads, goroutines)
}
