package tensor

import (
	"fmt"
	"reflect"
	"unsafe"
)

// tree lists the parts of an argument or result of a compiled function: tensors, numbers, keys, static
// fields, and slices of trees. Reflection finds the parts once. Their values are then read at their
// offsets.
type tree []leaf

type leaf struct {
	kind   leafKind
	offset uintptr
	of     reflect.Type
	elems  *tree // the elements of a slice
}

type leafKind uint8

const (
	tensorLeaf leafKind = iota
	numberLeaf
	keyLeaf
	staticLeaf // a bool or a number of Go
	stringLeaf
	sliceLeaf
)

// newTree returns the tree of a type. If a tree cannot hold one of its fields, newTree panics and
// names the path of the field.
func newTree(name string, of reflect.Type, statics bool) *tree {
	t := new(tree)
	(&treeBuilder{name, statics, map[reflect.Type]*tree{}}).add(t, of, 0, "")
	return t
}

// treeBuilder builds trees by reflection.
type treeBuilder struct {
	name    string // of the argument or result
	statics bool   // whether there may be anything but tensors
	known   map[reflect.Type]*tree
}

func (b *treeBuilder) add(t *tree, of reflect.Type, offset uintptr, path string) {
	l := leaf{offset: offset, of: of}
	switch kind := of.Kind(); {
	case of == reflect.TypeFor[*Tensor]():
	case of == reflect.TypeFor[Number]() && b.statics:
		l.kind = numberLeaf
	case of == reflect.TypeFor[Key]() && b.statics:
		l.kind = keyLeaf
	case kind == reflect.Struct && of != reflect.TypeFor[Number]() && of != reflect.TypeFor[Key]() && of != reflect.TypeFor[Tensor]():
		for i := range of.NumField() {
			field := of.Field(i)
			b.add(t, field.Type, offset+field.Offset, path+"."+field.Name)
		}
		return
	case kind == reflect.Array:
		for i := range of.Len() {
			b.add(t, of.Elem(), offset+uintptr(i)*of.Elem().Size(), fmt.Sprintf("%s[%d]", path, i))
		}
		return
	case kind == reflect.Slice:
		l.kind, l.elems = sliceLeaf, b.known[of]
		if l.elems == nil {
			l.elems = new(tree)
			b.known[of] = l.elems
			b.add(l.elems, of.Elem(), 0, path+"[]")
		}
	case kind >= reflect.Bool && kind <= reflect.Float64 && b.statics:
		l.kind = staticLeaf
	case kind == reflect.String && b.statics:
		l.kind = stringLeaf
	default:
		takes := "*Tensor, and structs, arrays and slices of such"
		if b.statics {
			takes = "*Tensor, Number, Key, bool, Go numbers, string, and structs, arrays and slices of such"
		}
		panic(fmt.Sprintf("tensor: compile: %s%s is a %v; a compiled function takes %s", b.name, path, of, takes))
	}
	*t = append(*t, l)
}

// reading holds the values of a tree's parts, by kind.
type reading struct {
	tensors []*Tensor
	numbers []float64
	keys    []uint64
	words   []word
	level   int  // of slices, at which it reads
	stands  bool // a key is an argument of a call that is recorded
	err     error
}

// mostLevels bounds the slices within slices: a slice may contain itself.
const mostLevels = 1000

// word is the value of a static field, or the length of a slice.
type word struct {
	of   *leaf
	bits uint64 // of a number or bool, as they lie in memory
	text string
}

// read appends the parts of the value at p.
func (r *reading) read(t *tree, p unsafe.Pointer) {
	for i := range *t {
		l := &(*t)[i]
		at := unsafe.Add(p, l.offset)
		switch l.kind {
		case tensorLeaf:
			r.tensors = append(r.tensors, *(**Tensor)(at))
		case numberLeaf:
			r.numbers = append(r.numbers, (*Number)(at).value)
		case keyLeaf:
			k := (*Key)(at)
			r.keys, r.stands = append(r.keys, k.words), r.stands || k.of != nil
		case stringLeaf:
			r.words = append(r.words, word{of: l, text: *(*string)(at)})
		case staticLeaf:
			w := word{of: l}
			copy((*[8]byte)(unsafe.Pointer(&w.bits))[:], unsafe.Slice((*byte)(at), l.of.Size()))
			r.words = append(r.words, w)
		case sliceLeaf:
			s := (*sliceHeader)(at)
			r.words = append(r.words, word{of: l, bits: uint64(s.len)})
			if r.level++; r.level > mostLevels {
				r.err = errorf("compile", "a %v has more than %d levels of slices, or contains itself", l.of, mostLevels)
			}
			for k := 0; k < s.len && r.err == nil; k++ {
				r.read(l.elems, unsafe.Add(s.data, uintptr(k)*l.of.Elem().Size()))
			}
			r.level--
		}
	}
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// String prints the value.
func (w word) String() string {
	switch w.of.kind {
	case sliceLeaf:
		return fmt.Sprint(w.bits)
	case stringLeaf:
		return fmt.Sprintf("%q", w.text)
	}
	return fmt.Sprint(reflect.NewAt(w.of.of, unsafe.Pointer(&w.bits)).Elem())
}

// stands gives what replaces the tensors, numbers and keys of a value.
type stands struct {
	tensor func(*Tensor) *Tensor
	number func(Number) Number
	key    func(Key) Key
}

// change replaces the tensors, numbers and keys of the value at p. It copies slices first, so that the
// caller's slices do not change. It does not keep p, so the value need not be on the heap.
func (t *tree) change(p unsafe.Pointer, by stands) {
	for i := range *t {
		l := &(*t)[i]
		at := unsafe.Add(p, l.offset)
		switch l.kind {
		case tensorLeaf:
			*(**Tensor)(at) = by.tensor(*(**Tensor)(at))
		case numberLeaf:
			*(*Number)(at) = by.number(*(*Number)(at))
		case keyLeaf:
			*(*Key)(at) = by.key(*(*Key)(at))
		case sliceLeaf:
			s := (*sliceHeader)(at)
			if s.data == nil {
				continue
			}
			old := *s
			c := reflect.MakeSlice(l.of, s.len, s.len)
			reflect.Copy(c, reflect.NewAt(l.of, unsafe.Pointer(&old)).Elem())
			*s = sliceHeader{c.UnsafePointer(), s.len, s.len}
			for k := range s.len {
				l.elems.change(unsafe.Add(s.data, uintptr(k)*l.of.Elem().Size()), by)
			}
		}
	}
}

// inOrder returns a function for tree.change, which returns the tensors one after the other.
func inOrder(ts []*Tensor) func(*Tensor) *Tensor {
	return func(*Tensor) *Tensor {
		next := ts[0]
		ts = ts[1:]
		return next
	}
}
