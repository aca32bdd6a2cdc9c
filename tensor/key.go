package tensor

import (
	"cmp"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Key is a key of random numbers. A number is a function of its key and its index alone, so it has the
// same bits on every device, and for every number of threads. Equal keys give equal numbers: make a
// new key for each use, with Split or FoldIn. Package tensor/random has the distributions.
//
// As an argument of a compiled function a Key may have another value in each call, as a [Number] may.
// The function is not recorded again, and each call splits its own key. A key that the function finds
// elsewhere is a part of the recording: then every call gets the same numbers.
type Key struct {
	words uint64
	of    *keyArgument // nil outside of a recording
}

// keyArgument says how the key of a call follows from an argument of a compiled function.
type keyArgument struct {
	trace  *tracing
	number int      // among the keys of the argument
	path   []uint64 // the numbers of the keys that were split off, one of the other
}

// maxKeys bounds a Split, so that a mistyped number does not exhaust the memory.
const maxKeys = 1 << 24

// NewKey returns the key of a seed, which is that of JAX's key(seed).
func NewKey(seed uint64) Key { return Key{words: seed} }

// Split returns n keys, whose numbers have nothing to do with each other or with those of k. They are
// those of JAX's split. There are none if n is negative, or above 2^24. Do not use k after it is
// split.
func (k Key) Split(n int) []Key {
	if n < 0 || n > maxKeys {
		return nil
	}
	keys := make([]Key, n)
	for i := range keys {
		keys[i] = k.child(uint64(i))
	}
	return keys
}

// FoldIn returns the key for a number, such as that of a step: JAX's fold_in. k.FoldIn(i) is k.Split(n)[i].
func (k Key) FoldIn(number uint32) Key { return k.child(uint64(number)) }

// Words returns the two words of the key. In a compiled function they are not known, if the key is its
// argument: then the call's results carry an error.
func (k Key) Words() (high, low uint32) {
	if k.of != nil {
		k.of.trace.Fail(errorf("words", "%s asks for the words of a key in a function that is being compiled: each call has another key; ask before the call", caller()))
	}
	return uint32(k.words >> 32), uint32(k.words)
}

// child is the key of block i.
func (k Key) child(i uint64) Key {
	if k.of != nil {
		of := *k.of
		of.path = append(of.path[:len(of.path):len(of.path)], i)
		k.of = &of
	}
	k.words = split(k.words, i)
	return k
}

// split returns a block of a key, which is the words of a new key.
func split(key, i uint64) uint64 { return uint64(op.Threefry2x32.Role.(*op.Bits).Eval(key, i)) }

// Bits returns random bits on the default device: a tensor of an unsigned integer dtype. They are
// JAX's. The tensor has no memory before it is asked for, and none if only one expression reads it.
func (k Key) Bits(dt DType, shape ...int) *Tensor { return k.bits("bits", dt, shape) }

// bits computes the blocks of the counter 0, 1, 2 …, which is a position: it has no memory.
func (k Key) bits(name string, dt DType, shape []int) *Tensor {
	d := DefaultDevice()
	if k.of != nil {
		if tr := underWay(); tr != k.of.trace {
			return failf(name, "the key belongs to a call of a compiled function that is not recorded here; use it in that function, on its goroutine")
		}
		d = k.of.trace.For()
	}
	if err := computes(name, d, elsewhere, dt); err != nil {
		return fail(err)
	}
	if dt.Kind() != op.Unsigned {
		return failf(name, "bits of %v; they are of an unsigned integer dtype", dt)
	}
	row, gives := op.RandomBits, Uint32
	if dt == Uint64 {
		row, gives = op.Threefry2x32, Uint64
	}
	if err := fits(Uint64, shape); err != nil {
		return failf(name, "%w", err)
	}
	info := d.Info()
	if err := cmp.Or(info.Runs(row, Uint64, Uint64), info.RunsForm(device.Positions)); err != nil {
		return failf(name, "%w", err)
	}
	bits := newOn(name, d, gives, shape, func(d device.Device) (*Tensor, error) {
		layout := rowMajor(shape)
		position := graph.Arg{Type: positionType(*layout), Layout: layout}
		counter := graph.NewStep(Uint64, layout, op.Cast, []graph.Arg{position})
		key := graph.Arg{Type: Uint64, Scalar: op.Scalar(k.words), Number: k.use()}
		return newExpression(d, gives, layout, row, nil, key, graph.Arg{Version: counter, Layout: layout}), nil
	})
	if gives == dt || bits.err != nil {
		return bits
	}
	defer bits.Release()
	return bits.AsType(dt)
}

// use returns the graph.Arg.Number of a key. Its trace records the use.
func (k Key) use() int32 {
	if k.of == nil {
		return 0
	}
	tr := k.of.trace
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.uses = append(tr.uses, scalarUse{number: k.of.number, key: true, path: k.of.path})
	return int32(len(tr.uses))
}

// wordsOf are the words of a use, given those of the argument.
func (u *scalarUse) wordsOf(argument uint64) op.Scalar {
	for _, i := range u.path {
		argument = split(argument, i)
	}
	return op.Scalar(argument)
}

// ofBits applies a row that makes numbers of random bits to its operand, a tensor of bits.
func ofBits(row *op.Op, operands []any) *Tensor {
	if len(operands) != 1 {
		return failf(row.Name, "%d operands given, 1 needed", len(operands))
	}
	x, ok := operands[0].(*Tensor)
	if !ok {
		return fail(noOperand(row.Name, row.OperandName(0), operands[0]))
	}
	if err := x.check(row.Name); err != nil {
		return fail(err)
	}
	gives, err := row.Check([]DType{x.dtype})
	if err != nil {
		return fail(errorf(row.Name, "%w", err))
	}
	if err := runs(row.Name, x.device, row, gives, x.dtype); err != nil {
		return fail(err)
	}
	x = x.standIn()
	return newExpression(x.device, gives, rowMajor(x.layout.Shape), row, nil, x.operand()).limitDepth()
}
