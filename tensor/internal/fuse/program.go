package fuse

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// key tells programs apart. It holds the number of inputs and scalars and the type of each. It
// holds each node's operation, result type and arguments, and the outputs. Another key tells
// structures apart (schedules).
type key []uint64

// hash tells most keys apart.
func (k key) hash() (h uint64) {
	for _, word := range k {
		h = (h ^ word) * 0x9e3779b97f4a7c15
	}
	return h ^ h>>32
}

// types adds types, eight to a word.
func (k key) types(types []op.DType) key {
	for i, dt := range types {
		if i%8 == 0 {
			k = append(k, 0)
		}
		k[len(k)-1] |= uint64(dt) << (8 * (i % 8))
	}
	return k
}

// sameLayout marks a word beside a layout that is the one added last.
const sameLayout = 1 << 63

// layout adds a word, and a layout without its offset unless it is the last one.
func (k key) layout(word uint64, l, last *broadcast.Layout) key {
	if l == last {
		return append(k, word|sameLayout)
	}
	k = append(k, word, uint64(len(l.Shape)))
	for axis, n := range l.Shape {
		k = append(k, uint64(n), uint64(l.Strides[axis]))
	}
	return k
}

// node adds a node. No row has more than five operands, so each gets 11 bits of a word.
func (k key) node(o *op.Op, dt op.DType, args []arg) key {
	k = append(k, uint64(uintptr(unsafe.Pointer(o))), uint64(dt))
	for i, a := range args {
		k[len(k)-1] |= (uint64(a.source)<<9 | uint64(a.at)) << (8 + 11*i)
	}
	return k
}

// programs has the programs made before, by the bytes of their keys. Mostly the same expression comes
// again and again, and to make a program costs more than a small launch.
var programs struct {
	sync.Map
	count atomic.Int32
}

// mostPrograms is how many programs are kept. Then all are forgotten.
const mostPrograms = 1 << 12

// program returns the program of a key, which is made if there is none yet.
func (k key) program(make func() (*device.Program, error)) (*device.Program, error) {
	bytes := string(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(k))), 8*len(k)))
	if p, ok := programs.Load(bytes); ok {
		return p.(*device.Program), nil
	}
	made, err := make()
	if err != nil {
		return nil, err
	}
	if programs.count.Add(1) > mostPrograms {
		programs.Clear()
		programs.count.Store(1)
	}
	p, _ := programs.LoadOrStore(bytes, made)
	return p.(*device.Program), nil
}

// draft holds the parts of a program that is being made.
type draft struct {
	types []op.DType // of all values
	code  []device.Instr
}

// instruct appends an instruction and returns its value. A nil Op is a copy: it appends nothing and
// returns the argument. Operands of a type that the row does not compute in are converted first.
func (d *draft) instruct(o *op.Op, result op.DType, args ...device.Value) device.Value {
	if o == nil {
		return args[0]
	}
	for i, v := range args {
		if compute := graph.Computes(o, d.types[v]); compute != d.types[v] {
			args[i] = d.instruct(op.Cast, compute, v)
		}
	}
	d.code = append(d.code, device.Instr{Op: o, Type: result, Args: args})
	d.types = append(d.types, result)
	return device.Value(len(d.types) - 1)
}

// Copies returns the program that copies elements of a type.
func Copies(dt op.DType) (*device.Program, error) {
	k := key{1 << 32}.types([]op.DType{dt}).node(nil, dt, []arg{{source: input}})
	k = append(k, 0)
	return k.program(func() (*device.Program, error) { return device.NewProgram([]op.DType{dt}, nil, nil, 0) })
}
