package devicetest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// Table returns the accuracy in Markdown. For each operation and each of the given types it has the
// worst and the allowed error, in units in the last place. Without types, it has the types of the
// device. A cell is blank if the operation is not defined in the type.
func (r Report) Table(types ...op.DType) string {
	if len(types) == 0 {
		types = r.Info.DTypes.List()
	}
	cells := map[rowKey]string{}
	var names []string
	for _, row := range r.Rows {
		names = append(names, row.Op)
		cells[rowKey{row.Op, row.Type}] = row.cell()
	}
	var b strings.Builder
	b.WriteString("| operation |")
	for _, dt := range types {
		fmt.Fprintf(&b, " %v |", dt)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" ---: |", len(types)) + "\n")
	for _, name := range slices.Compact(names) {
		fmt.Fprintf(&b, "| %s |", name)
		for _, dt := range types {
			fmt.Fprintf(&b, " %s |", cells[rowKey{name, dt}])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (r Row) cell() string {
	switch {
	case !r.ran():
		return "not run"
	case r.Refused:
		return "refused"
	case r.Worst == 0 && r.Allowed == 0 && r.BySteps:
		return "by definition"
	case r.Worst == 0 && r.Allowed == 0:
		return "exact"
	}
	return fmt.Sprintf("%.3g of %.3g", r.Worst, r.Allowed)
}

// FigureTable returns a sweep's figures for one type in Markdown: a line for every operation with
// an error bound. Below are the names of the operations that are exact, or defined by their steps.
func FigureTable(figures []Figure, dt op.DType) string {
	var b strings.Builder
	var exact, bySteps []string
	b.WriteString("| operation | worst | allowed | mean | worst at | arguments |\n| --- | ---: | ---: | ---: | --- | ---: |\n")
	for _, f := range figures {
		switch {
		case f.Type != dt:
		case f.Allowed == 0 && f.Worst == 0 && f.BySteps:
			bySteps = append(bySteps, f.Op)
		case f.Allowed == 0 && f.Worst == 0:
			exact = append(exact, f.Op)
		default:
			fmt.Fprintf(&b, "| %s | %.3g | %.3g | %.2g | %s | %d |\n", f.Op, f.Worst, f.Allowed, f.Mean, f.At, f.Inputs)
		}
	}
	if len(exact) > 0 {
		fmt.Fprintf(&b, "\nExact: %s.\n", strings.Join(exact, ", "))
	}
	if len(bySteps) > 0 {
		fmt.Fprintf(&b, "\nBy definition, every step rounded: %s.\n", strings.Join(bySteps, ", "))
	}
	return b.String()
}
