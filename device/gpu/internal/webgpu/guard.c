//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

#include "shim.h"
#if defined(__linux__) && defined(__x86_64__)
#include <string.h>
#include <unwind.h>

#define HIDDEN __attribute__((visibility("hidden"), used))
static _Unwind_Exception_Class const rust = 0x4d4f5a0052555354; // "MOZ\0RUST"

// A Box<dyn Any>: its vtable begins with a destructor, the size and the alignment.
typedef struct { uintptr_t const *data; uintptr_t const *vtable; } payload;

// std::panicking::try::cleanup of the library's Rust, 1.80: it ends the panic, so that its thread
// no longer counts as panicking, where destructors do nothing. With another library it is not there.
extern payload _ZN3std9panicking3try7cleanup17h7785cf5d8fbb2bd3E(void *exception) __attribute__((weak));
#define end_panic _ZN3std9panicking3try7cleanup17h7785cf5d8fbb2bd3E

// What a panic says is a String: its capacity, its bytes, their number.
static char const *text_of(payload p, size_t *n) {
	if (p.data && p.vtable && p.vtable[1] == 24 && p.data[1] && p.data[2] <= p.data[0]) {
		*n = p.data[2];
		return (char const *)p.data[1];
	}
	static char const unknown[] = "a panic in wgpu-native; standard error has its words";
	*n = sizeof unknown - 1;
	return unknown;
}

HIDDEN uintptr_t shim_caught(shim_box *b, void *exception) {
	shim_own = NULL;
	payload p = {0};
	if (end_panic) p = end_panic(exception); // never freed: it is some bytes, and Rust's to free
	size_t n;
	char const *words = text_of(p, &n);
	char text[sizeof b->text] = {0};
	memcpy(text, words, n < sizeof text ? n : sizeof text - 1);
	shim_box_lose(b, text);
	return 0;
}

// In a guarded function's frame, after the destructors of all that it had called.
__asm__(
	".text\n.p2align 4\n.hidden shim_landing\n.type shim_landing, @function\nshim_landing:\n"
	".cfi_startproc\n.cfi_def_cfa_offset 16\n"
	"movq (%rsp), %rdi\nmovq %rax, %rsi\ncall shim_caught\n"
	"popq %rcx\n.cfi_def_cfa_offset 8\n"
	"ret\n.cfi_endproc\n.size shim_landing, . - shim_landing\n");
extern HIDDEN void shim_landing(void);

HIDDEN _Unwind_Reason_Code shim_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
	struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
	if (version != 1 || class != rust || actions & _UA_FORCE_UNWIND) return _URC_CONTINUE_UNWIND;
	if (actions & _UA_SEARCH_PHASE) return _URC_HANDLER_FOUND;
	if (!(actions & _UA_HANDLER_FRAME)) return _URC_CONTINUE_UNWIND;
	_Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (_Unwind_Word)exception);
	_Unwind_SetIP(context, (_Unwind_Ptr)shim_landing);
	return _URC_INSTALL_CONTEXT;
}
#endif
