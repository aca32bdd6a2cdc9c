package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"os"
	"slices"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"heat": heat, "pace": pace, "sum": sum}).Parse(pageText))

// writePage writes a page for people, which needs nothing beside it.
func (r *results) writePage(file string) error {
	if file == "" {
		return nil
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := page.Execute(f, r); err != nil {
		return err
	}
	return f.Close()
}

// Rows is the heat map: a row for each operation, a cell for each type.
func (c *checked) Rows() (rows []mapRow) {
	cells := map[[2]string]*cell{}
	for i, x := range c.Cells {
		cells[[2]string{x.Op, x.Type}] = &c.Cells[i]
	}
	for _, o := range c.ops() {
		row := mapRow{Op: o}
		for _, dt := range c.types() {
			row.Cells = append(row.Cells, cells[[2]string{o, dt}])
		}
		rows = append(rows, row)
	}
	return rows
}

// Columns are the types of the heat map.
func (c *checked) Columns() []string { return c.types() }

// Key explains the colours of the map, and counts their cells.
func (c *checked) Key() []colour {
	key := []colour{
		{exact, "= exact, or by definition; or 0", 0}, {"h0", "up to a fifth of what is allowed", 0}, {"h1", "two fifths", 0},
		{"h2", "three fifths", 0}, {"h3", "four fifths", 0}, {"h4", "all of it", 0}, {failed, "✗ more: failed", 0},
		{refused, "– refused", 0}, {notRun, "? not run", 0},
	}
	for i := range c.Cells {
		k := slices.IndexFunc(key, func(k colour) bool { return k.Class == heat(&c.Cells[i]) })
		key[k].Cells++
	}
	return key
}

// colour is a class of cells of the map.
type colour struct {
	Class, Means string
	Cells        int
}

type mapRow struct {
	Op    string
	Cells []*cell // nil where the operation is not defined
}

// heat is the class of a cell: its status, or h0 to h4 for the part of the tolerance that is used.
func heat(c *cell) string {
	if c.Status != within {
		return c.Status
	}
	return fmt.Sprintf("h%d", min(4, int(math.Floor(5*float64(c.Worst)/c.Allowed))))
}

// Text is what stands in the cell.
func (c *cell) Text() string {
	switch c.Status {
	case exact:
		if c.Allowed > 0 {
			return "0"
		}
		return "="
	case refused:
		return "–"
	case notRun:
		return "?"
	case failed:
		return "✗ " + c.Worst.String()
	}
	return fmt.Sprintf("%.2f", float64(c.Worst))
}

// Detail explains the cell to a reader who asks about it.
func (c *cell) Detail() string {
	head := c.Op + " in " + c.Type + ": "
	switch c.Status {
	case exact:
		if c.BySteps {
			return fmt.Sprintf("%severy one of %d results has the bits of its steps, each rounded, which define it", head, c.Elements)
		}
		return fmt.Sprintf("%severy one of %d results is correctly rounded (%v ULP are allowed)", head, c.Elements, c.Allowed)
	case notRun:
		return head + "not run"
	case refused:
		return head + "refused, as the device says it does not compute in this type"
	case failed:
		return fmt.Sprintf("%s%d of %d results are wrong; the worst by %v ULP of %v allowed, at %s", head, c.Wrong, c.Elements, c.Worst, c.Allowed, c.At)
	}
	return fmt.Sprintf("%sworst of %d results %v ULP of %v allowed, at %s", head, c.Elements, c.Worst, c.Allowed, c.At)
}
