package main

import "slices"

// loop is a loop of float32 over rows in some order.
type loop struct {
	name string
	of   []statistics
}

// loops add rows in several orders, as most programs do: each sum on the way is rounded.
func (t *table) loops() []loop {
	reversed := slices.Clone(t.rows)
	slices.Reverse(reversed)
	return []loop{
		{"rows in order", t.loop(t.rows)},
		{"rows reversed", t.loop(reversed)},
		{"rows shuffled", t.loop(t.shuffled())},
		{"two halves", t.loop(t.rows[:len(t.rows)/2], t.rows[len(t.rows)/2:])},
	}
}

// loop computes the statistics of all columns by float32. It adds the sums of parts.
func (t *table) loop(parts ...[][]float32) []statistics {
	all := make([]statistics, len(t.names))
	for column := range all {
		var sum, squares, n float32
		for _, rows := range parts {
			var part float32
			for _, row := range rows {
				part += row[column]
			}
			sum, n = sum+part, n+float32(len(rows))
		}
		mean := sum / n
		for _, rows := range parts {
			var part float32
			for _, row := range rows {
				d := row[column] - mean
				part += d * d
			}
			squares += part
		}
		all[column] = statistics{float64(mean), float64(squares / n)}
	}
	return all
}
