// Where wgpu-native has no way to report an error it panics, and a panic unwinds the stack of C
// that called it, and aborts the process at its end. A guarded function ends one: it answers 0,
// and its box says that the device is lost, and why. See DESIGN.md.
#ifndef WGTENSOR_GUARD_H
#define WGTENSOR_GUARD_H

// shim_box keeps the first error that had no return path, and whether the device is lost.
typedef struct { int32_t errors, kind, lost, busy; char text[2048]; } shim_box;

// shim_own is where the errors of this thread's call go in place of the device's box, or NULL.
extern __thread shim_box *shim_own;

// GUARDED(type, name, shim_box *b, ...) begins the definition of a guarded function. Its
// arguments, at most six, are integers and pointers, as is what it answers, if it does.
#if defined(__linux__) && defined(__x86_64__)
#ifndef __EXCEPTIONS
#error "wgtensor: a panic of wgpu-native cannot unwind the shim: compile it with -fexceptions"
#endif
// The frame of a panic's end: it keeps the box for shim_landing, and passes all registers on.
#define GUARDED(type, name, ...) \
	__asm__( \
		".text\n.p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name ":\n" \
		".cfi_startproc\n.cfi_personality 0x1b, shim_personality\n" \
		"pushq %rdi\n.cfi_def_cfa_offset 16\n" \
		"call " #name "_guarded\n" \
		"popq %rcx\n.cfi_def_cfa_offset 8\n" \
		"ret\n.cfi_endproc\n.size " #name ", . - " #name "\n"); \
	__attribute__((visibility("hidden"), used)) type name##_guarded(__VA_ARGS__); \
	type name##_guarded(__VA_ARGS__)
#else
#define GUARDED(type, name, ...) type name(__VA_ARGS__)
#endif
#endif
