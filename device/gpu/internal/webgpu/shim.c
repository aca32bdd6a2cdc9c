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
enum { REQUIRED_LIMITS = 0x00030002, SUPPORTED_LIMITS = 0x00030005, INSTANCE = 0x00030006 };

extern void    *wgpuCreateInstance(instance_desc const *);
extern uint32_t wgpuAdapterGetLimits(void *, limits_chain *);
extern void     wgpuAdapterRequestDevice(void *, device_desc const *, void (*)(int, void *, char const *, void *), void *);
extern void     wgpuBufferMapAsync(void *, uint32_t, size_t, size_t, void (*)(int, void *), void *);
extern void    *wgpuBufferGetMappedRange(void *, size_t, size_t);
extern void     wgpuBufferUnmap(void *);
extern uint32_t wgpuDevicePoll(void *, uint32_t, void const *);
extern void     wgpuQueueOnSubmittedWorkDone(void *, void (*)(int, void *), void *);

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

static void on_uncaptured(int kind, char const *text, void *data) {
	shim_box *b = data;
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

typedef struct { void *device; char *err; size_t cap; } device_result;
static void on_device(int status, void *device, char const *text, void *data) {
	device_result *r = data;
	if (status == 0) r->device = device;
	else copy_text(r->err, r->cap, text);
}
void *shim_device(void *adapter, shim_box **box, shim_limits *out, char *err, size_t cap) {
	limits_extras x = {0};
	x.c.type = SUPPORTED_LIMITS;
	limits_chain max = {&x.c};
	wgpuAdapterGetLimits(adapter, &max);
	x.c.type = REQUIRED_LIMITS;
	x.push = 0; // a feature we do not ask for
	limits *l = &max.l;
	*out = (shim_limits){l->buffer_bytes, l->storage_bytes, l->uniform_bytes, l->storage_buffers,
		l->invocations, l->workgroups, l->uniform_align, l->storage_align};

	shim_box *b = calloc(1, sizeof *b); // never freed once there is a device: its callbacks may come late
	if (!b) { copy_text(err, cap, "out of memory"); return NULL; }
	device_desc d = {0};
	d.limits = &max;
	d.lost = on_lost; d.lost_data = b;
	d.uncaptured.call = on_uncaptured; d.uncaptured.data = b;
	device_result r = {NULL, err, cap};
	wgpuAdapterRequestDevice(adapter, &d, on_device, &r);
	if (!r.device) { free(b); b = NULL; }
	*box = b;
	return r.device;
}

static void on_status(int status, void *data) {
	shim_request *r = data;
	int32_t want = SHIM_PENDING;
	if (!__atomic_compare_exchange_n(&r->status, &want, status, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) free(r);
}
void shim_forget(shim_request *r) {
	int32_t want = SHIM_PENDING;
	if (!__atomic_compare_exchange_n(&r->status, &want, SHIM_ABANDONED, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) free(r);
}
static shim_request *request(void) {
	shim_request *r = malloc(sizeof *r);
	if (r) r->status = SHIM_PENDING;
	return r;
}
shim_request *shim_map(void *buffer, size_t offset, size_t size) {
	shim_request *r = request();
	if (r) wgpuBufferMapAsync(buffer, 1, offset, size, on_status, r);
	return r;
}
shim_request *shim_done(void *queue) {
	shim_request *r = request();
	if (r) wgpuQueueOnSubmittedWorkDone(queue, on_status, r);
	return r;
}
shim_request *shim_never(void) { return request(); }
void *shim_mapped(void *buffer, size_t offset, size_t size) { return wgpuBufferGetMappedRange(buffer, offset, size); }
void  shim_unmap(void *buffer) { wgpuBufferUnmap(buffer); }
void  shim_nap(long ns) {
#ifdef __linux__
	nanosleep(&(struct timespec){0, ns}, NULL); // a signal may end it early: who waits looks again
#else
	(void)ns;
#endif
}
void  shim_poll(void *device) { wgpuDevicePoll(device, 0, NULL); }
