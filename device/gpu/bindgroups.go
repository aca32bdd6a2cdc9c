package gpu

import "github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"

// A launch binds at most maxBuffers storage buffers, however many more the adapter allows. Open
// rejects an adapter that allows fewer than minBuffers.
const (
	maxBuffers = 16
	minBuffers = 4
)

// maxBindGroups bounds the cache: a bind group costs some microseconds, and memory.
const maxBindGroups = 1024

// bindGroupKey identifies a bind group. It names blocks and not buffers: a block that goes through
// the pool keeps its groups.
type bindGroupKey struct {
	pipeline *pipeline
	blocks   [maxBuffers]*block // nil after the last
	windows  [maxBuffers]uint32 // the number of each window in its block
}

// position is an offset in a block.
type position struct {
	*block
	offset int // bytes
}

// set makes binding i show the window that contains p.
func (key *bindGroupKey) set(i int, p position, s sizes) {
	key.blocks[i], key.windows[i] = p.block, uint32(p.offset/s.window)
}

// window is the part of a block that binding i shows.
func (key *bindGroupKey) window(i int, s sizes) webgpu.Range {
	b, offset := key.blocks[i], int(key.windows[i])*s.window
	return webgpu.Range{Buffer: b.memory, Offset: offset, Size: min(s.window, b.size-offset)}
}

// bindGroups keeps bind groups for launches to come.
type bindGroups struct {
	create func(*webgpu.Pipeline, []webgpu.Range) (*webgpu.BindGroup, error)
	byKey  map[bindGroupKey]*webgpu.BindGroup
}

// get returns the bind group of a key, from the cache or a new one. The group also binds the buffer
// of uniforms.
func (c *bindGroups) get(key bindGroupKey, uniforms *webgpu.Buffer, s sizes) (*webgpu.BindGroup, error) {
	if g := c.byKey[key]; g != nil {
		return g, nil
	}
	if len(c.byKey) >= maxBindGroups {
		c.drop(func(bindGroupKey) bool { return len(c.byKey) > maxBindGroups*3/4 })
	}
	ranges := make([]webgpu.Range, 1, maxBuffers+1)
	ranges[0] = webgpu.Range{Buffer: uniforms, Size: key.pipeline.params}
	for i, b := range key.blocks {
		if b == nil {
			break
		}
		ranges = append(ranges, key.window(i, s))
	}
	g, err := c.create(key.pipeline.Pipeline, ranges)
	if err != nil {
		return nil, translate(err)
	}
	c.byKey[key] = g
	for _, b := range key.blocks[:len(ranges)-1] {
		b.bindGroups++
	}
	return g, nil
}

// drop releases the groups that which picks. The driver keeps those that the
// batch uses until it is submitted.
func (c *bindGroups) drop(which func(bindGroupKey) bool) {
	for key, g := range c.byKey {
		if !which(key) {
			continue
		}
		delete(c.byKey, key)
		g.Release()
		for _, b := range key.blocks {
			if b == nil {
				break
			}
			b.bindGroups--
		}
	}
}

// destroy releases the memory of blocks. Their bind groups go first: they would keep it.
func (c *bindGroups) destroy(blocks []*block) {
	bound := false
	for _, b := range blocks {
		b.dead = true
		bound = bound || b.bindGroups > 0
	}
	if bound {
		c.drop(func(key bindGroupKey) bool {
			for _, b := range key.blocks {
				if b != nil && b.dead {
					return true
				}
			}
			return false
		})
	}
	for _, b := range blocks {
		b.memory.Release()
	}
}
