package webgpu

// calls is what every implementation has: calls into WebGPU. Their arguments have been checked, and
// what goes wrong lies in the device's box afterwards. Each is [locked], but compile.
type calls interface {
	buffer(bytes int, u Usage) (handle, *request) // the request is whether there is memory, or nil
	write(b handle, offset int, src []byte)
	// compile leaves errors in a box of its own, because other calls run beside it.
	compile(b *box, label, wgsl string, bindings []Binding) (pipeline, layout handle)
	group(layout handle, ranges []boundRange) handle
	querySet(n int) handle

	encode()                                       // opens an encoder
	beginPass()                                    // of the encoder
	setPipeline(p handle)                          // of the pass
	dispatch(g handle, uniformOffset, x, y, z int) // without a uniform, the offset is -1
	endPass(d *Device)
	copy(dst handle, to int, src handle, from, n int)
	timestamp(q handle, i int)
	resolve(q handle, n int, dst handle, offset int)
	finish()           // the encoder: its commands are ready
	submit()           // them
	flush()            // writes without commands
	abandon(d *Device) // the encoder

	done() *request  // all submitted work
	never() *request // is not answered, for tests
	mapping(b handle, at, n int) *request
	mapped(b handle, at, size, skip, n int) Mapped // n of the size bytes that are mapped
	unmap(b handle)

	release(d *Device, o object)
	close(d *Device)
}

var _ calls = (*implementation)(nil)

// boundRange is a Range without a default.
type boundRange struct {
	buffer       handle
	offset, size int
}
