package tensor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
)

// Warmup makes the devices prepare for [Eval] of the same tensors: a GPU compiles kernels, which
// takes from a millisecond to a second each. Warmup computes and stores nothing, and the tensors go
// on waiting.
//
// The tensors may stand for others, such as a blank picture for later pictures. A kernel serves
// many sizes. Another kernel may be needed for another layout, or for other fused operations.
// Launches of fewer than 4096 elements have kernels of their own, and so have sizes that are no
// multiple of 16: use tensors of the same sizes. Some drivers, llvmpipe among them, still do a
// part of the work at the first launch. A GPU keeps 512 kernels by default (gpu.Pipelines).
//
// It returns the error that a tensor carries, or the error of a device that cannot compute the
// expression. Devices with nothing to prepare, such as the CPU, do nothing. Warmup waits for the
// compiler, which no context can end.
func Warmup(ts ...*Tensor) error {
	return warm("warmup", ts, func(d device.Device) device.Warmer {
		w, _ := d.(device.Warmer)
		return w
	})
}

// warm passes the launches of an evaluation to a Warmer for each device, or to none if it is nil.
func warm(name string, ts []*Tensor, warmer func(d device.Device) device.Warmer) error {
	devices, err := devicesOf(nil, name, ts)
	if err != nil {
		return err
	}
	for _, d := range devices {
		if w := warmer(d); w != nil {
			if err := fuse.Warm(d, w, storagesOn(nil, d, ts)...); err != nil {
				return errorf(name, "%w", err)
			}
		}
	}
	return nil
}

// Explain tells which launches [Eval] of the same tensors would make, in order, and makes none. It
// gives each program, and the strides and bytes that it reads and writes. It says why a result is
// stored rather than passed on to the next operation, and which kernels run. A tensor that is
// stored already needs no launch. Explain waits for computations of the same tensors under way,
// which no context can end.
//
// Launches may run for a part of their elements, a strip, and then for the next one. Then an intermediate
// result above 64 MiB, or 8 MiB on a CPU, is in memory for one strip at a time. Explain shows the
// launches of the first strip.
func Explain(ts ...*Tensor) (string, error) {
	const name = "explain"
	all, err := launchesOf(name, ts)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, on := range all {
		if err := on.explain(&b); err != nil {
			return "", errorf(name, "%w", err)
		}
	}
	return b.String(), nil
}

// launches collects the launches that an evaluation would make on a device. It is a device.Warmer,
// so fuse.Warm passes them to it.
type launches struct {
	on     device.Device
	all    []*device.Launch
	strips []strips
}

// strips are launches that run for one strip of their kept axes after the other: see fuse.StripWarmer.
type strips struct{ first, launches, count, whole, strip int }

// Strips notes that so many of the next launches run for each strip.
func (l *launches) Strips(launches, count, whole, strip int) {
	l.strips = append(l.strips, strips{len(l.all), launches, count, whole, strip})
}

// again reports whether a launch is one of an earlier launch's strips.
func (l *launches) again(i int) bool {
	return slices.ContainsFunc(l.strips, func(s strips) bool { return i >= s.first+s.launches && i < s.first+s.launches*s.count })
}

func launchesOf(name string, ts []*Tensor) (all []*launches, err error) {
	if err := refuseValue(name, ts...); err != nil {
		return nil, err
	}
	err = warm(name, ts, func(d device.Device) device.Warmer {
		l := &launches{on: d}
		all = append(all, l)
		return l
	})
	return all, err
}

// Warm notes a launch.
func (l *launches) Warm(of *device.Launch) error {
	l.all = append(l.all, of.Clone())
	return nil
}

func (l *launches) explain(b *strings.Builder) error {
	var read, written int
	for _, of := range l.all {
		in, out := of.Bytes()
		read, written = read+in, written+out
	}
	on := l.on.String()
	if backend := l.on.Info().Backend; !strings.Contains(on, backend) {
		on += ", " + backend
	}
	fmt.Fprintf(b, "%s: %s, %s read, %d written\n", on, counted(len(l.all), "launch", "launches"), counted(read, "byte", "bytes"), written)
	for i, of := range l.all {
		if l.again(i) {
			continue
		}
		for _, s := range l.strips {
			if s.first == i {
				fmt.Fprintf(b, "\nlaunches %d to %d: %s for each of %d strips, whose intermediate results take %s in place of %d\n",
					i+1, i+s.launches*s.count, counted(s.launches, "launch", "launches"), s.count, counted(s.strip, "byte", "bytes"), s.whole)
			}
		}
		in, out := of.Bytes()
		fmt.Fprintf(b, "\nlaunch %d: %s, shape %v, %s read, %d written\n", i+1, of.Program.Name(), of.Shape, counted(in, "byte", "bytes"), out)
		fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(of.Program.String(), "\n", "\n    "))
		for k := range of.In {
			from := ""
			if at := l.writer(i, of.In[k].Buffer); at >= 0 {
				from = fmt.Sprintf(", result of launch %d", at+1)
			}
			how := "is read"
			if of.Program.Input(k).Position {
				how = "is a position"
			}
			fmt.Fprintf(b, "  %%%d %s: %s%s\n", k, how, operandText(&of.In[k], of.In[k].Bytes()), from)
		}
		var scalars []string
		for k, s := range of.Scalars {
			scalars = append(scalars, fmt.Sprintf("%%%d is %s", len(of.In)+k, formatScalar(of.Program.Scalars()[k], s)))
		}
		if scalars != nil {
			fmt.Fprintf(b, "  %s\n", strings.Join(scalars, ", "))
		}
		for k, v := range of.Program.Outputs() {
			fmt.Fprintf(b, "  %%%d is stored: %s, %s\n", v, operandText(&of.Out[k], of.Out[k].Bytes()), l.why(i, k))
		}
		if d, ok := l.on.(device.Describer); ok {
			kernels, err := d.Describe(of)
			if err != nil {
				return err
			}
			fmt.Fprintf(b, "  kernels: %s\n", kernels)
		}
	}
	return nil
}

// writer is the last launch before i that writes a buffer, or -1.
func (l *launches) writer(i int, buf device.Buffer) int {
	for i--; i >= 0 && !slices.ContainsFunc(l.all[i].Out, func(o device.Operand) bool { return o.Buffer == buf }); {
		i--
	}
	return i
}

// why says why output k of launch i is stored.
func (l *launches) why(i, k int) string {
	out := &l.all[i].Out[k]
	for j, later := range l.all[i+1:] {
		for n := range later.In {
			in := &later.In[n]
			switch {
			case in.Buffer != out.Buffer:
			case !broadcast.SameShape(later.Shape, l.all[i].Shape):
				return fmt.Sprintf("because launch %d has another shape", i+j+2)
			case later.Program.Input(n).Places > 0:
				return fmt.Sprintf("because launch %d reads it at computed places", i+j+2)
			case !slices.Equal(later.Levels, l.all[i].Levels) || in.Layout.Rank() != out.Layout.Rank():
				return fmt.Sprintf("because launch %d needs it for each element of other groups", i+j+2)
			case !in.Layout.Equal(out.Layout):
				return fmt.Sprintf("because launch %d reads it by other strides, %v from offset %d", i+j+2, in.Layout.Strides, in.Layout.Offset)
			case l.all[i].Fault != later.Fault:
				return fmt.Sprintf("because launch %d may have other index errors", i+j+2)
			default:
				return fmt.Sprintf("because launch %d would be too long for one with this: %s, %s",
					i+j+2, counted(len(later.Program.Code()), "more instruction", "more instructions"), counted(len(later.In), "more operand", "more operands"))
			}
		}
	}
	if fuse.Asked(out.Buffer) {
		return "because it is asked for"
	}
	return "because it takes many operations and is computed for the second time"
}

func operandText(o *device.Operand, bytes int) string {
	text := fmt.Sprintf("%v, strides %v", o.Type, o.Layout.Strides)
	if o.Layout.Offset != 0 {
		text += fmt.Sprintf(" from offset %d", o.Layout.Offset)
	}
	return text + ", " + counted(bytes, "byte", "bytes")
}

// counted is a number with its noun.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
