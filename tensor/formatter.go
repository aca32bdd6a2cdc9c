package tensor

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// Format prints the tensor for package fmt. Plain %v and %s print what String returns, and %q
// quotes it. %+v adds strides, offset, the storage's shape, and whether the tensor waits to be
// computed. Any other verb, and %v with a width or a precision, prints the elements by that verb and
// no shape; more than 1000 are a summary:
//
//	fmt.Printf("%.2f", x) // [[1.00 2.50] [3.00 4.00]], on two lines
//
// Columns are aligned. A tensor that carries an error prints it, whatever the verb. Format waits
// until the elements are computed. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) Format(f fmt.State, verb rune) {
	text, err := t.format(f, verb)
	if err != nil {
		text = "error: " + err.Error()
	}
	_, _ = f.Write([]byte(text)) // fmt returns the writer's error
}

func (t *Tensor) format(f fmt.State, verb rune) (string, error) {
	if err := t.check("format"); err != nil {
		return "", err
	}
	_, wide := f.Width()
	_, precise := f.Precision()
	switch {
	case verb == 'v' && !wide && !precise && f.Flag('+'):
		layout := t.layoutText() // before it is computed
		return t.String() + layout, nil
	case verb == 'v' && !wide && !precise:
		return t.String(), nil
	case verb == 's' || verb == 'q':
		return fmt.Sprintf(fmt.FormatString(f, verb), t.String()), nil
	}
	format := fmt.FormatString(f, verb)
	return t.text(PrintOptions{}.defaults(), func(elements []op.Scalar) []string {
		cells := make([]string, len(elements))
		for i, s := range elements {
			cells[i] = fmt.Sprintf(format, goValue(t.dtype, s))
		}
		return align(cells, f.Flag('-'))
	})
}

// layoutText says how the tensor lies in its storage.
func (t *Tensor) layoutText() string {
	s, state := t.storage.Load(), "waiting"
	if s.Stored() {
		state = "stored"
	}
	if t.readOnly {
		state += ", read-only"
	}
	return fmt.Sprintf(" strides=%v offset=%d storage=%v %s", t.layout.Strides, t.layout.Offset, s.Layout().Shape, state)
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
