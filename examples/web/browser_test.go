//go:build unix

package main

import (
	"encoding/base64"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var shots = flag.String("shots", "", "a folder for screenshots of the page, to be looked at")

// shot takes a screenshot of what is in sight.
func (p *tab) shot(name string) {
	p.t.Helper()
	if *shots == "" {
		return
	}
	var picture struct{ Data string }
	p.call(p.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &picture)
	data, err := base64.StdEncoding.DecodeString(picture.Data)
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(*shots, name+".png"), data, 0o666))
}

// serve builds the page and serves it for the test.
func serve(t *testing.T) (url string, files map[string][]byte) {
	t.Helper()
	files, err := build()
	require.NoError(t, err)
	server := httptest.NewServer(handler(files))
	t.Cleanup(server.Close)
	return server.URL, files
}

// TestThePageInABrowser drives the page by the events that a visitor's hands make.
func TestThePageInABrowser(t *testing.T) {
	b := startBrowser(t)
	url, files := serve(t)

	wire := 0
	for name, data := range files {
		if name != programName {
			data = compress(data)
		}
		wire += len(data)
	}
	t.Logf("%d bytes over the wire", wire)
	assert.Less(t, wire, 4_000_000, "of all files, compressed")

	began := time.Now()
	p := b.open(url, 1280, 860, false)
	p.until("the first picture", 30, `performance.getEntriesByName("first picture").length`)
	mark := func(name string) int {
		return eval[int](p, fmt.Sprintf(`Math.round(performance.getEntriesByName(%q)[0].startTime)`, name))
	}
	t.Logf("program ready after %d ms, first picture after %d ms in the page, %v in all", mark("program ready"), mark("first picture"), time.Since(began).Round(time.Millisecond))
	p.until("a device", 60, `document.querySelector("#device").dataset.kind`)
	t.Log(eval[string](p, `document.querySelector("#device").textContent`))
	p.until("the whole set", 60, `document.querySelector("#set canvas").dataset.across`)
	p.shot("set")

	t.Run("the wheel zooms into the set, and the key 0 shows all of it", func(t *testing.T) {
		x, y := p.middle("#set canvas")
		p.mouse("mouseWheel", x, y, map[string]any{"deltaX": 0, "deltaY": -400})
		p.until("a narrower view", 60, `document.querySelector("#set canvas").dataset.across < 3`)
		p.mouse("mousePressed", x, y, nil)
		p.mouse("mouseReleased", x, y, nil)
		p.press("0")
		p.until("the whole set", 60, `document.querySelector("#set canvas").dataset.across == 3.9`)
	})
	t.Run("substances react where the pointer is", func(t *testing.T) {
		x, y := p.middle("#dish canvas")
		p.mouse("mousePressed", x-90, y-40, nil)
		for i := range 10 {
			p.mouse("mouseMoved", x-90+20*float64(i), y-40+8*float64(i), nil)
			time.Sleep(30 * time.Millisecond)
		}
		p.mouse("mouseReleased", x+90, y+40, nil)
		p.until("frames", 60, `document.querySelector("#dish canvas").dataset.pictures > 40`)
		p.shot("dish")
		p.click("#dish [data-do=play]")
		n := eval[int](p, `new Promise(done => setTimeout(() => done(document.querySelector("#dish canvas").dataset.pictures * 1), 300))`)
		assert.Equal(t, n, eval[int](p, `new Promise(done => setTimeout(() => done(document.querySelector("#dish canvas").dataset.pictures * 1), 300))`), "paused")
	})
	t.Run("bodies move", func(t *testing.T) {
		p.middle("#bodies canvas")
		p.until("frames", 60, `document.querySelector("#bodies canvas").dataset.pictures > 40`)
		p.shot("bodies")
	})
	t.Run("a formula is drawn as it is typed, with its kernel", func(t *testing.T) {
		p.click("#formula textarea")
		p.until("numbers", 60, `document.querySelector("[data-meter=launches]").textContent == "1"`)
		assert.Contains(t, eval[string](p, `document.querySelector("#kernel pre").textContent`), "@compute")
		p.shot("formula")
		p.click("#formula [data-do=fuse]")
		p.until("a launch for each operation", 60, `document.querySelector("[data-meter=launches]").textContent == "8"`)
		p.click("#formula [data-do=fuse]")
		p.click("#formula textarea")
		eval[any](p, `document.querySelector("#formula textarea").select()`)
		p.do("Input.insertText", map[string]any{"text": "x * [1, 2] + [1, 2, 3]"})
		p.until("an error", 60, `!document.querySelector("#problem").hidden`)
		assert.Equal(t, "x * [1, 2] + [1, 2, 3]\n^^^^^^^^^^^^^^^^^^^^^^", eval[string](p, `document.querySelector("#problem").textContent.split("\n").slice(0, 2).join("\n")`))
		assert.Contains(t, eval[string](p, `document.querySelector("#problem").textContent`), "must match the size of tensor b")
		p.middle("#formula textarea")
		p.shot("problem")
		eval[any](p, `document.querySelector("#formula textarea").select()`)
		p.do("Input.insertText", map[string]any{"text": "sin(9*r) * ["})
		p.until("the place of the error", 60, `document.querySelector("#problem").textContent.startsWith("sin(9*r) * [\n            ^\n")`)
	})
	t.Run("an example of a formula has one launch", func(t *testing.T) {
		p.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": 760, "height": 800, "deviceScaleFactor": 1, "mobile": false})
		p.click("#formula .chips button:nth-child(2)")
		p.until("numbers", 60, `document.querySelector("#problem").hidden && document.querySelector("[data-meter=launches]").textContent == "1"`)
		p.until("a frame", 60, `(n => document.querySelector("#formula canvas").dataset.pictures > n)(window.before ??= document.querySelector("#formula canvas").dataset.pictures)`)
		p.middle("#formula figure")
		p.shot("page")
	})
	assert.Empty(t, b.said, "exceptions and errors of the page")
}

// TestThePageOnAGPU is the page on the software driver, which a visitor gets by asking for a GPU.
func TestThePageOnAGPU(t *testing.T) {
	b := startBrowser(t)
	url, _ := serve(t)
	b.call("", "Browser.grantPermissions", map[string]any{"origin": url, "permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"}}, nil)
	p := b.open(url+"/?device=gpu&ops=add", 1280, 860, false)
	p.until("a GPU", 60, `document.body.dataset.device == "gpu"`)
	assert.Contains(t, eval[string](p, `document.querySelector("#device").textContent`), "GPU: ")
	launches := func(n int) {
		t.Helper()
		p.until("numbers", 120, `document.querySelector("[data-meter=launches]").textContent == "%d"`, n)
	}

	t.Run("a formula is one kernel of WGSL, and without fusing a launch for each operation", func(t *testing.T) {
		p.middle("#formula figure")
		launches(1)
		p.click("#kernel summary")
		kernel := eval[string](p, `document.querySelector("#kernel pre").textContent`)
		assert.Contains(t, kernel, "@compute")
		assert.Contains(t, kernel, "sin")
		assert.Contains(t, eval[string](p, `document.querySelector("#formula .facts").textContent`), "a copy moves")
		p.middle("#formula figure")
		p.shot("gpu-formula")
		p.middle("#kernel")
		p.shot("gpu-kernel")
		p.click("#formula [data-do=fuse]")
		launches(8)
		p.click("#formula [data-do=fuse]")
		launches(1)
	})
	t.Run("one click checks the device, and another copies the report", func(t *testing.T) {
		p.click("#conformance [data-do=run]")
		p.until("a report", 300, `!document.querySelector("#conformance [data-do=copy]").hidden`)
		assert.Contains(t, eval[string](p, `document.querySelector("#conformance .facts").textContent`), "conforms: gpu")
		assert.Positive(t, eval[int](p, `document.querySelectorAll(".map td[title]").length`))
		p.middle("#conformance .map")
		p.shot("gpu-conformance")
		p.do("Page.bringToFront", nil)
		p.click("#conformance [data-do=copy]")
		p.until("a copy", 10, `document.querySelector("#conformance [data-do=copy]").textContent == "Copied"`)
		report := eval[string](p, `navigator.clipboard.readText()`)
		assert.Contains(t, report, "Chrome/")
		assert.Contains(t, report, "| add | exact |")
	})
	t.Run("pictures move on it", func(t *testing.T) {
		for _, part := range []string{"dish", "bodies"} {
			p.middle("#" + part + " canvas")
			p.until("frames", 120, `document.querySelector("#%s canvas").dataset.pictures > 3`, part)
			p.shot("gpu-" + part)
		}
	})
	assert.Empty(t, b.said, "exceptions and errors of the page")
}

// TestThePageOnAPhone is the page at phone width, where nothing is to move.
func TestThePageOnAPhone(t *testing.T) {
	b := startBrowser(t)
	url, _ := serve(t)
	p := b.open("about:blank", 390, 844, true)
	p.do("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-reduced-motion", "value": "reduce"}, map[string]any{"name": "prefers-color-scheme", "value": "dark"}}})
	p.do("Page.navigate", map[string]any{"url": url + "/?device=cpu&ops=add,exp,log"})
	p.until("the whole set", 60, `document.querySelector("#set canvas")?.dataset.across`)
	p.shot("phone")
	assert.Equal(t, 390, eval[int](p, `document.documentElement.scrollWidth`), "nothing is wider than the screen")

	x, y := p.middle("#set canvas")
	fingers := func(kind string, apart float64) {
		points := []any{}
		if kind != "touchEnd" {
			points = append(points, map[string]any{"x": x - apart, "y": y, "id": 1}, map[string]any{"x": x + apart, "y": y, "id": 2})
		}
		p.do("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points})
	}
	fingers("touchStart", 40)
	fingers("touchMove", 80)
	fingers("touchMove", 120)
	fingers("touchEnd", 0)
	p.until("two fingers zoom", 60, `document.querySelector("#set canvas").dataset.across < 2`)

	p.middle("#dish canvas")
	p.until("a picture that rests", 60, `document.querySelector("#dish canvas").dataset.pictures`)
	n := eval[int](p, `document.querySelector("#dish canvas").dataset.pictures * 1`)
	time.Sleep(300 * time.Millisecond)
	assert.Equal(t, n, eval[int](p, `document.querySelector("#dish canvas").dataset.pictures * 1`), "nothing moves by itself")
	p.click("#conformance [data-do=run]")
	p.until("a report", 120, `!document.querySelector("#conformance [data-do=copy]").hidden`)
	assert.Contains(t, eval[string](p, `document.querySelector("#conformance .facts").textContent`), "conforms: cpu")
	assert.Equal(t, 4, eval[int](p, `document.querySelectorAll(".map tbody tr").length`))
	p.middle(".map")
	p.shot("phone-conformance")
	p.middle("#formula textarea")
	p.until("numbers", 60, `document.querySelector("[data-meter=launches]").textContent == "1"`)
	p.shot("phone-formula")
	assert.Empty(t, b.said)
}
