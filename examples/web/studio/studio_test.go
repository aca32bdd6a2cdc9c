package studio_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/web/studio"
	"github.com/wgtensor/wgtensor/tensor"
)

// asked is what a studio answers to requests, in order.
type asked struct {
	*studio.Studio
	answers []studio.Answer
}

func newStudio(t *testing.T) *asked {
	t.Helper()
	before := tensor.DefaultDevice()
	t.Cleanup(func() { tensor.SetDefaultDevice(before) })
	a := &asked{}
	s, err := studio.New(func(answer studio.Answer) { a.answers = append(a.answers, answer) })
	require.NoError(t, err)
	a.Studio = s
	return a
}

// ask is the last answer, and what is known beside the picture.
func (a *asked) ask(t *testing.T, request string) (studio.Answer, map[string]any) {
	t.Helper()
	a.answers = nil
	a.Ask([]byte(request))
	require.NotEmpty(t, a.answers)
	last := a.answers[len(a.answers)-1]
	text, err := json.Marshal(last.Info)
	require.NoError(t, err)
	info := map[string]any{}
	_ = json.Unmarshal(text, &info) // of a list there is nothing
	return last, info
}

func TestTheSetIsDrawnCoarseFirst(t *testing.T) {
	s := newStudio(t)
	a, info := s.ask(t, `{"id": 3, "do": "set", "width": 40, "height": 25, "x": -0.7, "y": 0, "across": 3.9, "steps": 50, "coarse": [4, 1]}`)
	require.Empty(t, a.Error)
	require.Len(t, s.answers, 2)
	assert.True(t, s.answers[0].More)
	assert.Len(t, s.answers[0].Pixels, 10*6*3)
	assert.Equal(t, 3, a.ID)
	assert.False(t, a.More)
	require.Len(t, a.Pixels, 40*25*3)
	middle := 3 * (12*40 + 20)
	assert.Equal(t, []byte{0, 0, 0}, a.Pixels[middle:middle+3], "in the set")
	assert.NotEqual(t, []byte{0, 0, 0}, a.Pixels[:3])
	assert.Equal(t, 40., info["width"])
	assert.Equal(t, 16., info["launches"], "13 times four steps, and the coordinates")
}

func TestADropSpreadsInTheDish(t *testing.T) {
	s := newStudio(t)
	before, _ := s.ask(t, `{"id": 1, "do": "dish", "width": 32, "height": 20, "steps": 0}`)
	after, _ := s.ask(t, `{"id": 2, "do": "dish", "width": 32, "height": 20, "steps": 5, "touch": {"x": 31, "y": -9, "radius": 12}}`)
	require.Empty(t, after.Error)
	assert.Len(t, after.Pixels, 32*20*3)
	assert.NotEqual(t, before.Pixels, after.Pixels)
	again, _ := s.ask(t, `{"id": 3, "do": "dish", "width": 32, "height": 20, "steps": 0, "restart": true}`)
	assert.Equal(t, before.Pixels, again.Pixels)
}

func TestBodiesMove(t *testing.T) {
	s := newStudio(t)
	before, _ := s.ask(t, `{"id": 1, "do": "bodies", "bodies": 10, "steps": 0}`)
	after, info := s.ask(t, `{"id": 2, "do": "bodies", "bodies": 10, "steps": 3}`)
	require.Empty(t, after.Error)
	assert.Len(t, after.Pixels, 10*3*4)
	assert.NotEqual(t, before.Pixels, after.Pixels)
	assert.Equal(t, 6., info["launches"])
}

func TestAFormulaTellsItsLaunches(t *testing.T) {
	s := newStudio(t)
	for _, c := range []struct {
		name, apart     string
		launches, bytes float64
	}{
		{"fused", "false", 1, 60*40*4 + 60*40*4},
		{"one by one", "true", 3, 3 * (60*40*4 + 60*40*4)},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, info := s.ask(t, `{"id": 1, "do": "formula", "width": 60, "height": 40, "formula": "sin(20*r - t)", "explain": true, "apart": `+c.apart+`}`)
			require.Empty(t, a.Error)
			assert.Len(t, a.Pixels, 60*40*3)
			assert.Equal(t, c.launches, info["launches"])
			assert.Equal(t, c.bytes, info["bytes"])
			assert.Equal(t, true, info["moves"])
			assert.Equal(t, int(c.launches), strings.Count(info["wgsl"].(string), "@compute"), "what a GPU would run")
			assert.Contains(t, info["explain"], "launch 1: ")
			assert.Greater(t, info["copy"], 0.)
			assert.Greater(t, info["micros"], 0.)
		})
	}
	a, _ := s.ask(t, `{"id": 7, "do": "formula", "width": 60, "height": 40, "formula": "1 + x*[1, 2]*[1, 2, 3]"}`)
	assert.Equal(t, 7, a.ID)
	assert.Contains(t, a.Error, "The size of tensor a (2) must match the size of tensor b (3)")
	assert.Equal(t, [2]int{4, 22}, [2]int{a.From, a.To})
}

func TestANewerRequestOfTheSameKindEndsAnOlderOne(t *testing.T) {
	before := tensor.DefaultDevice()
	defer tensor.SetDefaultDevice(before)
	answers := make(chan studio.Answer, 100)
	s, err := studio.New(func(a studio.Answer) { answers <- a })
	require.NoError(t, err)
	const set = `"do": "set", "width": 64, "height": 64, "x": 0, "y": 0, "across": 1, "coarse": [8, 1]}`
	go s.Ask([]byte(`{"id": 1, "steps": 4000, ` + set))
	for a := range answers {
		if a.ID == 1 && a.More { // it has begun
			break
		}
	}
	s.Ask([]byte(`{"id": 2, "steps": 1, ` + set))
	ended := map[int]studio.Answer{}
	for len(ended) < 2 {
		if a := <-answers; !a.More {
			ended[a.ID] = a
		}
	}
	assert.True(t, ended[1].Superseded)
	assert.Empty(t, ended[2].Error)
}

func TestTheDeviceCanBeChanged(t *testing.T) {
	s := newStudio(t)
	a, info := s.ask(t, `{"id": 1, "do": "open", "device": "cpu"}`)
	require.Empty(t, a.Error)
	assert.Equal(t, "cpu", info["name"])
	assert.NotEmpty(t, info["text"])
	a, _ = s.ask(t, `{"id": 2, "do": "open", "device": "abacus"}`)
	assert.Contains(t, a.Error, `no device "abacus"`)
	a, _ = s.ask(t, `{"id": 3, "do": "bodies", "bodies": 2, "steps": 1}`)
	assert.Empty(t, a.Error, "the old one stays")
}

func TestConformanceIsATableAndAText(t *testing.T) {
	s := newStudio(t)
	a, info := s.ask(t, `{"id": 1, "do": "conformance", "device": "cpu", "agent": "a browser", "ops": ["add"]}`)
	require.Empty(t, a.Error)
	assert.Contains(t, info["Text"], "a browser\n")
	assert.Contains(t, info["Text"], "| add | exact")
	rows := info["Rows"].([]any)
	require.Len(t, rows, 2, "add with its parameter, too")
	assert.Equal(t, "add", rows[0].(map[string]any)["Op"])
	assert.Len(t, rows[0].(map[string]any)["Cells"], len(info["Columns"].([]any)))
}

func TestWhatCannotBeDoneIsAnError(t *testing.T) {
	s := newStudio(t)
	for _, c := range []struct{ request, want string }{
		{`{`, "no request"},
		{`{"do": "dance"}`, `there is no request "dance"`},
		{`{"do": "set", "width": 1000000, "height": 1}`, "sizes are from 1 to 4096"},
		{`{"do": "set", "width": 9, "height": 9, "across": -1}`, "steps from 1 to 4000"},
		{`{"do": "set", "width": "wide"}`, "cannot unmarshal"},
		{`{"do": "dish", "width": 9, "height": 9, "steps": 9999}`, "a frame has from 0 to 1000"},
		{`{"do": "bodies", "bodies": 0}`, "from 1 to 4096 bodies"},
		{`{"do": "formula", "width": 0, "formula": "x"}`, "sizes are from 1"},
	} {
		t.Run(c.request, func(t *testing.T) {
			a, _ := s.ask(t, c.request)
			assert.Contains(t, a.Error, c.want)
		})
	}
}

func TestTheListOfOperationsIsThatOfTheRows(t *testing.T) {
	s := newStudio(t)
	a, _ := s.ask(t, `{"id": 1, "do": "operations"}`)
	text, err := json.Marshal(a.Info)
	require.NoError(t, err)
	assert.Contains(t, string(text), `{"name":"clamp","operands":["x","lo","hi"],`)
}
