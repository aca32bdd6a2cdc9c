package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// table has named columns of texts.
type table struct {
	names []string
	rows  [][]string
}

// parse reads a file with a line of names.
func parse(raw []byte) (*table, error) {
	lines, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("no line of names")
	}
	return &table{lines[0], lines[1:]}, nil
}

// codes returns a number for each key of a column of two tables. Equal keys have equal numbers.
func codes(column string, tables ...*table) (keys []*tensor.Tensor, err error) {
	numbers := map[string]int64{}
	for _, t := range tables {
		at := slices.Index(t.names, column)
		if at < 0 {
			return nil, fmt.Errorf("no column %q; there are %q", column, t.names)
		}
		list := make([]int64, len(t.rows))
		for i, row := range t.rows {
			n, ok := numbers[row[at]]
			if !ok {
				n = int64(len(numbers))
				numbers[row[at]] = n
			}
			list[i] = n
		}
		keys = append(keys, tensor.FromSlice(list))
	}
	return keys, nil
}

// write writes the rows of two tables beside each other, and the key's column once. The row -1 is empty.
func write(w io.Writer, left, right *table, on string, l, r []int64) error {
	key := slices.Index(right.names, on)
	rest := func(cells []string) []string { return slices.Delete(slices.Clone(cells), key, key+1) }
	out := csv.NewWriter(w)
	out.Write(slices.Concat(left.names, rest(right.names)))
	empty := make([]string, len(right.names))
	for i := range l {
		cells := empty
		if r[i] >= 0 {
			cells = right.rows[r[i]]
		}
		out.Write(slices.Concat(left.rows[l[i]], rest(cells)))
	}
	out.Flush()
	return out.Error()
}
