package kernel

import "unsafe"

// byCounts sorts elements of one byte: it counts them, and writes each as often. They are counted in four lists in turn. An
// addition to the last counter would wait for the one before.
func byCounts(keys *sortKeys[uint8], x []uint8, to column[uint8], some *counters) {
	counts := some[:4<<8]
	clear(counts)
	for ; len(x) >= 4; x = x[4:] {
		counts[x[0]]++
		counts[1<<8|int(x[1])]++
		counts[2<<8|int(x[2])]++
		counts[3<<8|int(x[3])]++
	}
	for _, e := range x {
		counts[e]++
	}
	for key, i := 0, 0; key < 1<<8; key++ {
		e := keys.element(uint8(key))
		n := int(counts[e] + counts[1<<8|int(e)] + counts[2<<8|int(e)] + counts[3<<8|int(e)])
		to.fill(i, n, e)
		i += n
	}
}

// leastPairs is how many elements of two bytes are counted, and not moved.
const leastPairs = 24 << 10

// pairCounts counts elements of two bytes. Counters of a byte leave few misses. Of those that begin again it counts how often.
type pairCounts struct {
	counts [1 << 16]uint8
	again  []uint32
}

func (p *pairCounts) count(x []uint16) {
	clear(p.counts[:])
	p.again = nil
	for _, e := range x {
		if p.counts[e]++; p.counts[e] == 0 {
			if p.again == nil {
				p.again = make([]uint32, 1<<16)
			}
			p.again[e]++
		}
	}
}

// byPairs sorts many elements of two bytes as byCounts does. It reports whether it has: it does nothing if equal elements
// have different bits.
func byPairs(keys *sortKeys[uint16], x []uint16, to column[uint16], o *order) bool {
	if o.pairs == nil {
		o.pairs = new(pairCounts)
	}
	p := o.pairs
	p.count(x)
	if keys.floats {
		for i := range p.counts {
			if e := uint16(i); p.of(e) > 0 && keys.element(keys.of(e)) != e {
				return false
			}
		}
	}
	const most = 4 // are written at once: others are written over those that are too many
	at, last, k := to.first, len(x)-most, *keys
	if p.again != nil || to.stride != 2 {
		last = -1
	}
	for key, i := 0, 0; key < 1<<16; key++ {
		e := k.element(uint16(key))
		if n := p.counts[e]; n <= most && i <= last {
			*(*uint64)(unsafe.Add(at, 2*i)) = uint64(e) * 0x1_0001_0001_0001
			i += int(n)
			continue
		}
		n := p.of(e)
		to.fill(i, n, e)
		i += n
	}
	return true
}

// of is how many elements have been counted.
func (p *pairCounts) of(e uint16) int {
	if p.again == nil {
		return int(p.counts[e])
	}
	return int(p.again[e])<<8 + int(p.counts[e])
}

// list has n elements side by side: where they are, or copies in a room.
func (c column[T]) list(n int, room unsafe.Pointer) []T {
	if c.stride == int(unsafe.Sizeof(T(0))) {
		return elements[T](c.first, 0, n)
	}
	all := elements[T](room, 0, n)
	for i := range all {
		all[i] = c.at(i)
	}
	return all
}

// fill writes an element n times, from one on.
func (c column[T]) fill(from, n int, e T) {
	if n == 0 { // a pointer would lie behind the elements
		return
	}
	at := unsafe.Add(c.first, from*c.stride)
	if c.stride == int(unsafe.Sizeof(e)) {
		fillWith(elements[T](at, 0, n), e)
		return
	}
	for k := range n {
		*(*T)(unsafe.Add(at, k*c.stride)) = e
	}
}
