package tensor

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wgtensor/wgtensor/device/op"
)

// formatCells prints elements as text of one width.
func formatCells(dt DType, elements []op.Scalar, precision int) []string {
	if dt.IsFloat() {
		values := make([]float64, len(elements))
		for i, s := range elements {
			values[i] = dt.Float(s)
		}
		return align(formatFloats(dt, values, precision), false)
	}
	cells := make([]string, len(elements))
	for i, s := range elements {
		if cells[i] = formatWhole(dt, s); dt == Bool {
			cells[i] = fmt.Sprintf("%5s", cells[i]) // as wide as False, also beside True alone
		}
	}
	return align(cells, false)
}

// align fills texts with blanks to one width.
func align(texts []string, left bool) []string {
	width := 0
	for _, s := range texts {
		width = max(width, utf8.RuneCountInString(s))
	}
	if left {
		width = -width // as fmt takes it
	}
	for i, s := range texts {
		texts[i] = fmt.Sprintf("%*s", width, s)
	}
	return texts
}

// exponentFrom returns the magnitude from which numbers are printed with an exponent, as in NumPy
// since 2.3. Near it the shorter types no longer hold every whole number. For float64 it is long,
// because numbers would have too many digits.
func exponentFrom(dt DType, long float64) float64 {
	switch dt {
	case BFloat16:
		return 1e2
	case Float16:
		return 1e3
	case Float32:
		return 1e6
	}
	return long
}

// formatScalar prints the element of a 0-d tensor: all its digits, with an exponent where it is
// small or large.
func formatScalar(dt DType, s op.Scalar) string {
	if !dt.IsFloat() {
		return formatWhole(dt, s)
	}
	v := dt.Float(s)
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return newDecimal(dt, v, 'f', 0).whole
	case a != 0 && (a < 1e-4 || a >= exponentFrom(dt, 1e16)):
		return shortest(dt, v, 'e')
	case v == math.Trunc(v):
		return shortest(dt, v, 'f') + ".0"
	}
	return shortest(dt, v, 'f')
}

func formatWhole(dt DType, s op.Scalar) string {
	switch {
	case dt == Bool && s != 0:
		return "True"
	case dt == Bool:
		return "False"
	case dt.Kind() == op.Signed:
		return strconv.FormatInt(dt.Int(s), 10)
	}
	return strconv.FormatUint(uint64(s), 10)
}

// goValue returns an element as a Go value, for fmt. Halves become float32.
func goValue(dt DType, s op.Scalar) any {
	switch {
	case dt == Bool:
		return s != 0
	case dt == Float64:
		return dt.Float(s)
	case dt.IsFloat():
		return float32(dt.Float(s))
	case dt.Kind() == op.Signed:
		return dt.Int(s)
	}
	return uint64(s)
}

// formatFloats prints by NumPy's rules. It takes as few digits as tell the type's values apart, at
// most precision after the point, and aligns the points. Values that are very large, very small or
// far apart get an exponent.
func formatFloats(dt DType, values []float64, precision int) []string {
	verb := byte('f')
	if exponents(dt, values) {
		verb = 'e'
	}
	cells := make([]decimal, len(values))
	fraction, exponent := 0, 0
	for i, v := range values {
		cells[i] = newDecimal(dt, v, verb, precision)
		fraction = max(fraction, len(cells[i].fraction))
		exponent = max(exponent, len(cells[i].exponent))
	}
	text := make([]string, len(values))
	for i, c := range cells {
		switch {
		case math.IsNaN(values[i]) || math.IsInf(values[i], 0):
			text[i] = c.whole
		case verb == 'e':
			if len(c.fraction) < fraction {
				c = cutDecimal(strconv.FormatFloat(values[i], 'e', fraction, 64)) // more digits of the value, no zeros
			}
			zeros := strings.Repeat("0", max(0, exponent-len(c.exponent)))
			text[i] = c.whole + "." + c.fraction + "e" + c.exponent[:1] + zeros + c.exponent[1:]
		default:
			text[i] = c.whole + "." + c.fraction + strings.Repeat(" ", fraction-len(c.fraction))
		}
	}
	return text
}

// exponents reports whether the values are printed with exponents.
func exponents(dt DType, values []float64) bool {
	lo, hi := math.Inf(1), 0.0
	for _, v := range values {
		if a := math.Abs(v); a > 0 && !math.IsInf(v, 0) {
			lo, hi = min(lo, a), max(hi, a)
		}
	}
	round := func(x float64) float64 { return dt.Float(dt.FromFloat(x)) }
	return hi >= exponentFrom(dt, 1e8) || hi > 0 && (lo < round(1e-4) || round(hi/lo) > 1000)
}

// decimal is the text of a number, cut at "." and at "e". The text of a NaN or an infinity is
// whole.
type decimal struct{ whole, fraction, exponent string }

// newDecimal prints v with the fewest digits from which its type gives v back, but with at most
// precision digits after the point.
func newDecimal(dt DType, v float64, verb byte, precision int) decimal {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return decimal{whole: strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'f', -1, 64)), "+")}
	}
	d := cutDecimal(shortest(dt, v, verb))
	if len(d.fraction) > precision {
		d = cutDecimal(strconv.FormatFloat(v, verb, precision, 64))
		d.fraction = strings.TrimRight(d.fraction, "0")
	}
	return d
}

func cutDecimal(s string) (d decimal) {
	s, d.exponent, _ = strings.Cut(s, "e")
	d.whole, d.fraction, _ = strings.Cut(s, ".")
	return d
}

// shortest prints v with the fewest digits from which its type gives v back.
func shortest(dt DType, v float64, verb byte) string {
	switch dt {
	case Float64:
		return strconv.FormatFloat(v, verb, -1, 64)
	case Float32:
		return strconv.FormatFloat(v, verb, -1, 32)
	}
	for digits := 0; ; digits++ {
		// If two last digits are equally near to v, it may be that only the upper one gives v back.
		for _, x := range [2]float64{v, math.Nextafter(v, 2*v)} {
			text := strconv.FormatFloat(x, verb, digits, 64)
			if near, _ := strconv.ParseFloat(text, 64); dt.FromFloat(near) == dt.FromFloat(v) {
				return text
			}
		}
	}
}
