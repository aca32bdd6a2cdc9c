// Package studio computes what the page shows: pictures, and what is known about their launches. It
// is the part of the program that needs no browser.
package studio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/web/formula"
	"github.com/wgtensor/wgtensor/tensor"
)

// Studio has a device, and the state of pictures that move. One request uses the device at a time.
type Studio struct {
	send func(Answer)

	turn   sync.Mutex // of the device, and of everything below
	device device.Device
	rates  map[device.Device]float64 // of copies, in GB/s
	dish   *reaction
	bodies *bodies

	jobs sync.Mutex
	stop map[string]context.CancelFunc // ends the request of each kind that is under way
}

// Answer is one answer to a request. A request may have several.
type Answer struct {
	ID    int    `json:"id"`
	More  bool   `json:"more,omitempty"` // others follow
	Info  any    `json:"info,omitempty"`
	Error string `json:"error,omitempty"`
	From  int    `json:"from,omitempty"` // where the error is, in a formula
	To    int    `json:"to,omitempty"`
	// Superseded says that a newer request ended this one.
	Superseded bool   `json:"superseded,omitempty"`
	Pixels     []byte `json:"-"` // red, green and blue; or numbers
}

// request is what all requests have.
type request struct {
	ID int
	Do string
}

// task is a request under way.
type task struct {
	*Studio
	ctx context.Context
	id  int
	raw []byte
}

// tasks are the requests that there are, by their names.
var tasks = map[string]func(t *task) (Answer, error){
	"open":        (*task).open,
	"set":         (*task).set,
	"dish":        (*task).dishFrame,
	"bodies":      (*task).bodiesFrame,
	"formula":     (*task).formula,
	"operations":  (*task).operations,
	"conformance": (*task).conformance,
}

// New is a studio on the CPU, which sends its answers by a function.
func New(send func(Answer)) (*Studio, error) {
	s := &Studio{send: send, rates: map[device.Device]float64{}, stop: map[string]context.CancelFunc{}}
	d, err := device.Open("cpu")
	if err != nil {
		return nil, err
	}
	s.use(d)
	return s, nil
}

// use makes a device the studio's. Pictures that move begin anew.
func (s *Studio) use(d device.Device) {
	if s.device != nil {
		_ = s.device.Close()
		delete(s.rates, s.device)
	}
	s.device, s.dish, s.bodies = d, nil, nil
	tensor.SetDefaultDevice(d)
}

// Ask answers a request, a JSON object with an id and the name of what to do. A new request ends the
// one before it that does the same.
func (s *Studio) Ask(raw []byte) {
	var r request
	if err := json.Unmarshal(raw, &r); err != nil {
		s.send(Answer{Error: "no request: " + err.Error()})
		return
	}
	do, ok := tasks[r.Do]
	if !ok {
		s.send(Answer{ID: r.ID, Error: fmt.Sprintf("there is no request %q", r.Do)})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.jobs.Lock()
	if stop := s.stop[r.Do]; stop != nil {
		stop()
	}
	s.stop[r.Do] = cancel
	s.jobs.Unlock()
	a, err := do(&task{s, ctx, r.ID, raw})
	a.ID = r.ID
	if err != nil {
		a.Error, a.Superseded = err.Error(), errors.Is(err, context.Canceled)
		var at *formula.Error
		if errors.As(err, &at) {
			a.From, a.To = at.From, at.To
		}
	}
	s.send(a)
}

// read reads what the request says beside its name.
func (t *task) read(request any) error { return json.Unmarshal(t.raw, request) }

// more sends an answer that others follow.
func (t *task) more(a Answer) {
	a.ID, a.More = t.id, true
	t.send(a)
}

// onDevice runs a piece of work, while no other request uses the device. The device gives
// the page and other requests their turn.
func (t *task) onDevice(work func() error) error {
	t.turn.Lock()
	defer t.turn.Unlock()
	if err := t.ctx.Err(); err != nil {
		return err
	}
	return work()
}

// pixels are red, green and blue of colours from 0 to 1, as bytes.
func pixels(colours *tensor.Tensor) ([]byte, error) {
	return tensor.Data[uint8](colours.Clamp(0, 1).Mul(255).Round().AsType(tensor.Uint8))
}

// size is the size of a picture.
type size struct{ Width, Height int }

func (s size) check() error {
	if min(s.Width, s.Height) < 1 || max(s.Width, s.Height) > 4096 {
		return fmt.Errorf("%d x %d pixels; sizes are from 1 to 4096", s.Width, s.Height)
	}
	return nil
}

// opened describes the device.
type opened struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Text    string `json:"text"`
	Backend string `json:"backend"`
	Why     string `json:"why"`
}

// open changes the device: to "auto", "gpu" or "cpu". After an error the old one stays.
func (t *task) open() (Answer, error) {
	var r struct{ Device string }
	if err := t.read(&r); err != nil {
		return Answer{}, err
	}
	d, err := device.Open(r.Device) // before the turn: pictures go on meanwhile
	if err != nil {
		return Answer{}, err
	}
	err = t.onDevice(func() error {
		t.use(d)
		return nil
	})
	if err != nil {
		return Answer{}, errors.Join(err, d.Close())
	}
	i := d.Info()
	return Answer{Info: opened{i.Name, i.Kind.String(), i.Adapter, i.Backend, i.Why}}, nil
}
