package gpu

import (
	"encoding/binary"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// maskedWriteWGSL replaces some bytes of one word. WebGPU writes whole words only.
const maskedWriteWGSL = `// masked write
struct MaskedWrite { at: u32, mask: u32, bits: u32, unused: u32, }
@group(0) @binding(0) var<uniform> one: MaskedWrite;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(1)
fn main() {
	words[one.at] = (words[one.at] & ~one.mask) | one.bits;
}
`

// maskedWriteBytes is the size of MaskedWrite.
const maskedWriteBytes = 16

// maskedWriter records dispatches that write some bytes of a word.
type maskedWriter struct {
	recorder  *recorder
	pipelines *pipelines
	pipeline  *pipeline // once it is compiled
}

// write records a write of bytes within one word.
func (m *maskedWriter) write(to position, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	if m.pipeline == nil {
		p, err := m.pipelines.compile("masked write", maskedWriteWGSL, maskedWriteBytes, []webgpu.Binding{webgpu.UniformAt, webgpu.ReadWrite})
		if err != nil {
			return err
		}
		m.pipeline = p // a concurrent write may have set one, which Close then releases
	}
	var mask, bits [word]byte
	for i, v := range src {
		mask[to.offset%word+i], bits[to.offset%word+i] = 0xff, v
	}
	uniform, err := m.recorder.reserve(maskedWriteBytes)
	if err != nil {
		return err
	}
	p := binary.LittleEndian.AppendUint32(m.recorder.batch.params, uint32(to.offset%m.recorder.sizes.window/word))
	p = append(append(p, mask[:]...), bits[:]...)
	m.recorder.batch.params = binary.LittleEndian.AppendUint32(p, 0)
	key := bindGroupKey{pipeline: m.pipeline}
	key.set(0, to, *m.recorder.sizes)
	return m.recorder.dispatch(nil, key, uniform, 1, 1, 1)
}
