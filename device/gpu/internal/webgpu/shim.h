// All calls into wgpu-native of an open device, from C and not through the Go binding v0.23.0:
//   - instance and device are made from zeroed descriptors (the binding sends garbage), with C
//     callbacks for errors (by default those without a return path abort the process);
//   - completion callbacks are C functions on C memory (the binding's point into the Go heap);
//   - what Rust gives up in a panic is a lost device, and not the end of the process (guard.h).
// Every function that has a box leaves its errors there. Declarations are our own and need no
// linker flags: the symbols are in the static library that the binding links.
#ifndef WGTENSOR_SHIM_H
#define WGTENSOR_SHIM_H
#include <stddef.h>
#include <stdint.h>
#include "guard.h"

enum { SHIM_PENDING = -1, SHIM_ABANDONED = -2 };
typedef struct { int32_t status; } shim_request; // SHIM_PENDING, or WebGPU's status; 0 is success

typedef struct {
	uint64_t buffer, binding, uniform;
	uint32_t storage_buffers, invocations, workgroups, uniform_align, storage_align, timestamps;
} shim_limits;

void *shim_instance(uint32_t backends); // 1 Vulkan, 4 Metal, 8 DX12
shim_box *shim_box_new(void);           // NULL if there is no memory
void *shim_device(shim_box *b, void *adapter, shim_limits *out); // keeps the box
void *shim_queue(shim_box *b, void *device);

void shim_box_lose(shim_box *b, char const *text); // what the lost callback does
int  shim_box_take(shim_box *b, char *out, size_t cap); // the kind of the first error; text in out

// What makes something answers NULL if it failed.
typedef struct { void *buffer; uint64_t offset, size; } shim_range;
enum { SHIM_UNIFORM_AT = 1, SHIM_READ_WRITE = 2, SHIM_READ_ONLY = 3 }; // WebGPU's types of bindings
void *shim_buffer(shim_box *b, void *device, uint32_t usage, uint64_t size);
typedef struct { uint32_t const *kinds; size_t n; } shim_bindings;
// The one function that other threads' calls may run beside: its box is no device's.
void *shim_pipeline(shim_box *b, void *device, char const *label, char const *wgsl, shim_bindings const *bindings, void **group_layout);
void *shim_group(shim_box *b, void *device, void *layout, shim_range const *ranges, size_t n);
void *shim_encoder(shim_box *b, void *device);
void *shim_pass(shim_box *b, void *encoder);
void *shim_finish(shim_box *b, void *encoder);
void *shim_queries(shim_box *b, void *device, uint32_t n); // of timestamps

void shim_write(shim_box *b, void *queue, shim_range const *to, void const *from);
void shim_dispatch(shim_box *b, void *pass, void *pipeline, void *group, uint32_t const *offset, uint32_t const *grid); // pipeline and offset may be NULL
void shim_copy(shim_box *b, void *encoder, shim_range const *to, shim_range const *from);
void shim_timestamp(shim_box *b, void *encoder, void *queries, uint32_t i); // between passes
void shim_resolve(shim_box *b, void *encoder, void *queries, uint32_t n, void *buffer, uint64_t offset);
void shim_end(shim_box *b, void *pass);
void shim_submit(shim_box *b, void *queue, void *commands); // which may be NULL

typedef enum { SHIM_BUFFER, SHIM_MODULE, SHIM_GROUP_LAYOUT, SHIM_PIPELINE, SHIM_GROUP, SHIM_ENCODER, SHIM_PASS, SHIM_COMMANDS, SHIM_QUERIES, SHIM_QUEUE, SHIM_DEVICE } shim_kind;
void shim_release(shim_box *b, shim_kind kind, void *object); // which may be NULL
void shim_destroy(shim_box *b, void *buffer);                 // gives its memory back, without being released

// Requests are NULL if there is no memory for them.
shim_request *shim_map(shim_box *b, void *buffer, size_t offset, size_t size); // for reading
shim_request *shim_done(shim_box *b, void *queue);                             // all submitted work
shim_request *shim_never(void);                                                // not answered, for tests
void          shim_forget(shim_request *r);                                    // frees it, now or when its callback comes
void         *shim_mapped(shim_box *b, void *buffer, size_t offset, size_t size);
void          shim_unmap(shim_box *b, void *buffer);
void          shim_poll(shim_box *b, void *device); // never blocks
void          shim_nap(long ns);                    // less than a second, on Linux only
#endif
