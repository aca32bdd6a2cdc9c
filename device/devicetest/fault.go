package devicetest

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// fault is an element that came out wrong.
type fault struct {
	want         op.Scalar
	args         []op.Scalar // of the last instruction, if known
	types        []op.DType
	ulp, allowed float64
}

// compare walks the outputs after a launch. It returns the first fault as an error, with the number
// of faults.
func (s *trials) compare(t *trial, verdict func(i, j int, got op.Scalar) *fault) error {
	var first error
	count, n := 0, 0
	for i, at := range byElement(positions(t.out)) {
		for j, out := range t.out {
			n++
			got := out.load(out.after, at[j])
			f := verdict(i, j, got)
			if f == nil {
				continue
			}
			if count++; first == nil {
				first = fmt.Errorf("output %d, index %v: got %s, want %s%s",
					j, index(i, t.shape()), show(out.dtype, got), show(out.dtype, f.want), f.details())
			}
		}
	}
	s.report.Elements += n
	s.report.Wrong += count
	if count > 1 {
		first = fmt.Errorf("%w; %d of %d elements are wrong", first, count, n)
	}
	return first
}

func (f *fault) details() string {
	var b strings.Builder
	if f.args != nil {
		fmt.Fprintf(&b, " for %s", showAll(f.types, f.args))
	}
	fmt.Fprintf(&b, ", %.4g ULP off, %.4g allowed", f.ulp, f.allowed)
	return b.String()
}

// expectedElement returns the element that the judge expects. Where float64 is judged in higher
// precision, it is the precise result, rounded to float64.
func expectedElement(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
	want := in.Eval(args, types)
	if in.Type != op.Float64 || !in.Op.Precise.Defined() || in.Op.Distance(args, types, want) == 0 {
		return want
	}
	var x [3]*big.Float
	for k, v := range args {
		x[k] = new(big.Float).SetPrec(256).SetFloat64(op.Float64.Float(v))
	}
	f, _ := in.Op.Precise.Call(x[0], x[1], x[2]).Float64()
	return op.Float64.FromFloat(f)
}

// byElement sorts positions per operand into positions per element.
func byElement(at [][]int) [][]int {
	rows := make([][]int, len(at[0]))
	flat := make([]int, len(at)*len(rows))
	for i := range rows {
		rows[i] = flat[i*len(at) : (i+1)*len(at)]
		for j := range at {
			rows[i][j] = at[j][i]
		}
	}
	return rows
}

// index is the index of the i-th element of a shape in row-major order.
func index(i int, shape []int) []int {
	at := make([]int, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		at[axis], i = i%shape[axis], i/shape[axis]
	}
	return at
}

// show prints an element's value and its bits.
func show(dt op.DType, s op.Scalar) string {
	bits := fmt.Sprintf("0x%0*x", 2*dt.Size(), uint64(s))
	switch dt.Kind() {
	case op.Floating:
		shortest := strconv.FormatFloat(dt.Float(s), 'g', -1, max(32, 8*dt.Size()))
		return fmt.Sprintf("%s (%s)", shortest, bits)
	case op.Signed:
		return fmt.Sprint(dt.Int(s))
	case op.Unsigned:
		return fmt.Sprint(uint64(s))
	}
	return bits // a bool that is neither 0 nor 1 should be seen
}

func showAll(types []op.DType, args []op.Scalar) string {
	text := make([]string, len(args))
	for i := range args {
		text[i] = show(types[i], args[i])
	}
	return "(" + strings.Join(text, ", ") + ")"
}
