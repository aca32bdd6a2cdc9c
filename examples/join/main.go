// Command join joins two tables of CSV files by a column that both have. For each row of the first it finds
// the rows of the second that have the same key, by a sort, two searches and a take.
//
//	go run ./examples/join                         # orders and customers, to the standard output
//	go run ./examples/join -on customer -o joined.csv orders.csv customers.csv
//	go run ./examples/join -all                    # rows of the first that have no partner stay
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

var (
	//go:embed orders.csv
	orders []byte
	//go:embed customers.csv
	customers []byte
)

func main() {
	on := flag.String("on", "customer", "the column of the keys")
	all := flag.Bool("all", false, "keep rows of the first table that have no partner, with empty cells")
	out := flag.String("o", "", "the file to write; the standard output if empty")
	flag.Parse()
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	fmt.Fprintln(os.Stderr, dev)
	tensor.SetDefaultDevice(dev)
	files := [][]byte{orders, customers}
	switch flag.NArg() {
	case 0:
	case 2:
		for i := range files {
			if files[i], err = os.ReadFile(flag.Arg(i)); err != nil {
				log.Fatal(err)
			}
		}
	default:
		log.Fatalf("%d arguments; give two files, or none", flag.NArg())
	}
	if err := save(*out, func(w io.Writer) error { return run(w, files[0], files[1], *on, *all) }); err != nil {
		log.Fatal(err)
	}
}

// save writes to a file, or to the standard output.
func save(file string, write func(w io.Writer) error) error {
	if file == "" {
		return write(os.Stdout)
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// run joins two tables and writes the result.
func run(w io.Writer, first, second []byte, on string, all bool) error {
	left, err := parse(first)
	if err != nil {
		return fmt.Errorf("the first table: %w", err)
	}
	right, err := parse(second)
	if err != nil {
		return fmt.Errorf("the second table: %w", err)
	}
	keys, err := codes(on, left, right)
	if err != nil {
		return err
	}
	l, r, err := pairs(keys[0], keys[1], all)
	if err != nil {
		return err
	}
	return write(w, left, right, on, l, r)
}
