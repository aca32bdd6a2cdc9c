package gpu

import (
	"encoding/binary"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// patchWGSL replaces some bytes of one word. WebGPU writes whole words only.
const patchWGSL = `// masked write
struct Patch { at: u32, mask: u32, bits: u32, unused: u32, }
@group(0) @binding(0) var<uniform> one: Patch;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(1)
fn main() {
	words[one.at] = (words[one.at] & ~one.mask) | one.bits;
}
`

// patchBytes is the size of Patch.
const patchBytes = 16

// patch records a write of bytes within one word.
func (d *Device) patch(to place, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	if d.patcher == nil {
		p, err := d.compile("patch", patchWGSL, patchBytes, []webgpu.Binding{webgpu.UniformAt, webgpu.ReadWrite})
		if err != nil {
			return err
		}
		d.patcher = p // another's may have come first, and is left to Close
	}
	var mask, bits [word]byte
	for i, v := range src {
		mask[to.offset%word+i], bits[to.offset%word+i] = 0xff, v
	}
	uniform, err := d.recorder.reserve(patchBytes)
	if err != nil {
		return err
	}
	p := binary.LittleEndian.AppendUint32(d.recorder.batch.params, uint32(to.offset%d.reach.window/word))
	p = append(append(p, mask[:]...), bits[:]...)
	d.recorder.batch.params = binary.LittleEndian.AppendUint32(p, 0)
	key := groupKey{pipeline: d.patcher}
	key.set(0, to, d.reach)
	return d.recorder.dispatch(nil, key, uniform, 1, 1, 1)
}
