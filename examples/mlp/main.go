// Command mlp reads digits: it draws some, each a little different, and asks a perceptron what they are.
//
//	go run ./examples/mlp                          # with the weights of digits.safetensors
//	go run ./examples/mlp -n 10000 -seed 7
//	go run ./examples/mlp -train 4000 -o new.safetensors
//	go run ./examples/mlp -weights new.safetensors
//
// It prints how many digits it reads rightly, and how many launches that takes.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

// trained are the weights of go run ./examples/mlp -train 6000 -o examples/mlp/digits.safetensors.
//
//go:embed digits.safetensors
var trained []byte

func main() {
	n := flag.Int("n", 1000, "how many digits to draw, at least 3")
	seed := flag.Uint64("seed", 1, "of the digits, or of the training")
	weights := flag.String("weights", "", "a file of weights; those of digits.safetensors if empty")
	steps := flag.Int("train", 0, "train a network in so many steps, and write it")
	out := flag.String("o", "new.safetensors", "the file of weights to write")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	tensor.SetDefaultDevice(dev)
	fmt.Println(dev)
	if *steps > 0 {
		err = write(os.Stdout, *out, random.NewKey(*seed).FoldIn(1), *steps)
	} else {
		err = read(os.Stdout, dev, *weights, random.NewKey(*seed), *n)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// write trains a network and writes its weights.
func write(w io.Writer, file string, key random.Key, steps int) error {
	n, err := train(w, key, steps)
	if err != nil {
		return err
	}
	return safetensors.WriteFile(file, n.tensors(), map[string]string{"steps": fmt.Sprint(steps)})
}

// read draws digits, reads them, and prints the first three.
func read(w io.Writer, dev device.Device, file string, key random.Key, n int) error {
	if n < 3 {
		return fmt.Errorf("%d digits; at least 3", n)
	}
	of, err := load(file)
	if err != nil {
		return err
	}
	pictures, digits := draw(key, lines(), n)
	if err := tensor.Eval(context.Background(), pictures, digits); err != nil {
		return err
	}
	counts, stop := device.CountLaunches(dev)
	defer stop()
	start := time.Now()
	scores, _ := of.scores(pictures)
	guesses := scores.Argmax(1)
	right := guesses.Eq(digits).Sum()
	if err := tensor.Eval(context.Background(), guesses, right); err != nil {
		return err
	}
	took, launches := time.Since(start), counts().Launches
	if err := show(w, pictures, guesses, 3); err != nil {
		return err
	}
	number, err := right.Int64()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d of %d digits are right, %.1f %%\n", number, n, 100*float64(number)/float64(n))
	fmt.Fprintf(w, "launches: %d; %v\n", launches, took.Round(10*time.Microsecond))
	return nil
}

// load reads a file of weights, or takes those of the program.
func load(file string) (network, error) {
	raw := trained
	if file != "" {
		var err error
		if raw, err = os.ReadFile(file); err != nil {
			return network{}, err
		}
	}
	all, err := safetensors.Read(bytes.NewReader(raw))
	if err != nil {
		return network{}, err
	}
	return networkOf(all)
}

// show prints the first pictures side by side, and what they are read as.
func show(w io.Writer, pictures, guesses *tensor.Tensor, n int) error {
	pixels, err := tensor.Data[float32](pictures.Slice(0, 0, n, 1))
	if err != nil {
		return err
	}
	read, err := tensor.Data[int64](guesses.Slice(0, 0, n, 1))
	if err != nil {
		return err
	}
	drawn := make([][]string, n)
	for i := range drawn {
		drawn[i] = text(pixels[i*side*side:])
	}
	for y := range side {
		for i := range drawn {
			fmt.Fprintf(w, "|%s| ", drawn[i][y])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "read as", read)
	return nil
}
