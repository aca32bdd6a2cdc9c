// Command gonum fits a polynomial to a table. encoding/csv reads the table. wgtensor broadcasts a
// column of points against a row of exponents. gonum solves the least-squares problem.
//
//	go run . [table.csv]
package main

import (
	_ "embed"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/wgtensor/wgtensor/tensor"
)

//go:embed falling.csv
var falling string

func main() {
	var file io.Reader = strings.NewReader(falling)
	if len(os.Args) > 1 {
		f, err := os.Open(os.Args[1])
		if err != nil {
			log.Fatal(err)
		}
		defer f.Close()
		file = f
	}
	if err := run(os.Stdout, file); err != nil {
		log.Fatal(err)
	}
}

func run(w io.Writer, file io.Reader) error {
	table, err := readTable(file)
	if err != nil {
		return err
	}
	if shape := table.Shape(); shape[0] < 1 || shape[1] != 2 {
		return fmt.Errorf("the table has shape %v below its titles; it needs rows, and two columns: the time and the height", shape)
	}
	x, y := table.Slice(1, 0, 1, 1), table.Slice(1, 1, 2, 1) // two columns
	powers := x.Pow(tensor.FromSlice([]float64{0, 1, 2}))    // [rows, 3]
	a, b := new(mat.Dense), new(mat.Dense)
	if err := toDense(a, powers); err != nil {
		return err
	}
	if err := toDense(b, y); err != nil {
		return err
	}
	var c mat.Dense
	if err := c.Solve(a, b); err != nil {
		return err
	}
	fmt.Fprintf(w, "height = %.2f %+.2f t %+.2f t²\n", c.At(0, 0), c.At(1, 0), c.At(2, 0))

	var fitted mat.Dense
	fitted.Mul(a, &c)
	left := y.Sub(fromMatrix(&fitted)).Abs()
	rows, err := tensor.ToNested[[][]float64](left)
	if err != nil {
		return err
	}
	for i, row := range rows {
		fmt.Fprintf(w, "row %d is off by %.2f\n", i, row[0])
	}
	return nil
}
