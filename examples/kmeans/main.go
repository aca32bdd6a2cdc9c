// Command kmeans paints a picture with few colours: k-means finds them.
//
//	go run ./examples/kmeans                       # a picture of its own, to painted.png
//	go run ./examples/kmeans -in photo.jpg -k 24 -o new.png
//
// It prints how far pixels are from their colours, step by step, and the colours at the end.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	width := flag.Int("width", 480, "of the program's own picture, in pixels")
	height := flag.Int("height", 320, "of the program's own picture, in pixels")
	in := flag.String("in", "", "a PNG or JPEG; a picture of the program's own if empty")
	out := flag.String("o", "painted.png", "the PNG or JPEG to write")
	k := flag.Int("k", 12, "how many colours, 1 to 256")
	steps := flag.Int("steps", 16, "how often the colours are moved")
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
	pixels, err := picture.Colours(*in, *height, *width)
	if err == nil {
		err = run(os.Stdout, pixels, *k, *steps, *out)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run paints [height, width, 3] of bytes with k colours, and writes the picture.
func run(w io.Writer, pixels *tensor.Tensor, k, steps int, out string) error {
	if k < 1 || k > 256 || steps < 0 {
		return fmt.Errorf("%d colours and %d steps; colours are 1 to 256, and steps 0 or more", k, steps)
	}
	if err := picture.Check(out); err != nil {
		return err
	}
	shape := pixels.Shape()
	points := pixels.AsType(tensor.Float32).Div(255).Reshape(-1, 3).Clone()
	colours := spread(points, k)
	for i := range steps {
		labels := nearest(points, colours)
		if i&(i-1) == 0 { // 0, 1, 2, 4, 8 …
			far, err := tensor.Item[float32](distance(points, paint(labels, colours)))
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "step %2d: pixels are %.4f from their colours\n", i, far)
		}
		colours = means(points, labels, colours)
		if err := tensor.Eval(context.Background(), colours); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "colours:\n%.3f\n", colours)
	if err := picture.Save(out, paint(nearest(points, colours), colours).Reshape(shape...)); err != nil {
		return err
	}
	fmt.Fprintln(w, "to", out)
	return nil
}
