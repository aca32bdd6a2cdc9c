package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"

	"github.com/wgtensor/wgtensor/tensor/exact"
)

// columns are the moments of each column.
type columns []exact.Moments

// momentsOf adds all rows.
func (t *table) momentsOf(rows [][]float32) columns {
	all := make(columns, len(t.names))
	for _, row := range rows {
		for k, x := range row {
			all[k].Add(float64(x))
		}
	}
	return all
}

func (c columns) merge(others columns) {
	for k := range c {
		c[k].Merge(&others[k])
	}
}

func (c columns) statistics() []statistics {
	all := make([]statistics, len(c))
	for k := range c {
		all[k] = statistics{c[k].Mean(), c[k].Variance(0)}
	}
	return all
}

func (t *table) shuffled() [][]float32 {
	rows := slices.Clone(t.rows)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return rows
}

// ways are all but those of devices. The first is one pass over the rows.
func (t *table) ways(file string) []way {
	return []way{
		{"one pass", func() ([]statistics, error) { return t.momentsOf(t.rows).statistics(), nil }},
		{"rows shuffled", func() ([]statistics, error) { return t.momentsOf(t.shuffled()).statistics(), nil }},
		{"chunks of 64", func() ([]statistics, error) {
			all := t.momentsOf(nil)
			for rows := range slices.Chunk(t.rows, 64) {
				all.merge(t.momentsOf(rows))
			}
			return all.statistics(), nil
		}},
		{"two processes", func() ([]statistics, error) { return t.inProcesses(file) }},
	}
}

// inProcesses starts the program twice, each for half of the rows, and merges the states that come back.
func (t *table) inProcesses(file string) ([]statistics, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	all := t.momentsOf(nil)
	for part := range 2 {
		command := exec.Command(self, "-part="+strconv.Itoa(part), "-file="+file)
		command.Stderr = os.Stderr
		state, err := command.Output()
		if err != nil {
			return nil, err
		}
		var half columns
		if err := gob.NewDecoder(bytes.NewReader(state)).Decode(&half); err != nil {
			return nil, err
		}
		if len(half) != len(all) {
			return nil, fmt.Errorf("the process sent %d columns, not %d", len(half), len(all))
		}
		all.merge(half)
	}
	return all.statistics(), nil
}

// send writes the states of every second row.
func (t *table) send(w io.Writer, part int) error {
	var rows [][]float32
	for i := part; i < len(t.rows); i += 2 {
		rows = append(rows, t.rows[i])
	}
	return gob.NewEncoder(w).Encode(t.momentsOf(rows))
}
