package cpu

import "github.com/wgtensor/wgtensor/device"

// liveness notes where each value is read for the last time.
func (t *task) liveness(p *device.Program) {
	for v := range len(p.Inputs()) + len(p.Scalars()) + len(p.Code()) {
		t.bytes = append(t.bytes, p.Type(device.Value(v)).Size())
		t.last = append(t.last, unread)
		t.tileOf = append(t.tileOf, -1)
		t.full, t.still, t.uses = append(t.full, false), append(t.still, false), append(t.uses, 0)
	}
	for i, in := range p.Code() {
		for _, v := range in.Args {
			t.last[v] = i
			t.uses[v]++
		}
	}
	for _, v := range p.Outputs() {
		t.last[v] = len(p.Code())
		t.uses[v]++
	}
}

// place finds a tile for a value.
func (t *task) place(v device.Value) {
	if n := len(t.free); n > 0 && t.last[v] != stays {
		t.tileOf[v], t.free = t.free[n-1], t.free[:n-1]
		return
	}
	t.tileOf[v] = t.tiles
	t.tiles++
}

// placeRows finds a tile for a value that has to last while its tile's rows, or the tiles of
// a row, are computed.
func (t *task) placeRows(v device.Value) {
	if len(t.plan.Shape) > 1 {
		t.last[v] = stays
	}
	t.place(v)
}

// done frees the tile of a value that nobody reads after instruction i.
func (t *task) done(v device.Value, i int) {
	if t.last[v] <= i && t.tileOf[v] >= 0 {
		t.free = append(t.free, t.tileOf[v])
		t.last[v] = stays // freed only once, though it be two operands
	}
}
