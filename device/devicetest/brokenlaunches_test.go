package devicetest

import (
	"errors"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// rerun replaces how launches are run.
func rerun(run func(r *reference, l *device.Launch)) func(r *reference) {
	return func(r *reference) { r.run = run }
}

// relaid runs launches with other layouts of the inputs.
func relaid(change func(l broadcast.Layout) broadcast.Layout) func(r *reference) {
	return rerun(func(r *reference, l *device.Launch) {
		other := *l
		other.In = slices.Clone(l.In)
		for k := range other.In {
			other.In[k].Layout = change(l.In[k].Layout.Clone())
		}
		r.walk(&other)
	})
}

func get(o device.Operand, i int) op.Scalar {
	return o.Type.Load(bytesOf(o)[at(o.Layout, i)*o.Type.Size():])
}

func set(o device.Operand, i int, v op.Scalar) {
	o.Type.Store(bytesOf(o)[at(o.Layout, i)*o.Type.Size():], v)
}

// afterwards runs a launch and then spoils bytes of its first output or input.
func afterwards(spoil func(l *device.Launch)) func(r *reference) {
	return rerun(func(r *reference, l *device.Launch) {
		r.walk(l)
		if l.Out[0].Layout.Len() > 0 {
			spoil(l)
		}
	})
}

var wrongLaunches = []broken{
	{fault: "writes after the output", check: "layouts/same", spoil: afterwards(func(l *device.Launch) {
		_, hi := l.Out[0].Layout.Bounds()
		bytesOf(l.Out[0])[hi*l.Out[0].Type.Size()]++
	})},
	{fault: "writes before the output", check: "layouts/same", spoil: afterwards(func(l *device.Launch) {
		lo, _ := l.Out[0].Layout.Bounds()
		bytesOf(l.Out[0])[lo*l.Out[0].Type.Size()-1]++
	})},
	{fault: "writes between elements", check: "layouts/stepped-output", spoil: afterwards(func(l *device.Launch) {
		lo, _ := l.Out[0].Layout.Bounds()
		bytesOf(l.Out[0])[(lo+1)*l.Out[0].Type.Size()]++
	})},
	{fault: "changes its input", check: "layouts/same", spoil: afterwards(func(l *device.Launch) {
		if len(l.In) > 0 {
			set(l.In[0], 0, get(l.In[0], 0)^1)
		}
	})},
	{fault: "takes every input for dense", check: "layouts/transposed",
		spoil: relaid(func(l broadcast.Layout) broadcast.Layout {
			d := broadcast.RowMajor(l.Shape...)
			d.Offset = l.Offset
			return d
		})},
	{fault: "ignores offsets", check: "layouts/offset", spoil: relaid(func(l broadcast.Layout) broadcast.Layout {
		if l.Rank() > 0 && l.Strides[0] > 0 {
			l.Offset = 0
		}
		return l
	})},
	{fault: "takes stride 0 for 1", check: "layouts/scalar", spoil: relaid(func(l broadcast.Layout) broadcast.Layout {
		if n := l.Rank(); n > 0 && l.Strides[n-1] == 0 {
			l.Strides[n-1] = 1
			l.Offset = 0
		}
		return l
	})},
	{fault: "walks backwards forwards", check: "layouts/reversed",
		spoil: relaid(func(l broadcast.Layout) broadcast.Layout {
			for axis, stride := range l.Strides {
				if stride < 0 {
					l.Offset += stride * (l.Shape[axis] - 1)
					l.Strides[axis] = -stride
				}
			}
			return l
		})},
	{fault: "knows six axes", check: "layouts/ranks", spoil: relaid(func(l broadcast.Layout) broadcast.Layout {
		if l.Rank() > 6 {
			l.Strides[0] = 0
		}
		return l
	})},
	{fault: "forgets the last element of 257", check: "layouts/sizes",
		spoil: rerun(func(r *reference, l *device.Launch) {
			if l.Out[0].Layout.Len() != 257 {
				r.walk(l)
				return
			}
			last := get(l.Out[0], 256)
			r.walk(l)
			set(l.Out[0], 256, last)
		})},
	{fault: "writes an empty output", check: "layouts/empty", spoil: rerun(func(r *reference, l *device.Launch) {
		r.walk(l)
		if o := l.Out[0]; o.Layout.Len() == 0 && o.Buffer.Len() > 0 {
			bytesOf(o)[0]++
		}
	})},
	{fault: "forgets the second output", check: "programs/outputs", spoil: rerun(func(r *reference, l *device.Launch) {
		if len(l.Out) < 2 {
			r.walk(l)
			return
		}
		o := l.Out[1]
		kept := slices.Clone(bytesOf(o))
		r.walk(l)
		copy(bytesOf(o), kept)
	})},
	{fault: "sends scalars through float32", check: "moves/fill", spoil: rerun(func(r *reference, l *device.Launch) {
		other := *l
		other.Scalars = slices.Clone(l.Scalars)
		for k, dt := range l.Program.Scalars() {
			if dt == op.Int64 {
				other.Scalars[k] = dt.FromFloat(float64(float32(dt.Int(l.Scalars[k]))))
			}
		}
		r.walk(&other)
	})},
	{fault: "simplifies (x + y) - x", check: "folds/(x + y) - x", spoil: rerun(simplify)},
	{fault: "contracts x*y + z", check: "folds/x*y + z", spoil: rerun(contract)},
	{fault: "contracts in long programs", check: "programs/fused", spoil: rerun(contract)},
	{fault: "writes before it has read everything", check: "inplace/swap",
		spoil: rerun(func(r *reference, l *device.Launch) {
			for j, v := range l.Program.Outputs() {
				other := *l
				other.Program = mustProgram(l.Program.Inputs(), l.Program.Scalars(), l.Program.Code(), v)
				other.Out = l.Out[j : j+1]
				r.walk(&other)
			}
		})},
	{fault: "clears outputs first", check: "inplace/layouts", spoil: rerun(func(r *reference, l *device.Launch) {
		for i := range l.Out[0].Layout.Len() {
			set(l.Out[0], i, 0)
		}
		r.walk(l)
	})},
	{fault: "loses a neighbour in the same word", check: "inplace/outputs", spoil: rerun(wordwise)},
	{fault: "dispatches 65,535 workgroups at most", check: "large", spoil: rerun(func(_ *reference, l *device.Launch) {
		addAll(l, 65535*256)
	})},
	{fault: "refuses large launches", check: "large", spoil: func(r *reference) {
		r.check = func(*reference, *device.Launch) error { return errors.New("too much") }
	}},
	{fault: "writes after a large output", check: "large", spoil: rerun(func(_ *reference, l *device.Launch) {
		n := l.Out[0].Layout.Len()
		addAll(l, n)
		bytesOf(l.Out[0])[(n+1)*l.Out[0].Type.Size()]++
	})},
}

// addAll adds the first n elements of two float32 matrices.
func addAll(l *device.Launch, n int) {
	at := func(o device.Operand, i int) []byte {
		row, column := i/l.Shape[1], i%l.Shape[1]
		return bytesOf(o)[4*(o.Layout.Offset+row*o.Layout.Strides[0]+column*o.Layout.Strides[1]):]
	}
	for i := range n {
		x, y := op.Float32.Load(at(l.In[0], i)), op.Float32.Load(at(l.In[1], i))
		op.Float32.Store(at(l.Out[0], i), op.Float32.FromFloat(op.Float32.Float(x)+op.Float32.Float(y)))
	}
}

// simplify takes (x + y) - x for y.
func simplify(r *reference, l *device.Launch) {
	p := l.Program
	if c := p.Code(); len(c) == 2 && c[0].Op == op.Add && c[1].Op == op.Sub && c[1].Args[1] == c[0].Args[0] {
		other := *l
		other.Program = mustProgram(p.Inputs(), p.Scalars(), p.Code(), c[0].Args[1])
		l = &other
	}
	r.walk(l)
}

// contract does not round products of float32 that later instructions use.
func contract(r *reference, l *device.Launch) {
	var product float64
	r.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		got := in.Eval(args, types)
		switch {
		case in.Type != op.Float32 || len(l.Program.Code()) == 1:
		case in.Op == op.Mul:
			product = in.Op.Real(args, types)
		case in.Op == op.Add && args[0] == op.Float32.FromFloat(product):
			got = op.Float32.FromFloat(product + op.Float32.Float(args[1]))
		}
		return got
	}
	r.walk(l)
	r.eval = device.Instr.Eval
}

// wordwise stores outputs one after the other, in whole words read before the launch.
func wordwise(r *reference, l *device.Launch) {
	var before, after [][]byte
	for _, o := range l.Out {
		before = append(before, slices.Clone(bytesOf(o)))
	}
	r.walk(l)
	for _, o := range l.Out {
		after = append(after, slices.Clone(bytesOf(o)))
	}
	for j, o := range l.Out {
		for i := range o.Layout.Len() {
			pos := at(o.Layout, i) * o.Type.Size()
			from := pos &^ 3
			word := bytesOf(o)[from:min(from+4, o.Buffer.Len())]
			copy(word, before[j][from:])
			copy(bytesOf(o)[pos:pos+o.Type.Size()], after[j][pos:])
		}
	}
}
