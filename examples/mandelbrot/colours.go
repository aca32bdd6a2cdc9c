package main

import "image/color"

// inside is the colour of the set, 0 to inside-1 are those around it.
const inside = 255

// shade is the colour of a count. The first counts differ most.
func shade(n, steps int) uint8 {
	if n >= steps {
		return inside
	}
	return uint8(inside * n * 8 / (n*8 + steps))
}

// colours go from dark blue by white and orange to black.
func colours() color.Palette {
	stops := []color.RGBA{{0, 7, 60, 255}, {32, 107, 203, 255}, {237, 255, 255, 255}, {255, 170, 0, 255}, {60, 10, 20, 255}}
	palette := make(color.Palette, inside+1)
	for i := range inside {
		at := i * (len(stops) - 1)
		a, b, part := stops[at/inside], stops[at/inside+1], at%inside
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(inside-part) + int(b)*part) / inside) }
		palette[i] = color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
	}
	palette[inside] = color.RGBA{0, 0, 0, 255}
	return palette
}
