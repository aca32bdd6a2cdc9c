package main

import (
	"encoding/json"
	"syscall/js"

	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/examples/web/studio"
)

func main() {
	worker := js.Global()
	s, err := studio.New(send)
	if err != nil {
		panic(err)
	}
	// A handler must not wait, because the browser waits for it: each request has a goroutine.
	worker.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go s.Ask([]byte(args[0].Get("data").String()))
		return nil
	}))
	worker.Call("postMessage", js.ValueOf(map[string]any{"ready": true}))
	select {}
}

// send posts an answer to the page: JSON, and pixels that change hands without a copy.
func send(a studio.Answer) {
	text, err := json.Marshal(a)
	if err != nil {
		text, _ = json.Marshal(studio.Answer{ID: a.ID, Error: err.Error()})
	}
	pixels := js.Global().Get("Uint8Array").New(len(a.Pixels))
	js.CopyBytesToJS(pixels, a.Pixels)
	message := js.ValueOf(map[string]any{"answer": string(text), "pixels": pixels})
	js.Global().Call("postMessage", message, js.ValueOf([]any{pixels.Get("buffer")}))
}
