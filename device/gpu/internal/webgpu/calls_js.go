//go:build !nogpu

package webgpu

import (
	"context"
	"syscall/js"
)

// handle is an object of the page.
type handle = js.Value

// implementation calls the page's WebGPU. The page reports most errors later: of a submission, and of
// whatever has no promise, in an error scope. Then the device is lost, because what was promised did
// not happen.
type implementation struct {
	box        *box
	dev, queue handle

	enc, pass, commands handle
	offsets             js.Value // an array of the multiples of the alignment of uniforms
	align, known        int      // that alignment, and how many multiples there are
	staged              js.Value // the array that bytes are written from
	room                int      // its length
	memory              js.Value // of the program, or undefined
	direct              []byte   // what is written from there

	setPipelineOf, setGroup, dispatchOf, writeBuffer js.Value // functions of an object and its arguments
	array                                            js.Value // Uint8Array
	caught                                           js.Func  // is told of errors in scopes
}

func newImplementation(b *box, dev js.Value) implementation {
	global := js.Global()
	call := global.Get("Function").Get("prototype").Get("call")
	// of spares the text of a method's name at every call.
	of := func(class, method string) js.Value {
		return call.Call("bind", global.Get(class).Get("prototype").Get(method))
	}
	return implementation{
		box: b, dev: dev, queue: dev.Get("queue"), array: global.Get("Uint8Array"), memory: programMemory(), align: dev.Get("limits").Get("minUniformBufferOffsetAlignment").Int(),
		setPipelineOf: of("GPUComputePassEncoder", "setPipeline"), setGroup: of("GPUComputePassEncoder", "setBindGroup"),
		dispatchOf: of("GPUComputePassEncoder", "dispatchWorkgroups"), writeBuffer: of("GPUQueue", "writeBuffer"),
	}
}

// listen hears of the device's loss, and of errors that no call waits for.
func (c *implementation) listen() {
	var lost js.Func
	lost = js.FuncOf(func(_ js.Value, args []js.Value) any {
		lost.Release()
		c.box.lose(args[0].Get("reason").String() + ": " + message(args[0]))
		return nil
	})
	c.dev.Get("lost").Call("then", lost)
	c.caught = js.FuncOf(func(_ js.Value, args []js.Value) any {
		for i := range scopes {
			if err := args[0].Index(i).Get("value"); isError(err) {
				c.box.lose("work was dropped: " + message(err))
			}
		}
		return nil
	})
	c.pushScopes()
}

// scopes are the kinds of errors. Scopes for all of them are open at any time, because the page tells
// of an error outside scopes too late: when work that came after it has been read.
var scopes = [...]string{"validation", "out-of-memory", "internal"}

func (c *implementation) pushScopes() {
	for _, kind := range scopes {
		c.dev.Call("pushErrorScope", kind)
	}
}

// popScopes opens new scopes, and returns a promise that is kept once the errors of the old ones have
// been heard of.
func (c *implementation) popScopes() js.Value {
	var popped [len(scopes)]any
	for i := range scopes {
		popped[i] = c.dev.Call("popErrorScope")
	}
	c.pushScopes()
	return js.Global().Get("Promise").Call("allSettled", popped[:]).Call("then", c.caught)
}

func (c *implementation) buffer(bytes int, u Usage) (b handle, made *request) {
	defer c.box.caught()
	flags := js.Global().Get("GPUBufferUsage")
	usage := 0
	for _, name := range usages[u] {
		usage |= flags.Get(name).Int()
	}
	c.dev.Call("pushErrorScope", "out-of-memory")
	b = c.dev.Call("createBuffer", map[string]any{"size": bytes, "usage": usage})
	return b, ask(c.dev.Call("popErrorScope"))
}

var usages = [...][]string{
	Storage: {"STORAGE", "COPY_SRC", "COPY_DST"},
	Uniform: {"UNIFORM", "COPY_DST"},
	Staging: {"MAP_READ", "COPY_DST"},
	Times:   {"QUERY_RESOLVE", "COPY_SRC", "COPY_DST"},
}

// writePiece is how many bytes are written at a time: device/gpu writes no more at once.
const writePiece = 1 << 22

// minDirect is how many bytes are worth a view of the program's memory.
const minDirect = 1 << 14

func (c *implementation) write(b handle, offset int, src []byte) {
	if len(src) >= minDirect && c.writeDirect(b, offset, src) {
		return
	}
	defer c.box.caught()
	if n := min(len(src), writePiece); n > c.room {
		room := max(n, 1<<16)
		c.staged = c.array.New(room) // panics if the page has no memory
		c.room = room
	}
	for len(src) > 0 {
		n := js.CopyBytesToJS(c.staged, src)
		c.writeBuffer.Invoke(c.queue, b, offset, c.staged, 0, n)
		offset, src = offset+n, src[n:]
	}
}

func (c *implementation) compile(b *box, label, wgsl string, bindings []Binding) (pipeline, layout handle) {
	var r *request
	b.guard(func() {
		c.dev.Call("pushErrorScope", "validation")
		layout = c.dev.Call("createBindGroupLayout", map[string]any{"entries": layoutEntries(bindings)})
		module := c.dev.Call("createShaderModule", map[string]any{"label": label, "code": wgsl})
		pipelineLayout := c.dev.Call("createPipelineLayout", map[string]any{"bindGroupLayouts": []any{layout}})
		scope := c.dev.Call("popErrorScope")
		r = ask(scope, c.dev.Call("createComputePipelineAsync", map[string]any{
			"label": label, "layout": pipelineLayout, "compute": map[string]any{"module": module, "entryPoint": "main"},
		}))
	})
	if r == nil {
		return pipeline, layout
	}
	_ = r.wait(context.Background())
	r.note(b)
	return r.value(1), layout
}

func layoutEntries(bindings []Binding) []any {
	stage := js.Global().Get("GPUShaderStage").Get("COMPUTE")
	entries := make([]any, len(bindings))
	for i, b := range bindings {
		buffer := map[string]any{"type": [...]string{ReadOnly: "read-only-storage", ReadWrite: "storage", UniformAt: "uniform"}[b]}
		if b == UniformAt {
			buffer["hasDynamicOffset"] = true
		}
		entries[i] = map[string]any{"binding": i, "visibility": stage, "buffer": buffer}
	}
	return entries
}

func (c *implementation) group(layout handle, ranges []boundRange) (g handle) {
	defer c.box.caught()
	entries := make([]any, len(ranges))
	for i, r := range ranges {
		entries[i] = map[string]any{"binding": i, "resource": map[string]any{"buffer": r.buffer, "offset": r.offset, "size": r.size}}
	}
	return c.dev.Call("createBindGroup", map[string]any{"layout": layout, "entries": entries})
}

func (c *implementation) querySet(n int) (q handle) {
	defer c.box.caught()
	return c.dev.Call("createQuerySet", map[string]any{"type": "timestamp", "count": n})
}

func (c *implementation) encode() {
	defer c.box.caught()
	c.enc = c.dev.Call("createCommandEncoder")
}

func (c *implementation) beginPass() {
	defer c.box.caught()
	c.pass = c.enc.Call("beginComputePass")
}

func (c *implementation) setPipeline(p handle) {
	defer c.box.caught()
	c.setPipelineOf.Invoke(c.pass, p)
}

func (c *implementation) dispatch(g handle, uniformOffset, x, y, z int) {
	defer c.box.caught()
	if uniformOffset < 0 {
		c.setGroup.Invoke(c.pass, 0, g)
	} else {
		c.setGroup.Invoke(c.pass, 0, g, c.offsets, c.multiple(uniformOffset), 1)
	}
	c.dispatchOf.Invoke(c.pass, x, y, z)
}

// multiple is where the array of offsets has this one. A number that is written to the array for each
// dispatch would be one more call of the page.
func (c *implementation) multiple(offset int) int {
	i := offset / c.align
	if i >= c.known {
		c.known = max(2*i, 256)
		c.offsets = js.Global().Get("Uint32Array").New(c.known)
		for k := range c.known {
			c.offsets.SetIndex(k, k*c.align)
		}
	}
	return i
}

func (c *implementation) endPass(*Device) {
	defer c.box.caught()
	c.pass.Call("end")
}

func (c *implementation) copy(dst handle, to int, src handle, from, n int) {
	defer c.box.caught()
	c.enc.Call("copyBufferToBuffer", src, from, dst, to, n)
}

// timestamp is the end of a pass without work: there is no other in the standard.
func (c *implementation) timestamp(q handle, i int) {
	defer c.box.caught()
	c.enc.Call("beginComputePass", map[string]any{
		"timestampWrites": map[string]any{"querySet": q, "endOfPassWriteIndex": i},
	}).Call("end")
}

func (c *implementation) resolve(q handle, n int, dst handle, offset int) {
	defer c.box.caught()
	c.enc.Call("resolveQuerySet", q, 0, n, dst, offset)
}

func (c *implementation) finish() {
	defer c.box.caught()
	c.commands = c.enc.Call("finish")
}

func (c *implementation) submit() {
	defer c.box.caught()
	c.queue.Call("submit", []any{c.commands})
}

func (c *implementation) flush() {}

func (c *implementation) abandon(*Device) { c.enc, c.pass, c.commands = handle{}, handle{}, handle{} }

func (c *implementation) done() (r *request) {
	defer c.box.caught()
	return c.request(c.queue.Call("onSubmittedWorkDone"))
}

func (c *implementation) never() *request { return &request{settled: make(chan struct{})} }

func (c *implementation) mapping(b handle, at, n int) (r *request) {
	defer c.box.caught()
	return c.request(b.Call("mapAsync", js.Global().Get("GPUMapMode").Get("READ"), at, n))
}

// request waits for a promise, and for what the page has to say about all work before it.
func (c *implementation) request(promise js.Value) *request { return ask(promise, c.popScopes()) }

func (c *implementation) mapped(b handle, at, size, skip, n int) Mapped {
	defer c.box.caught()
	return pageBytes{c.array.New(b.Call("getMappedRange", at, size), skip, n)}
}

func (c *implementation) unmap(b handle) {
	defer c.box.caught()
	b.Call("unmap")
}

// pageBytes are an array of bytes in the page.
type pageBytes struct{ array js.Value }

func (p pageBytes) Copy(dst []byte, from int) {
	js.CopyBytesToGo(dst, p.array.Call("subarray", from))
}

func (p pageBytes) Bytes() []byte {
	b := make([]byte, p.array.Length())
	js.CopyBytesToGo(b, p.array)
	return b
}

// release gives memory back. What has none lives until the page finds that nothing uses it.
func (c *implementation) release(_ *Device, o object) {
	defer c.box.caught()
	if o.kind == bufferKind || o.kind == queriesKind {
		o.of.Call("destroy")
	}
}

func (c *implementation) close(*Device) {
	defer c.box.caught()
	c.caught.Release()
	c.dev.Call("destroy")
}
