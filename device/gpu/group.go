package gpu

import "github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"

// A launch binds at most maxBuffers storage buffers, however many more the adapter allows. Open
// rejects an adapter that allows fewer than minBuffers.
const (
	maxBuffers = 16
	minBuffers = 4
)

// maxGroups bounds the cache: a bind group costs some microseconds, and memory.
const maxGroups = 1024

// groupKey is what a bind group is made of. It names blocks and not buffers: a block
// that goes through the pool keeps its groups.
type groupKey struct {
	pipeline *pipeline
	blocks   [maxBuffers]*block // nil after the last
	windows  [maxBuffers]uint32 // which of the block's
}

// place is a position in a block.
type place struct {
	*block
	offset int // bytes
}

// set has binding i be of the window that the place lies in.
func (key *groupKey) set(i int, p place, r reach) {
	key.blocks[i], key.windows[i] = p.block, uint32(p.offset/r.window)
}

// window is what binding i is of.
func (key *groupKey) window(i int, r reach) webgpu.Range {
	memory, offset := key.blocks[i].memory, int(key.windows[i])*r.window
	return webgpu.Range{Buffer: memory, Offset: offset, Size: min(r.window, memory.Len()-offset)}
}

func (d *Device) group(key groupKey) (*webgpu.Group, error) {
	if g := d.groups[key]; g != nil {
		return g, nil
	}
	if len(d.groups) >= maxGroups {
		d.dropGroups(func(groupKey) bool { return len(d.groups) > maxGroups*3/4 })
	}
	ranges := make([]webgpu.Range, 1, maxBuffers+1)
	ranges[0] = webgpu.Range{Buffer: d.uniforms, Size: key.pipeline.params}
	for i, b := range key.blocks {
		if b == nil {
			break
		}
		ranges = append(ranges, key.window(i, d.reach))
	}
	g, err := d.driver.NewGroup(key.pipeline.Pipeline, ranges)
	if err != nil {
		return nil, translate(err)
	}
	d.groups[key] = g
	for _, b := range key.blocks[:len(ranges)-1] {
		b.groups++
	}
	return g, nil
}

// dropGroups releases the groups that which picks. The driver keeps those that the
// batch uses until it is submitted.
func (d *Device) dropGroups(which func(groupKey) bool) {
	for key, g := range d.groups {
		if !which(key) {
			continue
		}
		delete(d.groups, key)
		g.Release()
		for _, b := range key.blocks {
			if b == nil {
				break
			}
			b.groups--
		}
	}
}
