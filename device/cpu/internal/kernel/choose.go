package kernel

import (
	"bytes"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
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
	for i := 0; i < n && count < room; {
		skip := bytes.IndexByte(all[i:], 1)
		if skip < 0 {
			break
		}
		i += skip
		m := min(Part*8/of.Size, n-i)
		if skip > rare {
			m = min(rare, m)
		}
		from, by, at := unsafe.Pointer(&firstNumbers().wide), of.First+i, unsafe.Add(to, count*of.Size)
		if of.From != nil {
			from, by = unsafe.Add(of.From, i*of.Size), 0
		}
		if m <= room-count { // what is written behind them is written again
			count += t.compress(of.Size, m, at, from, unsafe.Add(mask, i), by)
		} else {
			chosen := min(t.compress(of.Size, m, s.at(0), from, unsafe.Add(mask, i), by), room-count)
			copyBytes(at, s.at(0), chosen*of.Size)
			count += chosen
		}
		i += m
	}
	return count
}

// compress is a vector.Compress of any number of elements.
func (t *Set) compress(size, n int, to, from, mask unsafe.Pointer, by int) (count int) {
	done := 0
	if run := t.compresses[size]; run != nil && n >= vector.Round {
		done = n &^ (vector.Round - 1)
		count = run(done, to, from, mask, by)
	}
	if done == n { // else a pointer would lie behind the elements
		return count
	}
	return count + compressSized[size](n-done, unsafe.Add(to, count*size), unsafe.Add(from, done*size), unsafe.Add(mask, done), by)
}

// compressSized are compresses in Go, by the bytes of an element.
var compressSized = [...]vector.Compress{1: compressPlain[uint8], 2: compressPlain[uint16], 4: compressPlain[uint32], 8: compressPlain[uint64]}

// compressPlain stores each element, and the next one over those that are not chosen. It has no branch that
// depends on the mask: of a random one the processor would predict half wrong.
func compressPlain[T elementBits](n int, to, from, mask unsafe.Pointer, by int) (count int) {
	all, x := elements[T](to, 0, n), elements[T](from, 0, n)
	for i, chosen := range elements[uint8](mask, 0, n) {
		all[count] = x[i] + T(by)
		count += int(chosen & 1)
	}
	return count
}
