// Command compiled runs three loops as plain functions and as compiled functions. They are the mean
// of five neighbours, Conway's Game of Life, and a filter for pictures. It prints the time of a
// step, the best of some repetitions. It checks that both results have the same bits.
//
//	go run ./examples/compiled
//	go run ./examples/compiled -size 64 -steps 1000
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	size := flag.Int("size", 256, "rows and columns")
	steps := flag.Int("steps", 200, "steps in a round")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	if err := run(os.Stdout, dev, *size, *steps); err != nil {
		log.Fatal(err)
	}
}

// loop is a step from one state to the next.
type loop struct {
	name  string
	start func(size int) *tensor.Tensor
	step  func(x *tensor.Tensor) *tensor.Tensor
}

var loops = []loop{{"stencil", picture, mean}, {"life", cells, life}, {"filter", picture, sharpen}}

const repetitions = 5

func run(w io.Writer, dev device.Device, size, steps int) error {
	if size < 3 || size > 1<<13 || steps < 1 {
		return fmt.Errorf("%d rows, %d steps; there are 3 rows to %d, and a step at least", size, steps, 1<<13)
	}
	fmt.Fprintln(w, dev)
	tensor.SetDefaultDevice(dev)
	for _, l := range loops {
		plain, want, err := l.time(size, steps, func(next, x *tensor.Tensor) error { return next.Assign(l.step(x)) })
		if err != nil {
			return err
		}
		step := tensor.Compile(l.step)
		compiled, got, err := l.time(size, steps, step.Into)
		if err != nil {
			return err
		}
		if !bytes.Equal(want, got) {
			return fmt.Errorf("%s: the compiled loop has other bits", l.name)
		}
		fmt.Fprintf(w, "%-8s %8v a step, compiled %8v\n", l.name, plain, compiled)
	}
	return nil
}

// time runs the loop from one of two tensors to the other, and returns the time of a step and the
// last state.
func (l loop) time(size, steps int, step func(next, x *tensor.Tensor) error) (best time.Duration, last []byte, err error) {
	for range repetitions {
		x := l.start(size)
		next := tensor.Zeros(x.DType(), size, size)
		began := time.Now()
		for range steps {
			if err := step(next, x); err != nil {
				return 0, nil, err
			}
			x, next = next, x
		}
		if err := tensor.Eval(context.Background(), x); err != nil {
			return 0, nil, err
		}
		if took := time.Since(began) / time.Duration(steps); best == 0 || took < best {
			best = took
		}
		if last, err = x.Bytes(); err != nil {
			return 0, nil, err
		}
	}
	return best, last, nil
}

// picture is a pattern of grey.
func picture(size int) *tensor.Tensor {
	at := tensor.Arange(float32(0), float32(size), 1)
	return at.Mul(at.Unsqueeze(1)).Remainder(17).Div(17)
}

func cells(size int) *tensor.Tensor { return picture(size).Gt(.6).AsType(tensor.Uint8) }

// around are the neighbours of the inner elements, by their rows and columns.
func around(x *tensor.Tensor, row, column int) *tensor.Tensor {
	n := x.Shape()[0]
	return x.Slice(0, row, n-2+row, 1).Slice(1, column, n-2+column, 1)
}

// replaceInner returns a copy of x with other inner elements.
func replaceInner(x, inner *tensor.Tensor) *tensor.Tensor {
	y := x.Clone()
	if err := around(y, 1, 1).Assign(inner); err != nil {
		return tensor.FromError(err)
	}
	return y
}

// mean is the mean of each element and its four neighbours.
func mean(x *tensor.Tensor) *tensor.Tensor {
	sum := around(x, 1, 1).Add(around(x, 0, 1)).Add(around(x, 2, 1)).Add(around(x, 1, 0)).Add(around(x, 1, 2))
	return replaceInner(x, sum.Mul(.2))
}

// life is the next generation: a cell lives if it has three live neighbours, or two and lives
// already.
func life(x *tensor.Tensor) *tensor.Tensor {
	var n *tensor.Tensor
	for at := range 9 {
		switch cell := around(x, at/3, at%3); {
		case at == 4:
		case n == nil:
			n = cell
		default:
			n = n.Add(cell)
		}
	}
	return replaceInner(x, n.BitwiseOr(around(x, 1, 1)).Eq(3).AsType(tensor.Uint8))
}

// sharpen adds to a picture a part of its difference from the blurred picture, over and over.
func sharpen(x *tensor.Tensor) *tensor.Tensor {
	blurred := around(x, 0, 1).Add(around(x, 2, 1)).Add(around(x, 1, 0)).Add(around(x, 1, 2)).Mul(.25)
	inner := around(x, 1, 1)
	return replaceInner(x, inner.Add(inner.Sub(blurred).Mul(.5)).Clamp(0, 1))
}
