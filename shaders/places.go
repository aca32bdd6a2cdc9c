package shaders

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// placed are the forms whose threads need the indices of an element. Walks run them, also without
// groups: then each element is a group.
const placed = device.Positions | device.Loads | device.Finds | device.Stores

// place is an axis of an operand along which the program computes an index.
type place struct{ size, stride int }

// placesOf are the last axes of an operand's layout.
func placesOf(o *device.Operand, n int) (places []place) {
	for axis := o.Layout.Rank() - n; axis < o.Layout.Rank(); axis++ {
		places = append(places, place{o.Layout.Shape[axis], o.Layout.Strides[axis]})
	}
	return places
}

// check is an index that may be wrong. Its number orders the errors of an element.
type check struct {
	instr, output int // one of them is -1
	axis, size    int
	dtype         op.DType // of the index
}

// A word for each check holds the first element with a wrong index, as its complement, so that 0
// means none. The words behind it hold the index. The first words are those of all checks.
const checkWords = 4

// findChecks lists the checks of a launch.
func (w *Lowering) findChecks(l *device.Launch) {
	p := l.Program
	add := func(instr, output int, at []device.Value, places []place) {
		for axis, v := range at {
			w.checks = append(w.checks, check{instr, output, axis, places[axis].size, p.Type(v)})
		}
	}
	for i, in := range p.Code() {
		if in.Op.MayFault() {
			add(i, -1, in.Args[1:], placesOf(&l.In[in.Args[0]], len(in.Args)-1))
		}
	}
	for i := range l.Out {
		if o := p.Output(i); !o.Skip {
			add(-1, i, o.At, placesOf(&l.Out[i], len(o.At)))
		}
	}
	if len(w.checks) > 0 || p.Forms().Has(device.Stores) {
		w.errors = w.temporary(checkWords*wordBytes*(1+len(w.checks)), "errors of indices, and states of places")
	}
}

// Errors is the scratch that receives the index errors of the launch, or nil if there can be none.
// IndexError reads its first words, once the stages have run.
func (w *Lowering) Errors() *Scratch {
	if len(w.checks) == 0 {
		return nil
	}
	return w.errors
}

// Checks are what IndexError needs of the launch.
type Checks []check

// Checks lists the indices that the stages check.
func (w *Lowering) Checks() Checks { return slices.Clone(w.checks) }

// Bytes is how many bytes of Errors IndexError reads.
func (c Checks) Bytes() int { return checkWords * wordBytes * (1 + len(c)) }

// IndexError returns the first error that the words of Errors tell, or nil.
func (c Checks) IndexError(word func(i int) uint32) *device.IndexError {
	first := word(0)
	if first == 0 {
		return nil
	}
	for i, k := range c {
		at := checkWords * (1 + i)
		if word(at) != first {
			continue
		}
		bits := op.Scalar(word(at+1)) | op.Scalar(word(at+2))<<32
		if k.dtype.Size() < 8 {
			bits &= 1<<bitSize(k.dtype) - 1
		}
		index := device.IndexOf(k.dtype, bits)
		return &device.IndexError{Index: index.Int, More: index.More, Axis: k.axis, Size: k.size, Element: int(^first)}
	}
	return nil
}

// clear adds a stage that sets all words of scratch to 0.
func (w *Lowering) clear(s *Scratch) error {
	p, err := device.NewProgram([]op.DType{op.Uint32}, nil, []device.Instr{{Op: op.BitwiseXor, Args: []device.Value{0, 0}}}, 1)
	if err != nil {
		return err
	}
	words := device.Operand{Buffer: s, Type: op.Uint32, Layout: broadcast.RowMajor(s.Bytes / wordBytes)}
	l := &device.Launch{Program: p, Shape: words.Layout.Shape, Out: []device.Operand{words}, In: []device.Operand{words}}
	return w.maps(job{l, []int{-1, -1}}, l.Nest(nil))
}

// checkPosition refuses positions whose distances need more than 32 bits.
func (o *operand) checkPosition(shape []int) error {
	from := *o
	from.offset = 0
	if lo, hi := from.bounds(shape); int64(lo) < math.MinInt32 || int64(hi-1) > math.MaxInt32 {
		return fmt.Errorf("positions from %d to %d of the first; distances have 32 bits", lo, hi-1)
	}
	return nil
}

// placeFields are the other half of a position's offset, and the places of an operand.
func (o *operand) placeFields(visit func(f field, value uint32)) {
	if o.unbound && o.dtype.Size() == 8 {
		visit(field{o, "high", -1}, uint32(uint64(o.offset)>>32))
	}
	for i, p := range o.places {
		visit(field{o, "place", i}, uint32(p.size))
		visit(field{o, "step", i}, uint32(p.stride))
	}
}

// positionBits is the bits of a position with an offset.
func (o *operand) positionBits(at string) string {
	if o.dtype.Size() < 8 {
		return at
	}
	name := o.name()
	return fmt.Sprintf("m_add64(vec2<u32>(params.%s_offset, params.%s_high), m_signed64(%s - params.%s_offset))", name, name, at, name)
}

// placeText is the place that an index of a type gives.
func placeText(dt op.DType, index, size string, fromEnd bool) string {
	kind := map[string]string{"i32": "signed", "u32": "unsigned"}[valueType(dt)]
	if dt.Size() == 8 {
		kind = map[bool]string{true: "unsigned64", false: "signed64"}[dt == op.Uint64]
	}
	return fmt.Sprintf("m_place_%s(%s, %s, %t)", kind, index, size, fromEnd)
}

// loadText stands for the text of a load where texts are weighed.
const loadText = "m_place_signed64({x}, 0u, true)"

// findText is the loop of a search, where {y} is an element of the operand.
func findText(dt op.DType) string {
	return "for (var i = 0u; i < 32u; i++) { if (" + findLess(dt, "{x}", "{y}", false) + ") {} }"
}

// findLess is whether an element y comes before x, or, for a search from the right, does not come
// behind it.
func findLess(dt op.DType, x, y string, right bool) string {
	key := func(of string) string { return strings.ReplaceAll(keyOf(dt, false), "{x}", of) }
	less := "%s < %s"
	if dt.Size() == 8 {
		less = "m_ilt64(%s, %s)"
	}
	if right {
		return "!(" + fmt.Sprintf(less, key(x), key(y)) + ")"
	}
	return fmt.Sprintf(less, key(y), key(x))
}
