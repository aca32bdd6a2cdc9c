// A Vulkan layer whose driver fails. Tests compile it; it shares the file that FAULTY_LAYER names
// with them: there it writes its entry points and how often each was called, and reads which of
// them is to fail, at which call, and with what. A device once lost stays lost, as with real drivers.
// Where FAULTY_FENCES is set the driver has no timeline semaphores, so that fences take their place.
// What it needs of Vulkan's headers, which may not be installed, is declared here.
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void (*function)(void);
typedef function (*lookup)(void *, char const *);
typedef struct chain { struct chain *next; lookup instance, device; } chain; // what lies below this layer
typedef struct info { int type; struct info const *next; int function; chain *layer; } info;
enum { LOADER_INSTANCE = 47, LOADER_DEVICE = 48, LAYER_LINK = 0, LOST = -4, INITIALIZATION_FAILED = -3 };
typedef struct { int type; void *next; uint32_t version; lookup instance, device, physical; } negotiation;

// Arguments are integers and pointers, at most six: registers, wherever this runs.
typedef uintptr_t word;
typedef int (*entry)(word, word, word, word, word, word);

#define ENTRIES(X) \
	X(vkCreateDevice) X(vkQueueSubmit) X(vkQueueWaitIdle) X(vkDeviceWaitIdle) \
	X(vkGetFenceStatus) X(vkWaitForFences) X(vkResetFences) X(vkCreateFence) \
	X(vkGetSemaphoreCounterValue) X(vkWaitSemaphores) X(vkCreateSemaphore) \
	X(vkAllocateMemory) X(vkMapMemory) X(vkInvalidateMappedMemoryRanges) X(vkFlushMappedMemoryRanges) \
	X(vkCreateBuffer) X(vkBindBufferMemory) \
	X(vkCreateShaderModule) X(vkCreateDescriptorSetLayout) X(vkCreatePipelineLayout) X(vkCreateComputePipelines) \
	X(vkCreateDescriptorPool) X(vkAllocateDescriptorSets) \
	X(vkCreateCommandPool) X(vkResetCommandPool) X(vkAllocateCommandBuffers) X(vkBeginCommandBuffer) X(vkEndCommandBuffer) \
	X(vkDestroyBuffer) X(vkFreeMemory) X(vkDestroyDevice) /* cannot fail, but are counted */

enum {
#define X(name) name##_index,
	ENTRIES(X)
#undef X
	COUNT
};
static struct shared {
	int64_t entry, result, in, lost; // the fault, calls until it, and the device it came to
	struct { char name[56]; int64_t calls; } entries[COUNT];
} *shared;
static struct shared nothing = {.entry = -1};

// What a device has begun when it is lost it does not go on with.
static struct { int64_t key; word device; } devices[1 << 10];
static int ndevices;
static entry vkDeviceWaitIdle_next;
static void lose(int64_t key) {
	for (int i = ndevices; i-- > 0;) {
		if (devices[i].key != key) continue;
		vkDeviceWaitIdle_next(devices[i].device, 0, 0, 0, 0, 0);
		break;
	}
	__atomic_store_n(&shared->lost, key, __ATOMIC_RELAXED);
}

// A device's queues and command buffers begin with the same pointer as the device.
static int fault(int index, word handle) {
	int64_t device = *(int64_t *)handle;
	__atomic_fetch_add(&shared->entries[index].calls, 1, __ATOMIC_RELAXED);
	if (index >= vkDestroyBuffer_index) return 0;
	if (__atomic_load_n(&shared->lost, __ATOMIC_RELAXED) == device) return LOST;
	if (index != shared->entry || __atomic_fetch_sub(&shared->in, 1, __ATOMIC_RELAXED) != 1) return 0;
	if (shared->result == LOST) lose(device);
	return (int)shared->result;
}

#define X(name) \
	static entry name##_next; \
	static int name(word a, word b, word c, word d, word e, word f) { \
		int r = fault(name##_index, a); \
		return r ? r : name##_next(a, b, c, d, e, f); \
	}
ENTRIES(X)
#undef X

static lookup next_instance, next_device;

static function device_function(void *device, char const *name) {
	function next = next_device(device, name);
#define X(known) if (next && (!strcmp(name, #known) || !strcmp(name, #known "KHR"))) { known##_next = (entry)next; return (function)known; }
	ENTRIES(X)
#undef X
	if (!strcmp(name, "vkGetDeviceProcAddr")) return (function)device_function;
	return next;
}


static void share(void) {
	shared = &nothing;
	char const *name = getenv("FAULTY_LAYER");
	int file = name ? open(name, O_RDWR) : -1;
	if (file < 0) return;
	void *p = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	close(file);
	if (p == MAP_FAILED) return;
	shared = p;
#define X(known) strcpy(shared->entries[known##_index].name, #known);
	ENTRIES(X)
#undef X
}

static function instance_function(void *, char const *);

static int create_instance(info const *create, void *allocator, void **instance) {
	if (!shared) share();
	for (info const *i = create->next; i; i = i->next) {
		if (i->type != LOADER_INSTANCE || i->function != LAYER_LINK) continue;
		next_instance = i->layer->instance;
		((info *)i)->layer = i->layer->next;
		int (*create_next)(info const *, void *, void **) = (int (*)(info const *, void *, void **))next_instance(NULL, "vkCreateInstance");
		return create_next(create, allocator, instance);
	}
	return INITIALIZATION_FAILED;
}

static void *an_instance;

static int create_device(word physical, info const *create, word allocator, word device) {
	for (info const *i = create->next; i; i = i->next) {
		if (i->type != LOADER_DEVICE || i->function != LAYER_LINK) continue;
		vkCreateDevice_next = (entry)i->layer->instance(an_instance, "vkCreateDevice");
		next_device = i->layer->device;
		((info *)i)->layer = i->layer->next;
		int r = vkCreateDevice(physical, (word)create, allocator, device, 0, 0);
		if (r == 0 && ndevices < 1 << 10) {
			word made = *(word *)device;
			devices[ndevices].device = made;
			devices[ndevices++].key = *(int64_t *)made;
		}
		return r;
	}
	return INITIALIZATION_FAILED;
}

typedef struct feature { int type; struct feature *next; uint32_t supported; } feature;
enum { TIMELINE_SEMAPHORES = 1000207000 };
static void (*features_next)(void *, feature *);
static void features(void *physical, feature *f) {
	features_next(physical, f);
	for (; f; f = f->next)
		if (f->type == TIMELINE_SEMAPHORES) f->supported = 0;
}

static function instance_function(void *instance, char const *name) {
	if (!strcmp(name, "vkCreateInstance")) return (function)create_instance;
	if (!strcmp(name, "vkGetInstanceProcAddr")) return (function)instance_function;
	if (instance) an_instance = instance;
	if (!strcmp(name, "vkCreateDevice")) return (function)create_device;
	if (!strcmp(name, "vkGetDeviceProcAddr")) return (function)device_function;
	function next = next_instance ? next_instance(instance, name) : NULL;
	if (next && getenv("FAULTY_FENCES") && (!strcmp(name, "vkGetPhysicalDeviceFeatures2") || !strcmp(name, "vkGetPhysicalDeviceFeatures2KHR"))) {
		features_next = (void (*)(void *, feature *))next;
		return (function)features;
	}
	return next;
}

__attribute__((visibility("default"))) int vkNegotiateLoaderLayerInterfaceVersion(negotiation *n) {
	n->version = 2;
	n->instance = instance_function;
	n->device = device_function;
	n->physical = NULL;
	return 0;
}
