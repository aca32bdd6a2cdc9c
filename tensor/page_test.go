package tensor_test

import (
	"runtime"
	"testing"
)

// inPage says that the tests run in a web page, as js/wasm.
const inPage = runtime.GOOS == "js"

// notInPage skips a test of other programs and their pipes.
func notInPage(t *testing.T) {
	t.Helper()
	if inPage {
		t.Skip("a page starts no programs, and has no pipes")
	}
}
