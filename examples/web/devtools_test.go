//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/devicetest/chromium"
)

// browser is a Chromium that a test drives by the DevTools protocol, through a pipe: JSON messages
// with a zero byte behind each.
type browser struct {
	t    *testing.T
	out  *os.File
	last int
	mu   sync.Mutex
	wait map[int]chan message
	said []string // exceptions and errors of pages
}

type message struct {
	ID        int
	SessionID string `json:"sessionId"`
	Method    string
	Params    json.RawMessage
	Result    json.RawMessage
	Error     *struct{ Message string }
}

// startBrowser starts Chromium with WebGPU by a software driver. The test is thorough. Where there is no
// Chromium it is skipped, or fails with WGTENSOR_REQUIRE_BROWSER.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	if !devicetest.Thorough() {
		t.Skip("thorough: set WGTENSOR_THOROUGH=1")
	}
	theirIn, out, err := os.Pipe()
	require.NoError(t, err)
	in, theirOut, err := os.Pipe()
	require.NoError(t, err)
	process, err := chromium.Start("about:blank", theirIn, theirOut)
	if chromium.Skipped(err) {
		t.Skip(err)
	}
	require.NoError(t, err)
	_ = theirIn.Close()
	_ = theirOut.Close()
	b := &browser{t: t, out: out, wait: map[int]chan message{}}
	done := make(chan struct{})
	go func() { b.read(in); close(done) }()
	t.Cleanup(func() {
		process.Stop()
		_ = out.Close()
		<-done
		_ = in.Close()
	})
	return b
}

// read passes answers to those who wait, until Chromium ends.
func (b *browser) read(in *os.File) {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(bytes.TrimSuffix(line, []byte{0}), &m) != nil {
			continue
		}
		b.mu.Lock()
		switch {
		case m.ID > 0:
			b.wait[m.ID] <- m
			delete(b.wait, m.ID)
		case m.Method == "Runtime.exceptionThrown", m.Method == "Log.entryAdded" && bytes.Contains(m.Params, []byte(`"level":"error"`)):
			b.said = append(b.said, string(m.Params))
		}
		b.mu.Unlock()
	}
}

// call calls a method of the protocol; result is a pointer, or nil.
func (b *browser) call(session, method string, params map[string]any, result any) {
	b.t.Helper()
	b.last++
	answer := make(chan message, 1)
	b.mu.Lock()
	b.wait[b.last] = answer
	b.mu.Unlock()
	request := map[string]any{"id": b.last, "method": method, "params": params}
	if session != "" {
		request["sessionId"] = session
	}
	text, err := json.Marshal(request)
	require.NoError(b.t, err)
	_, err = b.out.Write(append(text, 0))
	require.NoError(b.t, err)
	select {
	case m := <-answer:
		require.Nil(b.t, m.Error, "%s: %+v", method, m.Error)
		if result != nil {
			require.NoError(b.t, json.Unmarshal(m.Result, result))
		}
	case <-time.After(time.Minute):
		require.Fail(b.t, "no answer within a minute", method)
	}
}

// tab is a page of the browser.
type tab struct {
	*browser
	session string
}

// open opens a page of some size, in a new tab.
func (b *browser) open(url string, width, height int, phone bool) *tab {
	b.t.Helper()
	var target struct{ TargetID string }
	b.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	p := &tab{b, attached.SessionID}
	p.do("Page.enable", nil)
	p.do("Runtime.enable", nil)
	p.do("Log.enable", nil)
	p.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})
	if phone {
		p.do("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true})
	}
	p.do("Page.navigate", map[string]any{"url": url})
	return p
}

func (p *tab) do(method string, params map[string]any) {
	p.t.Helper()
	p.call(p.session, method, params, nil)
}

// eval is the value of an expression.
func eval[T any](p *tab, expression string) (value T) {
	p.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	p.call(p.session, "Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	require.Nil(p.t, answer.ExceptionDetails, "%s: %+v", expression, answer.ExceptionDetails)
	if len(answer.Result.Value) > 0 {
		require.NoError(p.t, json.Unmarshal(answer.Result.Value, &value), expression)
	}
	return value
}

// until waits until an expression is true; an exception is false, as the page may still be loading.
func (p *tab) until(what string, seconds int, format string, args ...any) {
	p.t.Helper()
	expression := fmt.Sprintf(format, args...)
	for end := time.Now().Add(time.Duration(seconds) * time.Second); !eval[bool](p, "(() => { try { return Boolean("+expression+") } catch { return false } })()"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			require.Fail(p.t, what, "not within %d s: %s\n%v", seconds, expression, p.said)
		}
	}
}

// middle scrolls to an element, and is where its middle is then.
func (p *tab) middle(selector string) (x, y float64) {
	p.t.Helper()
	at := eval[[2]float64](p, fmt.Sprintf(`(() => { const e = document.querySelector(%q);
		e.scrollIntoView({block: "center", behavior: "instant"});
		const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()`, selector))
	return at[0], at[1]
}

// mouse sends a mouse event; kind is mousePressed, mouseMoved, mouseReleased or mouseWheel.
func (p *tab) mouse(kind string, x, y float64, more map[string]any) {
	p.t.Helper()
	event := map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
	for k, v := range more {
		event[k] = v
	}
	p.do("Input.dispatchMouseEvent", event)
}

func (p *tab) click(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.mouse("mousePressed", x, y, nil)
	p.mouse("mouseReleased", x, y, nil)
}

// press presses a key and lets it go.
func (p *tab) press(key string) {
	p.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		event := map[string]any{"type": kind, "key": key}
		if len(key) == 1 && kind == "keyDown" {
			event["text"] = key
		}
		p.do("Input.dispatchKeyEvent", event)
	}
}
