// The part of wgpu-native that cannot be reached safely through the Go binding v0.23.0:
//   - instance and device are made from zeroed descriptors (the binding sends garbage), with C
//     callbacks for errors that have no return path (by default those abort the process);
//   - completion callbacks are C functions on C memory (the binding's point into the Go heap).
// Declarations are our own and need no linker flags: the symbols are in the static library
// that the binding links.
#ifndef WGTENSOR_SHIM_H
#define WGTENSOR_SHIM_H
#include <stddef.h>
#include <stdint.h>

enum { SHIM_PENDING = -1, SHIM_ABANDONED = -2 };
typedef struct { int32_t status; } shim_request; // SHIM_PENDING, or WebGPU's status; 0 is success

// shim_box keeps the first error that had no return path, and whether the device is lost.
typedef struct { int32_t errors, kind, lost, busy; char text[2048]; } shim_box;

typedef struct {
	uint64_t buffer, binding, uniform;
	uint32_t storage_buffers, invocations, workgroups, uniform_align, storage_align;
} shim_limits;

void *shim_instance(uint32_t backends); // 1 Vulkan, 4 Metal, 8 DX12
void *shim_device(void *adapter, shim_box **box, shim_limits *out, char *err, size_t cap); // NULL: err says why

void shim_box_lose(shim_box *b, char const *text); // what the lost callback does
int  shim_box_take(shim_box *b, char *out, size_t cap); // the kind of the first error; text in out

// Requests are NULL if there is no memory for them.
shim_request *shim_map(void *buffer, size_t offset, size_t size); // for reading
shim_request *shim_done(void *queue);                             // all submitted work
shim_request *shim_never(void);                                   // not answered, for tests
void          shim_forget(shim_request *r);                       // frees it, now or when its callback comes
void         *shim_mapped(void *buffer, size_t offset, size_t size);
void          shim_unmap(void *buffer);
void          shim_poll(void *device); // never blocks
void          shim_nap(long ns);       // less than a second, on Linux only
#endif
