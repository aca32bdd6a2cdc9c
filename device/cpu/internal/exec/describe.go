package exec

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

// Describe lists the kernels of a checked launch in order. It names the operations of each, and
// says whether it is assembly of a kernel set or Go. It also says how groups are computed, and how many
// goroutines may share the launch.
func (e *Engine) Describe(l *device.Launch) string {
	var t task
	t.lay(e, l)
	var parts []string
	for _, s := range t.program.steps {
		if t.product != nil && s.to == t.product.to {
			s.Set = t.product.kernel.Set
		}
		parts = append(parts, cmp.Or(s.Set, "Go")+" "+s.name)
	}
	parts = []string{strings.Join(parts, ", ")}
	if t.grouped() {
		parts = append(parts, t.manner())
	}
	goroutines := "goroutines"
	if t.threads == 1 {
		goroutines = "goroutine"
	}
	return strings.Join(append(parts, fmt.Sprintf("%d %s", t.threads, goroutines)), "; ")
}

// Manner says in words whether goroutines share the launch, and how its groups are computed.
func (t *task) Manner() string {
	manner := "inline"
	if t.threads > 1 {
		manner = "shared"
	}
	if t.grouped() {
		manner += ", " + t.manner()
	}
	return manner
}

// manner says how groups are computed.
func (t *layout) manner() string {
	g, manner := &t.groups, "groups in rows"
	if g.across {
		manner = "groups side by side"
	}
	switch {
	case t.product != nil:
		return "blocks of a product"
	case g.parts > 1:
		return fmt.Sprintf("%s, each in %d parts", manner, g.parts)
	case g.elements.count > 1:
		return fmt.Sprintf("%s, each in %d tiles", manner, g.elements.count)
	}
	return manner
}
