package gpu

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// pipeline is a compiled kernel.
type pipeline struct {
	*webgpu.Pipeline
	params int // bytes of its uniform
	used   int // by the cache's clock
	gone   bool
}

// pipelines are kept for launches to come.
type pipelines struct {
	most  int
	byKey map[string]*pipeline
	key   []byte // room for one
	clock int    // counts what was asked for
}

// defaultPipelines is several times what programs have been seen to need.
const defaultPipelines = 512

// pipeline compiles the kernel unless one with its key has been.
func (d *Device) pipeline(k *shaders.Kernel) (*pipeline, error) {
	c := &d.pipelines
	c.key = k.AppendKey(c.key[:0])
	c.clock++
	if p := c.byKey[string(c.key)]; p != nil { // makes no string
		p.used = c.clock
		return p, nil
	}
	key := string(c.key)
	n := k.ParamBytes()
	if most := min(uniformBytes, d.limits.UniformBytes); n > most {
		return nil, d.unsupported(fmt.Errorf("a launch with %d bytes of scalars, sizes and strides; %d is the most", n, most))
	}
	kinds := make([]webgpu.Binding, 1, maxBuffers+1)
	kinds[0] = webgpu.UniformAt
	for _, b := range k.Bindings() {
		kinds = append(kinds, access(b.ReadWrite))
	}
	wgsl := k.WGSL()
	if d.edit != nil {
		wgsl = d.edit(wgsl)
	}
	d.trimPipelines()
	p, err := d.compile("kernel", wgsl, n, kinds)
	if err != nil {
		return nil, fmt.Errorf("%w\nin the kernel of\n%s", err, key)
	}
	p.used, c.byKey[key] = c.clock, p
	return p, nil
}

// trimPipelines makes room for one more, and for others: all bind groups are looked
// through for those of what is given up.
func (d *Device) trimPipelines() {
	c := &d.pipelines
	if len(c.byKey) < c.most {
		return
	}
	keys := slices.SortedFunc(maps.Keys(c.byKey), func(a, b string) int { return cmp.Compare(c.byKey[a].used, c.byKey[b].used) })
	d.dropPipelines(keys[:len(keys)-c.most*3/4])
}

// dropPipelines gives pipelines up, and their bind groups. The seam keeps those that the
// batch uses until it is submitted.
func (d *Device) dropPipelines(keys []string) {
	c := &d.pipelines
	for _, key := range keys {
		c.byKey[key].gone = true
	}
	d.dropGroups(func(key groupKey) bool { return key.pipeline.gone })
	for _, key := range keys {
		c.byKey[key].Release()
		delete(c.byKey, key)
	}
}

func access(readWrite bool) webgpu.Binding {
	if readWrite {
		return webgpu.ReadWrite
	}
	return webgpu.ReadOnly
}

func (d *Device) compile(label, wgsl string, params int, kinds []webgpu.Binding) (*pipeline, error) {
	p, err := d.seam.NewPipeline(label, wgsl, kinds)
	if err != nil {
		return nil, translate(err)
	}
	d.stats.Pipelines++
	return &pipeline{Pipeline: p, params: params}, nil
}
