package findings

import "slices"

// Rows is the heat map: a row for each operation, a cell for each type.
func (c *Device) Rows() (rows []Row) {
	cells := map[[2]string]*Cell{}
	for i, x := range c.Cells {
		cells[[2]string{x.Op, x.Type}] = &c.Cells[i]
	}
	for _, o := range c.ops() {
		row := Row{Op: o}
		for _, dt := range c.types() {
			row.Cells = append(row.Cells, cells[[2]string{o, dt}])
		}
		rows = append(rows, row)
	}
	return rows
}

// Columns are the types of the heat map.
func (c *Device) Columns() []string { return c.types() }

// Key explains the colours of the map, and counts their cells.
func (c *Device) Key() []Colour {
	key := []Colour{
		{Exact, "= exact, or by definition; or 0", 0}, {"h0", "up to a fifth of what is allowed", 0}, {"h1", "two fifths", 0},
		{"h2", "three fifths", 0}, {"h3", "four fifths", 0}, {"h4", "all of it", 0}, {Failed, "✗ more: failed", 0},
		{Refused, "– refused", 0}, {"not-run", "? not run", 0},
	}
	for i := range c.Cells {
		k := slices.IndexFunc(key, func(k Colour) bool { return k.Class == c.Cells[i].Heat() })
		key[k].Cells++
	}
	return key
}

// Colour is a class of cells of the map.
type Colour struct {
	Class, Means string
	Cells        int
}

// Row is a row of the map.
type Row struct {
	Op    string
	Cells []*Cell // nil where the operation is not defined
}
