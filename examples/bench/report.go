package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// schema is the version of the JSON files; the package comment describes it.
const schema = 1

// report has the measurements of a run of the command.
type report struct {
	Schema     int            `json:"schema"`
	Time       string         `json:"time"` // RFC 3339
	Go         string         `json:"go"`
	OS         string         `json:"os"`
	Arch       string         `json:"arch"`
	GOMAXPROCS int            `json:"gomaxprocs"`
	CPUs       int            `json:"cpus"`
	Devices    []deviceReport `json:"devices"`
}

type deviceReport struct {
	Name    string    `json:"name"`
	Kind    string    `json:"kind"`
	Adapter string    `json:"adapter"`
	Backend string    `json:"backend"`
	String  string    `json:"string"`
	Threads int       `json:"threads,omitempty"` // of a CPU
	Cases   []result  `json:"cases"`
	LeftOut []leftOut `json:"left_out"`
}

// result is one case with its measurements.
type result struct {
	Section string `json:"section"`
	Name    string `json:"name"`
	Type    dtype  `json:"dtype"`
	N       int    `json:"n"`     // elements of the result
	Bytes   int64  `json:"bytes"` // inputs read once and outputs written once
	Work    *work  `json:"work,omitempty"`

	FloorNS   float64 `json:"floor_ns,omitempty"`     // of Bytes at the rate of the copy
	FloorMin  float64 `json:"floor_min_ns,omitempty"` // at the rate of the copy's fastest sample
	CopyBytes int64   `json:"copy_bytes,omitempty"`   // bytes that the copy moved
	// Launches is the number of launches, one after the other, whose mean is a sample.
	Launches int       `json:"launches"`
	Samples  []float64 `json:"samples_ns"`       // of one launch
	Record   []float64 `json:"record_ns"`        // of one launch, until the calls had returned
	Allocs   float64   `json:"allocs"`           // Go allocations of one launch, median
	Memory   *memory   `json:"memory,omitempty"` // of a loop
}

// leftOut is a case that was not measured.
type leftOut struct {
	Case string `json:"case"`
	Why  string `json:"why"`
}

// id is the name that -cases matches, and by which two files are compared.
func (r *result) id() string {
	return fmt.Sprintf("%s/%s/%v/n=%d", r.Section, r.Name, r.Type, r.N)
}

// rate is the median rate in bytes a second.
func (r *result) rate() float64 { return float64(r.Bytes) / median(r.Samples) * 1e9 }

// share of the floor; above 1 is faster than the copy.
func (r *result) share() float64 { return r.FloorNS / median(r.Samples) }

// best is the share of the fastest samples, which a busy machine disturbs least.
func (r *result) best() float64 { return r.FloorMin / fastest(r.Samples) }

func (r *report) write(file string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func readReport(file string) (*report, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := new(report)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if r.Schema != schema {
		return nil, fmt.Errorf("%s: schema %d; this command reads %d: measure again", file, r.Schema, schema)
	}
	return r, nil
}
