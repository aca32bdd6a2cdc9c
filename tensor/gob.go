package tensor

import (
	"bytes"
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
	b := bytes.NewBuffer(data)
	format, _ := b.ReadByte()
	length, _ := b.ReadByte()
	name := b.Next(int(length))
	rank, err := binary.ReadUvarint(b)
	if err != nil || format != gobFormat || rank > uint64(b.Len()) {
		return 0, nil, nil, errNoGob
	}
	if dt, err = op.ParseDType(string(name)); err != nil {
		return 0, nil, nil, err
	}
	shape = make([]int, rank)
	for i := range shape {
		size, err := binary.ReadUvarint(b)
		if err != nil || size > math.MaxInt {
			return 0, nil, nil, errNoGob
		}
		shape[i] = int(size)
	}
	return dt, shape, b.Bytes(), nil
}
