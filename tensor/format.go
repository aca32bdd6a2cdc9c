package tensor

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// formatCells prints elements as text of one width.
func formatCells(dt DType, raw []byte) []string {
	cells := make([]string, len(raw)/dt.Size())
	if dt.IsFloat() {
		values := make([]float64, len(cells))
		for i := range values {
			values[i] = dt.Float(dt.Load(raw[i*dt.Size():]))
		}
		cells = formatFloats(dt, values)
	} else {
		for i := range cells {
			cells[i] = formatWhole(dt, dt.Load(raw[i*dt.Size():]))
		}
	}
	width := 0
	for _, s := range cells {
		width = max(width, len(s))
	}
	for i, s := range cells {
		cells[i] = fmt.Sprintf("%*s", width, s)
	}
	return cells
}

func formatWhole(dt DType, s op.Scalar) string {
	switch dt.Kind() {
	case op.Boolean:
		return strconv.FormatBool(s != 0)
	case op.Signed:
		return strconv.FormatInt(dt.Int(s), 10)
	}
	return strconv.FormatUint(uint64(s), 10)
}

// precision is the number of digits after the point that are shown at most.
const precision = 8

// formatFloats prints with as few digits as tell the values of their type apart, at
// most precision after the point, points aligned; with an exponent if the values are
// very large, very small, or far apart: NumPy's rules.
func formatFloats(dt DType, values []float64) []string {
	if exponents(dt, values) {
		return formatExponents(dt, values)
	}
	cells := make([]string, len(values))
	fraction := 0
	for i, v := range values {
		cells[i] = shortest(dt, v, 'f')
		if at := strings.IndexByte(cells[i], '.'); at >= 0 {
			fraction = max(fraction, len(cells[i])-at-1)
		}
	}
	for i, s := range cells {
		if at := strings.IndexByte(s, '.'); at >= 0 {
			cells[i] = s + strings.Repeat(" ", fraction-(len(s)-at-1))
		}
	}
	return cells
}

// exponents reports whether the values are printed with exponents.
func exponents(dt DType, values []float64) bool {
	lo, hi := math.Inf(1), 0.0
	for _, v := range values {
		if a := math.Abs(v); a > 0 && !math.IsInf(v, 0) {
			lo, hi = min(lo, a), max(hi, a)
		}
	}
	return hi >= 1e8 || hi > 0 && (lo < dt.Float(dt.FromFloat(1e-4)) || dt.Float(dt.FromFloat(hi/lo)) > 1000)
}

// formatExponents gives every mantissa the same number of digits.
func formatExponents(dt DType, values []float64) []string {
	fraction := 0
	for _, v := range values {
		s := shortest(dt, v, 'e')
		if at := strings.IndexByte(s, '.'); at >= 0 {
			fraction = max(fraction, strings.IndexByte(s, 'e')-at-1)
		}
	}
	cells := make([]string, len(values))
	for i, v := range values {
		if cells[i] = special(v); cells[i] == "" {
			cells[i] = strconv.FormatFloat(v, 'e', fraction, 64)
			if fraction == 0 {
				cells[i] = strings.Replace(cells[i], "e", ".e", 1)
			}
		}
	}
	return cells
}

// shortest prints v with the fewest digits that give it back in its type, but no more
// than precision after the point, and always with a point.
func shortest(dt DType, v float64, verb byte) string {
	if s := special(v); s != "" {
		return s
	}
	s := digits(dt, v, verb)
	mantissa, exponent := s, ""
	if at := strings.IndexByte(s, 'e'); at >= 0 {
		mantissa, exponent = s[:at], s[at:]
	}
	at := strings.IndexByte(mantissa, '.')
	if at < 0 {
		return mantissa + "." + exponent
	}
	if len(mantissa)-at-1 > precision {
		s = strconv.FormatFloat(v, verb, precision, 64)
		if e := strings.IndexByte(s, 'e'); e >= 0 {
			return strings.TrimRight(s[:e], "0") + s[e:]
		}
		return strings.TrimRight(s, "0")
	}
	return mantissa + exponent
}

// digits prints v with the fewest digits that give it back in its type.
func digits(dt DType, v float64, verb byte) string {
	switch dt {
	case Float64:
		return strconv.FormatFloat(v, verb, -1, 64)
	case Float32:
		return strconv.FormatFloat(v, verb, -1, 32)
	}
	for n := 0; ; n++ { // five digits are enough for 16 bits
		near, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', n, 64), 64)
		if dt.Float(dt.FromFloat(near)) == v {
			return strconv.FormatFloat(near, verb, -1, 64)
		}
	}
}

// formatScalar prints one element by itself: with all its digits, and a point or an
// exponent if it is a float.
func formatScalar(dt DType, s op.Scalar) string {
	if !dt.IsFloat() {
		return formatWhole(dt, s)
	}
	v := dt.Float(s)
	if text := special(v); text != "" {
		return text
	}
	if a := math.Abs(v); a != 0 && (a < dt.Float(dt.FromFloat(1e-4)) || a >= 1e16) {
		return digits(dt, v, 'e')
	}
	text := digits(dt, v, 'f')
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

func special(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return ""
}
