package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/wgtensor/wgtensor/examples/conformance/findings"
)

// results has the findings of a run; -json writes it.
type results struct {
	Made      time.Time
	Machine   string // "linux/amd64, go1.26"
	Seed      uint64
	Quick     bool
	Devices   []*findings.Device
	NotOpened []notOpened
	err       error // what failed
}

type notOpened struct{ Name, Why string }

func newResults(o *options) *results {
	return &results{Made: time.Now().UTC().Truncate(time.Second), Machine: runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version(), Seed: o.seed, Quick: o.quick}
}

// failure is what failed, nil if nothing did.
func (r *results) failure() error {
	if r.err != nil {
		return fmt.Errorf("conformance: failed:\n%w", r.err)
	}
	return nil
}

func (r *results) write(file string) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func readResults(file string) (*results, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &results{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s was not written by -json: %w", file, err)
	}
	if len(r.Devices) == 0 {
		return nil, errors.New(file + " has no device in it; was it written by -json?")
	}
	return r, nil
}
