//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

#include "shim.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Layouts of webgpu.h and wgpu.h as shipped with the binding.
typedef struct chain { struct chain const *next; uint32_t type; } chain;
typedef struct { chain c; uint32_t backends, flags, dx12, gles; char const *dxil, *dxc; } instance_extras;
typedef struct { chain const *next; } instance_desc;
typedef struct {
	uint32_t textures[4], bind_groups[7], storage_buffers, storage_textures, uniform_buffers;
	uint64_t uniform_bytes, storage_bytes;
	uint32_t uniform_align, storage_align, vertex_buffers;
	uint64_t buffer_bytes;
	uint32_t vertex[6], workgroup_storage, invocations, size[3], workgroups;
} limits;
_Static_assert(sizeof(limits) == 144 && offsetof(limits, storage_buffers) == 44 && offsetof(limits, buffer_bytes) == 88, "WGPULimits");
typedef struct { chain const *next; limits l; } limits_chain; // supported and required are alike
typedef struct { chain c; uint32_t push, non_sampler; } limits_extras;
typedef struct {
	chain const *next; char const *label;
	size_t nfeatures; uint32_t const *features;
	limits_chain const *limits;
	struct { chain const *next; char const *label; } queue;
	void (*lost)(int, char const *, void *); void *lost_data;
	struct { chain const *next; void (*call)(int, char const *, void *); void *data; } uncaptured;
} device_desc;
enum { WGSL = 6, REQUIRED_LIMITS = 0x00030002, SUPPORTED_LIMITS = 0x00030005, INSTANCE = 0x00030006 };
typedef struct { chain const *next; char const *label; uint32_t usage; uint64_t size; uint32_t mapped; } buffer_desc;
typedef struct { chain c; char const *code; } wgsl_desc;
typedef struct { chain const *next; char const *label; size_t nhints; void const *hints; } module_desc;
typedef struct {
	chain const *next;
	uint32_t binding, visibility;
	struct { chain const *next; uint32_t type, dynamic; uint64_t min_size; } buffer;
	struct { chain const *next; uint32_t type; } sampler;
	struct { chain const *next; uint32_t type[3]; } texture, storage_texture;
} layout_entry;
typedef struct { chain const *next; char const *label; size_t n; layout_entry const *entries; } group_layout_desc;
typedef struct { chain const *next; char const *label; size_t n; void *const *groups; } layout_desc;
typedef struct {
	chain const *next; char const *label; void *layout;
	struct { chain const *next; void *module; char const *entry; size_t nconstants; void const *constants; } compute;
} pipeline_desc;
typedef struct { chain const *next; uint32_t binding; void *buffer; uint64_t offset, size; void *sampler, *texture; } group_entry;
typedef struct { chain const *next; char const *label; void *layout; size_t n; group_entry const *entries; } group_desc;
typedef struct { chain const *next; char const *label; uint32_t type, n; } query_set_desc;
enum { TIMESTAMPS = 1, TIMESTAMP_QUERY = 3 }; // a type of queries, and the feature
_Static_assert(sizeof(layout_entry) == 104 && sizeof(group_entry) == 56, "entries");

extern void    *wgpuCreateInstance(instance_desc const *);
extern uint32_t wgpuAdapterGetLimits(void *, limits_chain *);
extern uint32_t wgpuAdapterHasFeature(void *, uint32_t);
extern void     wgpuAdapterRequestDevice(void *, device_desc const *, void (*)(int, void *, char const *, void *), void *);
extern void    *wgpuDeviceGetQueue(void *);
extern void    *wgpuDeviceCreateBuffer(void *, buffer_desc const *);
extern void    *wgpuDeviceCreateShaderModule(void *, module_desc const *);
extern void    *wgpuDeviceCreateBindGroupLayout(void *, group_layout_desc const *);
extern void    *wgpuDeviceCreatePipelineLayout(void *, layout_desc const *);
extern void    *wgpuDeviceCreateComputePipeline(void *, pipeline_desc const *);
extern void    *wgpuDeviceCreateBindGroup(void *, group_desc const *);
extern void    *wgpuDeviceCreateCommandEncoder(void *, void const *);
extern void    *wgpuDeviceCreateQuerySet(void *, query_set_desc const *);
extern uint32_t wgpuDevicePoll(void *, uint32_t, void const *);
extern void    *wgpuCommandEncoderBeginComputePass(void *, void const *);
extern void     wgpuCommandEncoderCopyBufferToBuffer(void *, void *, uint64_t, void *, uint64_t, uint64_t);
extern void    *wgpuCommandEncoderFinish(void *, void const *);
extern void     wgpuCommandEncoderWriteTimestamp(void *, void *, uint32_t);
extern void     wgpuCommandEncoderResolveQuerySet(void *, void *, uint32_t, uint32_t, void *, uint64_t);
extern void     wgpuComputePassEncoderSetPipeline(void *, void *);
extern void     wgpuComputePassEncoderSetBindGroup(void *, uint32_t, void *, size_t, uint32_t const *);
extern void     wgpuComputePassEncoderDispatchWorkgroups(void *, uint32_t, uint32_t, uint32_t);
extern void     wgpuComputePassEncoderEnd(void *);
extern void     wgpuQueueWriteBuffer(void *, void *, uint64_t, void const *, size_t);
extern void     wgpuQueueSubmit(void *, size_t, void *const *);
extern void     wgpuQueueOnSubmittedWorkDone(void *, void (*)(int, void *), void *);
extern void     wgpuBufferMapAsync(void *, uint32_t, size_t, size_t, void (*)(int, void *), void *);
extern void    *wgpuBufferGetMappedRange(void *, size_t, size_t);
extern void     wgpuBufferUnmap(void *);
extern void     wgpuBufferDestroy(void *);
extern void     wgpuBufferRelease(void *);
extern void     wgpuShaderModuleRelease(void *);
extern void     wgpuBindGroupLayoutRelease(void *);
extern void     wgpuPipelineLayoutRelease(void *);
extern void     wgpuComputePipelineRelease(void *);
extern void     wgpuBindGroupRelease(void *);
extern void     wgpuCommandEncoderRelease(void *);
extern void     wgpuComputePassEncoderRelease(void *);
extern void     wgpuCommandBufferRelease(void *);
extern void     wgpuQuerySetRelease(void *);
extern void     wgpuQueueRelease(void *);
extern void     wgpuDeviceRelease(void *);

static void copy_text(char *out, size_t cap, char const *text) {
	strncpy(out, text ? text : "", cap - 1);
	out[cap - 1] = 0;
}

void *shim_instance(uint32_t backends) {
	instance_extras x = {0};
	x.c.type = INSTANCE;
	x.backends = backends;
	instance_desc d = {&x.c};
	return wgpuCreateInstance(&d);
}

// The box is written under wgpu's own locks: a spin, and no call back into wgpu.
static void enter(shim_box *b) { while (__atomic_exchange_n(&b->busy, 1, __ATOMIC_ACQUIRE)) {} }
static void leave(shim_box *b) { __atomic_store_n(&b->busy, 0, __ATOMIC_RELEASE); }

__thread shim_box *shim_own;

static void on_uncaptured(int kind, char const *text, void *data) {
	shim_box *b = shim_own ? shim_own : data;
	enter(b);
	if (!b->errors && !b->lost) { b->kind = kind; copy_text(b->text, sizeof b->text, text); }
	__atomic_fetch_add(&b->errors, 1, __ATOMIC_RELEASE);
	leave(b);
}
void shim_box_lose(shim_box *b, char const *text) {
	enter(b);
	if (!b->lost) copy_text(b->text, sizeof b->text, text);
	__atomic_store_n(&b->lost, 1, __ATOMIC_RELEASE);
	leave(b);
}
static void on_lost(int reason, char const *text, void *data) { (void)reason; shim_box_lose(data, text); }
int shim_box_take(shim_box *b, char *out, size_t cap) {
	enter(b);
	int kind = b->kind;
	copy_text(out, cap, b->text);
	__atomic_store_n(&b->errors, 0, __ATOMIC_RELEASE);
	b->kind = 0;
	if (!b->lost) b->text[0] = 0;
	leave(b);
	return kind;
}
static void no_memory(shim_box *b) { on_uncaptured(2, "Not enough memory", b); }
shim_box *shim_box_new(void) { return calloc(1, sizeof(shim_box)); }

static void (*const releases[])(void *) = {
	[SHIM_BUFFER] = wgpuBufferRelease, [SHIM_MODULE] = wgpuShaderModuleRelease, [SHIM_GROUP_LAYOUT] = wgpuBindGroupLayoutRelease,
	[SHIM_PIPELINE] = wgpuComputePipelineRelease, [SHIM_GROUP] = wgpuBindGroupRelease, [SHIM_ENCODER] = wgpuCommandEncoderRelease,
	[SHIM_PASS] = wgpuComputePassEncoderRelease, [SHIM_COMMANDS] = wgpuCommandBufferRelease,
	[SHIM_QUERIES] = wgpuQuerySetRelease, [SHIM_QUEUE] = wgpuQueueRelease, [SHIM_DEVICE] = wgpuDeviceRelease,
};
GUARDED(void, shim_release, shim_box *b, shim_kind kind, void *object) {
	(void)b;
	if (object) releases[kind](object);
}

GUARDED(void, shim_destroy, shim_box *b, void *buffer) { (void)b; wgpuBufferDestroy(buffer); }

// made is what a call made, unless it came with an error.
static void *made(shim_box *b, shim_kind kind, void *object) {
	if (object && (__atomic_load_n(&b->errors, __ATOMIC_ACQUIRE) || __atomic_load_n(&b->lost, __ATOMIC_ACQUIRE))) {
		releases[kind](object);
		return NULL;
	}
	return object;
}

typedef struct { shim_box *box; void *device; } device_result;
static void on_device(int status, void *device, char const *text, void *data) {
	device_result *r = data;
	if (status == 0) r->device = device;
	else on_uncaptured(0, text, r->box);
}
GUARDED(void *, shim_device, shim_box *b, void *adapter, shim_limits *out) {
	limits_extras x = {0};
	x.c.type = SUPPORTED_LIMITS;
	limits_chain max = {&x.c};
	wgpuAdapterGetLimits(adapter, &max);
	x.c.type = REQUIRED_LIMITS;
	x.push = 0; // a feature we do not ask for
	limits *l = &max.l;
	*out = (shim_limits){l->buffer_bytes, l->storage_bytes, l->uniform_bytes, l->storage_buffers,
		l->invocations, l->workgroups, l->uniform_align, l->storage_align, wgpuAdapterHasFeature(adapter, TIMESTAMP_QUERY)};
	uint32_t const feature = TIMESTAMP_QUERY;
	device_desc d = {.nfeatures = out->timestamps, .features = &feature};
	d.limits = &max;
	d.lost = on_lost; d.lost_data = b;
	d.uncaptured.call = on_uncaptured; d.uncaptured.data = b;
	device_result r = {b, NULL};
	wgpuAdapterRequestDevice(adapter, &d, on_device, &r);
	return r.device;
}
GUARDED(void *, shim_queue, shim_box *b, void *device) { return made(b, SHIM_QUEUE, wgpuDeviceGetQueue(device)); }

GUARDED(void *, shim_buffer, shim_box *b, void *device, uint32_t usage, uint64_t size) {
	buffer_desc d = {.usage = usage, .size = size};
	return made(b, SHIM_BUFFER, wgpuDeviceCreateBuffer(device, &d));
}
static void *module_of(shim_box *b, void *device, char const *label, char const *wgsl) {
	wgsl_desc text = {{.type = WGSL}, wgsl};
	module_desc d = {&text.c, .label = label};
	return made(b, SHIM_MODULE, wgpuDeviceCreateShaderModule(device, &d));
}
static void *group_layout_of(shim_box *b, void *device, shim_bindings const *bindings) {
	layout_entry *entries = calloc(bindings->n, sizeof *entries);
	if (!entries) { no_memory(b); return NULL; }
	for (size_t i = 0; i < bindings->n; i++) {
		entries[i].binding = i;
		entries[i].visibility = 4; // compute
		entries[i].buffer.type = bindings->kinds[i];
		entries[i].buffer.dynamic = bindings->kinds[i] == SHIM_UNIFORM_AT;
	}
	group_layout_desc d = {.n = bindings->n, .entries = entries};
	void *layout = wgpuDeviceCreateBindGroupLayout(device, &d);
	free(entries);
	return made(b, SHIM_GROUP_LAYOUT, layout);
}
static void *pipeline_of(shim_box *b, void *device, char const *label, void *module, void *group_layout) {
	layout_desc l = {.n = 1, .groups = &group_layout};
	pipeline_desc d = {.label = label, .layout = wgpuDeviceCreatePipelineLayout(device, &l)};
	if (!d.layout) return NULL;
	d.compute.module = module;
	d.compute.entry = "main";
	void *pipeline = b->errors ? NULL : wgpuDeviceCreateComputePipeline(device, &d);
	wgpuPipelineLayoutRelease(d.layout);
	return made(b, SHIM_PIPELINE, pipeline);
}
GUARDED(void *, shim_pipeline, shim_box *b, void *device, char const *label, char const *wgsl, shim_bindings const *bindings, void **group_layout) {
	shim_own = b;
	void *pipeline = NULL, *module = module_of(b, device, label, wgsl);
	if (module && (*group_layout = group_layout_of(b, device, bindings))) {
		pipeline = pipeline_of(b, device, label, module, *group_layout);
		if (!pipeline) wgpuBindGroupLayoutRelease(*group_layout);
	}
	if (module) wgpuShaderModuleRelease(module);
	shim_own = NULL;
	return pipeline;
}
GUARDED(void *, shim_group, shim_box *b, void *device, void *layout, shim_range const *ranges, size_t n) {
	group_entry *entries = calloc(n, sizeof *entries);
	if (!entries) { no_memory(b); return NULL; }
	for (size_t i = 0; i < n; i++)
		entries[i] = (group_entry){.binding = i, .buffer = ranges[i].buffer, .offset = ranges[i].offset, .size = ranges[i].size};
	group_desc d = {.layout = layout, .n = n, .entries = entries};
	void *group = wgpuDeviceCreateBindGroup(device, &d);
	free(entries);
	return made(b, SHIM_GROUP, group);
}
GUARDED(void *, shim_encoder, shim_box *b, void *device) { return made(b, SHIM_ENCODER, wgpuDeviceCreateCommandEncoder(device, NULL)); }
GUARDED(void *, shim_pass, shim_box *b, void *encoder) { return made(b, SHIM_PASS, wgpuCommandEncoderBeginComputePass(encoder, NULL)); }
GUARDED(void *, shim_queries, shim_box *b, void *device, uint32_t n) {
	query_set_desc d = {.type = TIMESTAMPS, .n = n};
	return made(b, SHIM_QUERIES, wgpuDeviceCreateQuerySet(device, &d));
}
GUARDED(void *, shim_finish, shim_box *b, void *encoder) { return made(b, SHIM_COMMANDS, wgpuCommandEncoderFinish(encoder, NULL)); }

GUARDED(void, shim_write, shim_box *b, void *queue, shim_range const *to, void const *from) {
	(void)b;
	wgpuQueueWriteBuffer(queue, to->buffer, to->offset, from, to->size);
}
GUARDED(void, shim_dispatch, shim_box *b, void *pass, void *pipeline, void *group, uint32_t const *offset, uint32_t const *grid) {
	(void)b;
	if (pipeline) wgpuComputePassEncoderSetPipeline(pass, pipeline);
	wgpuComputePassEncoderSetBindGroup(pass, 0, group, offset != NULL, offset);
	wgpuComputePassEncoderDispatchWorkgroups(pass, grid[0], grid[1], grid[2]);
}
GUARDED(void, shim_copy, shim_box *b, void *encoder, shim_range const *to, shim_range const *from) {
	(void)b;
	wgpuCommandEncoderCopyBufferToBuffer(encoder, from->buffer, from->offset, to->buffer, to->offset, from->size);
}
GUARDED(void, shim_timestamp, shim_box *b, void *encoder, void *queries, uint32_t i) {
	(void)b;
	wgpuCommandEncoderWriteTimestamp(encoder, queries, i);
}
GUARDED(void, shim_resolve, shim_box *b, void *encoder, void *queries, uint32_t n, void *buffer, uint64_t offset) {
	(void)b;
	wgpuCommandEncoderResolveQuerySet(encoder, queries, 0, n, buffer, offset);
}
GUARDED(void, shim_end, shim_box *b, void *pass) { (void)b; wgpuComputePassEncoderEnd(pass); }
GUARDED(void, shim_submit, shim_box *b, void *queue, void *commands) { (void)b; wgpuQueueSubmit(queue, commands != NULL, &commands); }

static void on_status(int status, void *data) {
	shim_request *r = data;
	int32_t want = SHIM_PENDING;
	if (!__atomic_compare_exchange_n(&r->status, &want, status, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) free(r);
}
void shim_forget(shim_request *r) {
	int32_t want = SHIM_PENDING;
	if (!__atomic_compare_exchange_n(&r->status, &want, SHIM_ABANDONED, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) free(r);
}
shim_request *shim_never(void) {
	shim_request *r = malloc(sizeof *r);
	if (r) r->status = SHIM_PENDING;
	return r;
}
GUARDED(shim_request *, shim_map, shim_box *b, void *buffer, size_t offset, size_t size) {
	(void)b;
	shim_request *r = shim_never();
	if (r) wgpuBufferMapAsync(buffer, 1, offset, size, on_status, r);
	return r;
}
GUARDED(shim_request *, shim_done, shim_box *b, void *queue) {
	(void)b;
	shim_request *r = shim_never();
	if (r) wgpuQueueOnSubmittedWorkDone(queue, on_status, r);
	return r;
}
GUARDED(void *, shim_mapped, shim_box *b, void *buffer, size_t offset, size_t size) { (void)b; return wgpuBufferGetMappedRange(buffer, offset, size); }
GUARDED(void, shim_unmap, shim_box *b, void *buffer) { (void)b; wgpuBufferUnmap(buffer); }
GUARDED(void, shim_poll, shim_box *b, void *device) { (void)b; wgpuDevicePoll(device, 0, NULL); }
void shim_nap(long ns) {
#ifdef __linux__
	nanosleep(&(struct timespec){0, ns}, NULL); // a signal may end it early: who waits looks again
#else
	(void)ns;
#endif
}
