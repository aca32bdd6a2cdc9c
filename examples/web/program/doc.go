// Command program is what the page runs, built for js/wasm, in a worker: it answers the messages of
// the page with pictures. Elsewhere it does nothing.
package main
