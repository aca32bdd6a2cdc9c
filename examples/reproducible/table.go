package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
)

// table has named columns of numbers.
type table struct {
	names []string
	rows  [][]float32
}

// parse reads a file with a line of names.
func parse(raw []byte) (*table, error) {
	lines, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
	switch {
	case err != nil:
		return nil, err
	case len(lines) < 3:
		return nil, fmt.Errorf("%d lines; a line of names and two of numbers are needed", len(lines))
	}
	t := &table{names: lines[0]}
	for i, line := range lines[1:] {
		row := make([]float32, len(line))
		for k, cell := range line {
			x, err := strconv.ParseFloat(cell, 32)
			if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
				return nil, fmt.Errorf("line %d, %s: %q is no finite number", i+2, t.names[k], cell)
			}
			row[k] = float32(x)
		}
		t.rows = append(t.rows, row)
	}
	return t, nil
}

// statistics are those of one column. They are printed with the digits that a float32 has.
type statistics struct{ mean, variance float64 }

func (s statistics) String() string { return fmt.Sprintf("%.9g ± %.9g", s.mean, s.variance) }
