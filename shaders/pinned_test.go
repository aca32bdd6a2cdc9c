package shaders

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

var operandKey = regexp.MustCompile(`^(in|out)\d+ (.*) @\d+( beside an output)?$`)

// choices are the chooser's decisions for a kernel, as its Key shows them. They are the mapping of
// elements to threads, the tail, and how operands of each size are walked and loaded.
func choices(k *Kernel) (found []string) {
	add := func(format string, args ...any) {
		found = append(found, k.variant.mapping.String()+": "+fmt.Sprintf(format, args...))
	}
	tail := k.Key()[len(k.program.String())+1:]
	for i, part := range strings.Split(tail, ", ") {
		m := operandKey.FindStringSubmatch(part)
		dealt, isMapping := strings.CutPrefix(part, k.variant.mapping.String())
		switch {
		case m != nil:
			o := k.nest.operands[i]
			add("%s %s%s", m[1], m[2], m[3])
			if o.load == aligned && !k.variant.looped {
				add("%s %s, no-tail %v", m[1], m[2], k.variant.noTail)
			}
			found = append(found, fmt.Sprintf("in vectors %v: %s of %d bytes%v", k.variant.inVectors(), m[1], o.dtype.Size(), o.load))
		case isMapping && k.variant.mapping == wordOwning:
			add("along all axes: %v", k.variant.outer == 0)
		case strings.HasPrefix(part, "rank "), strings.HasPrefix(part, "repaired "):
		case k.variant.inVectors() && isMapping:
			words := strings.Fields(dealt) // "4xvec4 no-tail exact-grid"
			add("vectors of %d", k.variant.lanes)
			add("%d vectors a thread", k.variant.perThread)
			add("no-tail %v, exact-grid %v", k.variant.noTail, k.variant.exactGrid)
			for _, w := range words[1:] {
				add("%s", w)
			}
		default:
			add("%s", part)
		}
	}
	if k.variant.onWords {
		add("on words")
	}
	return found
}

// goldenChoices returns the choices that some golden shows.
func goldenChoices(t testing.TB) map[string]bool {
	seen := map[string]bool{}
	for _, f := range kernelFiles(t) {
		for _, s := range f.sections {
			for _, c := range choices(f.kernel(t, s)) {
				seen[c] = true
			}
		}
	}
	return seen
}

func TestEveryChoiceOfTheChooserHasAGolden(t *testing.T) {
	seen, found := goldenChoices(t), map[string]string{}
	for seed := range uint64(4000) {
		k := newRandom(seed).kernel(t)
		if k == nil || k.nest.len == 0 {
			continue
		}
		for _, c := range choices(k) {
			if found[c] == "" {
				found[c] = fmt.Sprintf("seed %d: %v, %s", seed, k.nest.shape, k.Key())
			}
		}
	}
	for _, c := range slices.Sorted(maps.Keys(found)) {
		assert.True(t, seen[c], "no golden shows %q, as it has %s", c, found[c])
	}
	for _, c := range slices.Sorted(maps.Keys(seen)) {
		if !strings.Contains(c, "beside an output") { // segments follow from the device, not from choose
			assert.NotEmpty(t, found[c], "no random launch chooses %q", c)
		}
	}
}

// kernel returns the kernel of a random launch: of few instructions mostly, and of any number of
// elements. It is nil where the launch is refused.
func (r random) kernel(t testing.TB) *Kernel {
	p := r.program(t)
	if r.IntN(4) > 0 {
		p = r.brief(t)
	}
	l := r.layouts(p, pick(r, [][]int{r.shape(), r.wide(), r.large(), r.large()}))
	if r.IntN(2) == 0 {
		for i := range l.layouts {
			l.layouts[i] = r.regular(l.layouts[i].Shape, i >= len(p.Outputs()))
		}
	}
	d := l.device()
	w, err := Lower(d, Limits{}, Repair{})
	if err != nil || w.stages[0].nest.outputs < len(d.Out) {
		return nil
	}
	return &w.stages[0]
}

// brief is a program of up to two instructions, all of one dtype.
func (r random) brief(t testing.TB) *device.Program {
	dt := pick(r, types(f32, f32, i32, u8, op.Uint16, op.Uint64, f16))
	if n := r.IntN(3); n == 0 {
		return program(t, types(dt), nil, nil, 0)
	} else if n == 1 {
		return program(t, types(dt, dt), nil, []device.Instr{do(pick(r, []*op.Op{op.Maximum, op.Mul, op.Add, op.Lt}), 0, 1)}, 2)
	}
	return program(t, types(dt, dt), types(dt), []device.Instr{do(op.Add, 0, 2), do(op.Minimum, 3, 1), do(op.Lt, 4, 0)}, 5)
}

// large is a shape of many elements, some of more than a row of workgroups.
func (r random) large() []int {
	shape := make([]int, 1+r.IntN(3))
	for axis := range shape {
		shape[axis] = pick(r, []int{3, 12, 31, 64, 128, 255, 512})
	}
	if r.IntN(2) == 0 {
		shape[r.IntN(len(shape))] = pick(r, []int{1 << 12, 1 << 14, 1<<14 + 2})
	}
	return shape
}

// regular is row-major, transposed or repeated along an axis.
func (r random) regular(shape []int, input bool) broadcast.Layout {
	l := broadcast.RowMajor(shape...)
	if input && len(shape) > 1 {
		switch r.IntN(4) {
		case 0:
			l.Strides[r.IntN(len(shape))] = 0
		case 1:
			l.Strides[0], l.Strides[len(shape)-1] = 1, shape[0]
			for axis := 1; axis < len(shape)-1; axis++ {
				l.Strides[axis] = 0
			}
		case 2:
			l.Strides = make([]int, len(shape))
			l.Strides[0] = 1
		}
	}
	return l
}
