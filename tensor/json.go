package tensor

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// jsonTensor is a tensor as JSON.
type jsonTensor struct {
	DType string          `json:"dtype"`
	Shape []int           `json:"shape"`
	Data  json.RawMessage `json:"data"`
}

// MarshalJSON computes the tensor and returns its values as a JSON object:
//
//	{"dtype":"float32","shape":[2,2],"data":[1,2.5,"NaN","-Infinity"]}
//
// The data is flat, row-major; bools are true and false. Numbers have enough digits that
// [Tensor.UnmarshalJSON] gives the same bits. "NaN" is math.NaN(), "-NaN" is the NaN that amd64
// computes, and other NaNs show their bits: "NaN(0x7fc00001)". MarshalJSON waits until the elements
// are computed. To bound the wait by a context, call Eval(ctx, t) first.
//
// Use a *Tensor in a struct. For a Tensor by value, json finds this method only if it gets a pointer
// to the struct, and otherwise writes {}.
func (t *Tensor) MarshalJSON() ([]byte, error) {
	const name = "marshal json"
	raw, err := t.bytes(name)
	if err != nil {
		return nil, err
	}
	size := t.dtype.Size()
	data := []byte{'['}
	for i := 0; i < len(raw); i += size {
		if i > 0 {
			data = append(data, ',')
		}
		data = append(data, elementJSON(t.dtype, t.dtype.Load(raw[i:]))...)
	}
	return json.Marshal(jsonTensor{t.dtype.String(), t.layout.Shape, append(data, ']')})
}

// UnmarshalJSON makes t the tensor that an object of [Tensor.MarshalJSON] describes, on the default
// device. A number that overflows the dtype is an error. It releases t's former elements. No other
// goroutine may use t meanwhile.
func (t *Tensor) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil // as json.Unmarshaler asks
	}
	return t.decode("unmarshal json", text, parseJSON)
}

func parseJSON(text []byte) (dt DType, shape []int, raw []byte, err error) {
	var from jsonTensor
	if err := json.Unmarshal(text, &from); err != nil {
		if e := (*json.UnmarshalTypeError)(nil); errors.As(err, &e) && e.Field != "" {
			e.Struct = "Tensor"
		} else if e != nil {
			e.Type = reflect.TypeFor[Tensor]()
		}
		return 0, nil, nil, fmt.Errorf(`%w; it takes {"dtype":"int8","shape":[2],"data":[1,2]}`, err)
	}
	if dt, err = op.ParseDType(from.DType); err != nil {
		return 0, nil, nil, err
	}
	if from.Shape == nil {
		return 0, nil, nil, errors.New(`there is no "shape"; it is [] for a 0-d tensor`)
	}
	raw, err = bytesOfJSON(dt, string(from.Data))
	return dt, from.Shape, raw, err
}

// decode makes t the tensor that data describe, on the default device. It releases t's former
// elements.
func (t *Tensor) decode(name string, data []byte, parse func([]byte) (DType, []int, []byte, error)) error {
	if t == nil {
		return t.check(name)
	}
	dt, shape, raw, err := parse(data)
	if err != nil {
		return errorf(name, "%w", err)
	}
	x := fromBytes(name, DefaultDevice(), dt, raw, shape)
	if x.err != nil {
		return *x.err
	}
	t.Release()
	t.layout, t.device, t.err, t.dtype, t.readOnly = x.layout, x.device, nil, x.dtype, false
	t.storage.Store(x.storage.Load())
	return nil
}

// bytesOfJSON converts a flat JSON array to the bytes that FromBytes takes.
func bytesOfJSON(dt DType, list string) ([]byte, error) {
	const blanks = " \t\r\n"
	inner, isList := strings.CutPrefix(list, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !isList || !closed {
		return nil, errors.New(`"data" is not an array`)
	}
	if strings.Trim(inner, blanks) == "" {
		return nil, nil
	}
	var raw []byte
	for text := range strings.SplitSeq(inner, ",") {
		s, ok := elementOfJSON(dt, strings.Trim(text, blanks))
		if !ok {
			return nil, fmt.Errorf(`element %d of "data" is %s, which is not %s`, len(raw)/dt.Size(), strings.Trim(text, blanks), describeJSON(dt))
		}
		raw = append(raw, make([]byte, dt.Size())...)
		dt.Store(raw[len(raw)-dt.Size():], s)
	}
	return raw, nil
}

// describeJSON says what stands for an element.
func describeJSON(dt DType) string {
	switch {
	case dt == Bool:
		return "true or false"
	case dt.IsFloat():
		return fmt.Sprintf(`a number of %v, "NaN", "Infinity" or "-Infinity"`, dt)
	}
	return fmt.Sprintf("a whole number of %v", dt)
}

// jsonFloats are the texts of floats that JSON has no number for.
var jsonFloats = []string{`"NaN"`, `"-NaN"`, `"Infinity"`, `"-Infinity"`}

// jsonFloatBits returns the floats in the order of their texts.
func jsonFloatBits(dt DType) [4]op.Scalar {
	nan, infinity := dt.FromFloat(math.NaN()), dt.FromFloat(math.Inf(-1))
	return [...]op.Scalar{nan, nan&^1 | infinity, dt.FromFloat(math.Inf(1)), infinity}
}

// elementJSON returns an element as JSON.
func elementJSON(dt DType, s op.Scalar) string {
	switch {
	case dt == Bool:
		return strconv.FormatBool(s != 0)
	case !dt.IsFloat():
		return formatWhole(dt, s)
	}
	v := dt.Float(s)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		bits := jsonFloatBits(dt)
		if i := slices.Index(bits[:], s); i >= 0 {
			return jsonFloats[i]
		}
		return fmt.Sprintf(`"NaN(%#x)"`, uint64(s))
	}
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) { // as encoding/json prints floats
		return shortest(dt, v, 'e')
	}
	return shortest(dt, v, 'f')
}

// elementOfJSON is the inverse of elementJSON.
func elementOfJSON(dt DType, text string) (s op.Scalar, ok bool) {
	var err error
	switch {
	case dt == Bool:
		return scalarOf(text == "true"), text == "true" || text == "false"
	case dt.IsFloat():
		return floatOfJSON(dt, text)
	case dt.Kind() == op.Signed:
		var i int64
		i, err = strconv.ParseInt(text, 10, 8*dt.Size())
		s = dt.FromInt(i)
	default:
		var u uint64
		u, err = strconv.ParseUint(text, 10, 8*dt.Size())
		s = op.Scalar(u)
	}
	return s, err == nil
}

func floatOfJSON(dt DType, text string) (op.Scalar, bool) {
	if text == "" || text[0] != '"' {
		digits := 64
		if dt == Float32 {
			digits = 32 // rounded once
		}
		v, err := strconv.ParseFloat(text, digits)
		if dt.Size() == 2 {
			v = towardsOdd(v, text)
		}
		s := dt.FromFloat(v)
		return s, err == nil && !math.IsInf(dt.Float(s), 0)
	}
	if i := slices.Index(jsonFloats, text); i >= 0 {
		return jsonFloatBits(dt)[i], true
	}
	bits, isNaN := strings.CutPrefix(text, `"NaN(0x`)
	bits, closed := strings.CutSuffix(bits, `)"`)
	u, err := strconv.ParseUint(bits, 16, 8*dt.Size())
	return op.Scalar(u), isNaN && closed && err == nil && math.IsNaN(dt.Float(op.Scalar(u)))
}

// towardsOdd returns the odd one of the two float64 about a number, if v, the nearer one, is not the
// number itself. Rounded to a half it is what the number is: only an even float64 lies between two halves.
func towardsOdd(v float64, text string) float64 {
	if v == 0 || math.IsInf(v, 0) || math.Float64bits(v)&(1<<32-1) != 0 {
		return v // it does not lie between two halves
	}
	digits, point := significant(text)
	exact, at := significant(strconv.FormatFloat(v, 'e', 200, 64)) // of at most 8 + 24 bits down to 2^-150
	switch cmp.Or(cmp.Compare(point, at), strings.Compare(digits, exact)) {
	case 1:
		return math.Nextafter(v, 2*v)
	case -1:
		return math.Nextafter(v, 0)
	}
	return v
}

// significant returns the digits of a number without zeros at both ends, and where its point is: at 0 the
// point stands before the first of them, at 1 behind it.
func significant(text string) (digits string, point int) {
	text, exponent, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(text, "-")), "e")
	whole, fraction, _ := strings.Cut(text, ".")
	point, _ = strconv.Atoi(exponent) // no exponent is 0
	digits = strings.TrimLeft(whole+fraction, "0")
	return strings.TrimRight(digits, "0"), point + len(digits) - len(fraction)
}
