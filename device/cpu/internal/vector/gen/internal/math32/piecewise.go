package math32

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// piecewise is a function of numbers from 0 on, with a polynomial for each of 16 intervals. The
// interval of a number depends on start + scale*number, or on the number itself if start is 0. An
// octave of that sum, from start on, has 2^bits intervals. The intervals are narrower where the
// number is small, and an interval's index is a few bits of the sum.
//
// A row has a number x0 of its interval, and the coefficients of 1, x-x0, (x-x0)² … The first
// coefficient is the function at x0. x0 was chosen so that it is nearly a float32. The others are
// fitted as functions says. Rows stand in the order of the index bits.
type piecewise struct {
	name         string
	scale, start float64
	bits         uint8
	rows         [16][]float64
}

// piecewiseSum gives the function as a sum, of a number near it and a smaller one.
func piecewiseSum(f floats.Arithmetic, p *piecewise, a vec) (near, rest vec) {
	u, v, near := piecewiseParts(f, p, a)
	return near, f.Mul(v, u)
}

// piecewiseOf is the function as one number, the sum of both.
func piecewiseOf(f floats.Arithmetic, p *piecewise, a vec) vec {
	u, v, near := piecewiseParts(f, p, a)
	return f.MulAdd(v, u, near)
}

func piecewiseParts(f floats.Arithmetic, p *piecewise, a vec) (u, v, near vec) {
	sum := a
	if p.start != 0 {
		sum = f.AddProduct(f.Load(f.Number(p.start)), a, f.Number(p.scale))
	}
	at := intervalOf(f, f.Shift("VPSRLD", sum, 23-p.bits))
	u = f.Sub(a, column(f, p, at, 0))
	last := len(p.rows[0]) - 1
	v = column(f, p, at, last)
	for k := last - 1; k > 1; k-- {
		v = f.MulAdd(v, u, column(f, p, at, k))
	}
	return u, v, column(f, p, at, 1)
}

// interval is an index of 16 elements, in the lowest bits; high tells, in registers of 8, where
// the index is above 7.
type interval struct{ index, high vec }

func intervalOf(f floats.Arithmetic, index vec) interval {
	switch f.Width {
	case 64:
		return interval{index, nil}
	case 16: // of the bytes
		bytes := f.Load(f.Bits(0x03020100))
		return interval{f.Neon("mla", 4, bytes, f.And(index, f.Bits(15)), f.Kept(4, 0x04040404)), nil}
	}
	return interval{index, f.Shift("VPSLLD", index, 28)}
}

// column picks each element's row out of a column of the table.
func column(f floats.Arithmetic, p *piecewise, c interval, k int) vec {
	var elements []float64
	for _, row := range p.rows {
		elements = append(elements, row[k])
	}
	return pick(f, fmt.Sprintf("%s%d", p.name, k), elements, c)
}

// pick is the elements at an index.
func pick(f floats.Arithmetic, name string, elements []float64, c interval) vec {
	var words [8]uint64
	for i := range words {
		words[i] = uint64(math.Float32bits(float32(elements[2*i]))) | uint64(math.Float32bits(float32(elements[2*i+1])))<<32
	}
	m := f.Words(name, words[:]...)
	if f.Width == 16 {
		return f.Lookup(m, c.index)
	}
	v := f.Vec()
	if f.Width == 64 {
		f.VPERMPS(f.Keepable(m), c.index, v)
		return v
	}
	f.VPERMPS(m, c.index, v)
	m.Disp += 32
	high := f.Vec()
	f.VPERMPS(m, c.index, high)
	return f.Select(operand.Op(c.high), high, v)
}
