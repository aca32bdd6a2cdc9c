package kernel

import (
	"bytes"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Choices are elements side by side from which a mask chooses. Without memory they are int64: numbers from
// First on.
type Choices struct {
	Size  int // bytes of an element
	From  unsafe.Pointer
	First int
}

// rare is how many elements are looked at behind more that are not chosen.
const rare = 4 * vector.Round

// Choose copies those of n elements whose byte of a mask is 1, one after the other. It returns how many it has
// copied: at most as many as there is room for.
func (t *Set) Choose(n int, to unsafe.Pointer, room int, of Choices, mask unsafe.Pointer) (count int) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	all := elements[byte](mask, 0, n)
	for i := 0; count < room; {
		skip := bytes.IndexByte(all[i:], 1)
		if skip < 0 {
			break
		}
		i += skip
		m := min(Part*8/of.Size, n-i)
		if skip > rare {
			m = min(rare, m)
		}
		from, at := unsafe.Pointer(&firstNumbers().wide), unsafe.Add(to, count*of.Size)
		if of.From != nil {
			from = unsafe.Add(of.From, i*of.Size)
		}
		chosen := min(t.compress(of.Size, m, s.at(0), from, unsafe.Add(mask, i)), room-count)
		if of.From == nil {
			t.shift(chosen, at, s.at(0), of.First+i, s.at(1))
		} else {
			copyBytes(at, s.at(0), chosen*of.Size)
		}
		i, count = i+m, count+chosen
	}
	return count
}

// shift adds a number to n others. Where the kernel takes one element for all, it lies in a scratch.
func (t *Set) shift(n int, to, x unsafe.Pointer, by int, scratch unsafe.Pointer) {
	if c := t.counterOf(op.Int64); c.add.Vector {
		*(*int64)(scratch) = int64(by)
		c.add.Run(n, to, x, scratch, nil, vector.Y)
		return
	}
	all := elements[int64](to, 0, n)
	for i, v := range elements[int64](x, 0, n) {
		all[i] = v + int64(by)
	}
}

// compress is a vector.Compress of any number of elements.
func (t *Set) compress(size, n int, to, from, mask unsafe.Pointer) (count int) {
	done := 0
	if run := t.compresses[size]; run != nil && n >= vector.Round {
		done = n &^ (vector.Round - 1)
		count = run(done, to, from, mask)
	}
	if done == n { // else a pointer would lie behind the elements
		return count
	}
	return count + compressSized[size](n-done, unsafe.Add(to, count*size), unsafe.Add(from, done*size), unsafe.Add(mask, done))
}

// compressSized are compresses in Go, by the bytes of an element.
var compressSized = [...]vector.Compress{1: compressPlain[uint8], 2: compressPlain[uint16], 4: compressPlain[uint32], 8: compressPlain[uint64]}

// compressPlain stores each element, and the next one over those that are not chosen. It has no branch that
// depends on the mask: of a random one the processor would predict half wrong.
func compressPlain[T any](n int, to, from, mask unsafe.Pointer) (count int) {
	all, x := elements[T](to, 0, n), elements[T](from, 0, n)
	for i, chosen := range elements[uint8](mask, 0, n) {
		all[count] = x[i]
		count += int(chosen & 1)
	}
	return count
}
