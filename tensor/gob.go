package tensor

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// gobFormat is the first byte that GobEncode writes. It numbers the format.
const gobFormat = 1

// GobEncode computes the tensor and returns its dtype, shape and bytes, for package encoding/gob.
// It waits until the elements are computed. To bound the wait by a context, call Eval(ctx, t)
// first.
func (t *Tensor) GobEncode() ([]byte, error) {
	const name = "gob encode"
	raw, err := t.bytes(name)
	if err != nil {
		return nil, err
	}
	dt := t.dtype.String()
	out := append([]byte{gobFormat, byte(len(dt))}, dt...)
	out = binary.AppendUvarint(out, uint64(t.Rank()))
	for _, size := range t.layout.Shape {
		out = binary.AppendUvarint(out, uint64(size))
	}
	return append(out, raw...), nil
}

// GobDecode makes t the tensor that [Tensor.GobEncode] wrote, on the default device. It releases
// t's former elements. No other goroutine may use t meanwhile.
func (t *Tensor) GobDecode(data []byte) error {
	return t.decode("gob decode", data, parseGob)
}

var errNoGob = errors.New("the data is not what GobEncode writes")

func parseGob(data []byte) (dt DType, shape []int, raw []byte, err error) {
	if len(data) < 2 || data[0] != gobFormat || len(data) < 2+int(data[1]) {
		return 0, nil, nil, errNoGob
	}
	data, name := data[2:], int(data[1])
	rest := data[name:]
	if dt, err = op.ParseDType(string(data[:name])); err != nil {
		return 0, nil, nil, err
	}
	rank, n := binary.Uvarint(rest)
	if n <= 0 || rank > uint64(len(rest)) {
		return 0, nil, nil, errNoGob
	}
	shape = make([]int, rank)
	for i := range shape {
		rest = rest[n:]
		var size uint64
		if size, n = binary.Uvarint(rest); n <= 0 || size > math.MaxInt {
			return 0, nil, nil, errNoGob
		}
		shape[i] = int(size)
	}
	return dt, shape, rest[n:], nil
}
