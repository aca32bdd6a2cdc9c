package devicetest

import (
	"context"
	"iter"
	"math"
	"runtime"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// sweep measures one operation in one type.
type sweep struct {
	*trials
	operation
	dt      op.DType
	high    bool // float32 is judged by the float64 meaning in high precision
	program *device.Program
	scalars []op.Scalar
	figure  Figure
}

func (m *sweep) chunks(arguments iter.Seq[[][]op.Scalar]) error {
	for tuples := range arguments {
		if err := m.chunk(tuples); err != nil {
			return err
		}
	}
	return nil
}

// chunk runs the operation on tuples, and judges the results on all cores.
func (m *sweep) chunk(tuples [][]op.Scalar) error {
	got, err := m.results(tuples)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	workers := runtime.GOMAXPROCS(0)
	for k := range workers {
		wg.Go(func() {
			f := m.judgeRange(tuples, got, len(got)*k/workers, len(got)*(k+1)/workers)
			mu.Lock()
			defer mu.Unlock()
			m.figure.add(f)
		})
	}
	wg.Wait()
	return nil
}

// add joins the figures of two lists of arguments; Mean is the sum for now.
func (f *Figure) add(g Figure) {
	f.Inputs, f.Mean, f.Flushed = f.Inputs+g.Inputs, f.Mean+g.Mean, f.Flushed+g.Flushed
	f.Allowed = max(f.Allowed, g.Allowed)
	if g.Worst > f.Worst || g.Worst == f.Worst && g.At < f.At { // the same however goroutines alternate
		f.Worst, f.At = g.Worst, g.At
	}
}

// results launches the program.
func (m *sweep) results(tuples [][]op.Scalar) ([]op.Scalar, error) {
	n := len(tuples[0])
	to := m.program.Type(m.program.Outputs()[0])
	out, err := m.device.Alloc(n * to.Size())
	if err != nil {
		return nil, err
	}
	defer out.Release()
	operand := func(b device.Buffer, dt op.DType) device.Operand {
		return device.Operand{Buffer: b, Type: dt, Layout: broadcast.RowMajor(n)}
	}
	l := &device.Launch{Program: m.program, Shape: []int{n}, Scalars: m.scalars, Out: []device.Operand{operand(out, to)}}
	for k, list := range tuples {
		dt := m.program.Type(device.Value(k))
		bytes := make([]byte, n*dt.Size())
		for i, v := range list {
			dt.Store(bytes[i*dt.Size():], v)
		}
		in := &memory{host: bytes}
		if err := m.upload(in); err != nil {
			return nil, err
		}
		defer in.buf.Release()
		l.In = append(l.In, operand(in.buf, dt))
	}
	if err := m.device.Run(context.Background(), l); err != nil {
		return nil, err
	}
	bytes := make([]byte, n*to.Size())
	if err := read(out, 0, bytes); err != nil {
		return nil, err
	}
	got := make([]op.Scalar, n)
	for i := range got {
		got[i] = to.Load(bytes[i*to.Size():])
	}
	return got, nil
}

// judgeRange judges the results [first, last).
func (m *sweep) judgeRange(tuples [][]op.Scalar, got []op.Scalar, first, last int) (f Figure) {
	vals := make([]op.Scalar, len(types(m.program)))
	copy(vals[len(tuples):], m.scalars)
	args, types := append(make([]op.Scalar, m.op.Needs()), m.defaults(m.dt)...), m.types(m.dt)
	for i := first; i < last; i++ {
		for k, list := range tuples {
			args[k], vals[k] = list[i], list[i]
		}
		ulp, allowed := m.distance(vals, args, types, got[i])
		f.Inputs++
		f.Allowed = allowed
		switch {
		case ulp > allowed && !m.info.Subnormals && m.flushed(vals, args, types, got[i]):
			f.Flushed++
			continue
		case ulp > f.Worst || math.IsNaN(ulp):
			f.Worst, f.At = ulp, showAll(types[:len(tuples)], args[:len(tuples)])
		}
		f.Mean += ulp
	}
	return f
}

func (m *sweep) distance(vals, args []op.Scalar, types []op.DType, got op.Scalar) (ulp, allowed float64) {
	if m.high {
		return highDistance(m.op, args, got), m.op.Tol.For(m.dt)
	}
	if m.op.As != nil {
		evaluate(m.program, vals)
	}
	return m.measure(m.program, vals, args, types, got)
}

func (m *sweep) flushed(vals, args []op.Scalar, types []op.DType, got op.Scalar) bool {
	if m.op.As == nil {
		return flushes(device.Instr{Op: m.op, Type: m.program.Type(m.program.Outputs()[0])}, args, types, got)
	}
	evaluate(m.program, vals)
	return meetsSubnormal(m.program, vals)
}

// highDistance judges a float32 by the float64 meaning, which is Precise where the row has
// one: its own rounding is 2^-30 of a float32's unit.
func highDistance(o *op.Op, args []op.Scalar, got op.Scalar) float64 {
	wide := make([]op.Scalar, len(args))
	for k, v := range args {
		wide[k] = op.Float64.FromFloat(op.Float32.Float(v))
	}
	want := op.Float64.Float(o.Eval(wide, repeat(op.Float64, len(args))))
	if same(op.Float32, got, op.Float32.FromFloat(want)) {
		return 0
	}
	ulp := op.ULP(op.Float32, op.Float32.Float(got), want)
	if floor := o.Tol.Floor(op.Float32.Float(args[0])); math.Abs(want) < floor {
		ulp = math.Abs(op.Float32.Float(got)-want) / math.Ldexp(0x1p-23, math.Ilogb(floor))
	}
	return ulp
}
