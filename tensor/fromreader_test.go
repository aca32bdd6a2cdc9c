package tensor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// ramp is n different bytes.
func ramp(n int) []byte {
	raw := make([]byte, n)
	for i := range raw {
		raw[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return raw
}

// broken reads or writes n bytes at each call, whatever is asked for, and returns no error.
type broken struct{ n int }

func (b broken) Read([]byte) (int, error)  { return b.n, nil }
func (b broken) Write([]byte) (int, error) { return b.n, nil }

// silent is a reader that does not tell how many bytes it has.
type silent struct{ io.Reader }

func TestElementsAreReadFromWhateverReads(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		on(t, d)
		for _, size := range []int{0, 4, 4 << 10, 1<<20 - 1<<16, 1 << 20, 3<<20 + 12} {
			raw := ramp(size)
			for _, c := range []struct {
				name string
				r    func() io.Reader
			}{
				{"bytes.Reader", func() io.Reader { return bytes.NewReader(raw) }},
				{"bytes.Buffer", func() io.Reader { return bytes.NewBuffer(bytes.Clone(raw)) }},
				{"section", func() io.Reader { return io.NewSectionReader(bytes.NewReader(raw), 0, int64(size)) }},
				{"unknown length", func() io.Reader { return silent{bytes.NewReader(raw)} }},
				{"small chunks", func() io.Reader { return iotest.HalfReader(bytes.NewReader(raw)) }},
			} {
				t.Run(fmt.Sprintf("%s of %d bytes", c.name, size), func(t *testing.T) {
					x := tensor.FromReader(tensor.Float32, c.r(), size/4)
					got, err := x.Bytes()
					require.NoError(t, err)
					require.True(t, bytes.Equal(raw, got))
					var out bytes.Buffer
					n, err := x.WriteTo(&out)
					require.NoError(t, err)
					require.EqualValues(t, size, n)
					require.True(t, bytes.Equal(raw, out.Bytes()))
				})
			}
		}
	})
}

func TestACompiledFunctionKeepsAllPiecesOfAStream(t *testing.T) {
	raw := ramp(3 << 12)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		return tensor.FromReader(tensor.Int8, silent{bytes.NewReader(raw)}, len(raw)).Add(x)
	})
	got, err := f.Call(tensor.Zeros(tensor.Int8, len(raw))).Bytes()
	require.NoError(t, err)
	require.True(t, bytes.Equal(raw, got))
}

// unfilled is a device whose buffers are no device.Filler.
type unfilled struct{ device.Device }

func (d unfilled) Alloc(bytes int) (device.Buffer, error) {
	b, err := d.Device.Alloc(bytes)
	return &struct{ device.Buffer }{b}, err
}

func TestADeviceWithoutFillIsWrittenInChunks(t *testing.T) {
	raw := ramp(3<<20 + 12)
	x := tensor.FromReaderOn(unfilled{tensor.DefaultDevice()}, tensor.Float32, bytes.NewReader(raw), len(raw)/4)
	got, err := x.Bytes()
	require.NoError(t, err)
	assert.True(t, bytes.Equal(raw, got))
	short := tensor.FromReaderOn(unfilled{tensor.DefaultDevice()}, tensor.Uint8, strings.NewReader("abc"), 4)
	assert.ErrorIs(t, short.Err(), io.ErrUnexpectedEOF)
}

func TestReadingTakesNoMemoryBesideTheTensors(t *testing.T) {
	raw, d := ramp(3<<20), cpu.New()
	read := func() *tensor.Tensor { return tensor.FromReaderOn(d, tensor.Uint8, bytes.NewReader(raw), len(raw)) }
	read().Release()                // its memory serves the next
	least := uint64(math.MaxUint64) // cleanups of earlier tests may allocate meanwhile
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x := read()
		runtime.ReadMemStats(&after)
		require.NoError(t, x.Err())
		least = min(least, after.TotalAlloc-before.TotalAlloc)
		x.Release()
	}
	assert.Less(t, least, uint64(64<<10))
}

func TestAReaderIsReadNoFurtherThanTheElements(t *testing.T) {
	r := strings.NewReader("abcdefgh")
	first := tensor.FromReader(tensor.Uint8, r, 2, 2)
	second := tensor.FromReader(tensor.Uint16, r)
	require.NoError(t, first.Err())
	require.NoError(t, second.Err())
	assert.Empty(t, second.Shape())
	rest, err := io.ReadAll(r)
	require.NoError(t, err)
	assert.Equal(t, "gh", string(rest))
}

func TestWhatCannotBeReadIsRefused(t *testing.T) {
	gone := errors.New("the disk is gone")
	for _, c := range []struct {
		name  string
		dtype tensor.DType
		r     io.Reader
		shape []int
		is    error
		want  string
	}{
		{"short", tensor.Int32, strings.NewReader("abcdefg"), []int{2}, io.ErrUnexpectedEOF,
			"tensor: from reader: shape [2] of int32: it has 8 bytes, the reader ended after 7: unexpected EOF"},
		{"short, of unknown length", tensor.Int32, silent{strings.NewReader("abcdefg")}, []int{1 << 28}, io.ErrUnexpectedEOF,
			"tensor: from reader: shape [268435456] of int32: it has 1073741824 bytes, the reader ended after 7: unexpected EOF"},
		{"broken", tensor.Int32, iotest.ErrReader(gone), []int{2}, gone,
			"tensor: from reader: shape [2] of int32: after 0 of 8 bytes: the disk is gone"},
		{"no progress", tensor.Uint8, broken{0}, []int{6}, io.ErrNoProgress,
			"tensor: from reader: shape [6] of uint8: after 0 of 6 bytes: multiple Read calls return no data or error"},
		{"less than nothing", tensor.Uint8, broken{-1}, []int{6}, nil,
			"tensor: from reader: shape [6] of uint8: after 0 of 6 bytes: the reader returned -1 bytes of a buffer of 6"},
		{"more than asked for", tensor.Uint8, broken{1 << 30}, []int{6}, nil,
			"tensor: from reader: shape [6] of uint8: after 0 of 6 bytes: the reader returned 1073741824 bytes of a buffer of 6"},
		{"no bool", tensor.Bool, strings.NewReader("\x00\x02"), []int{2}, nil,
			"tensor: from reader: shape [2] of bool: byte 1 is 2; a bool is 0 or 1"},
		{"negative", tensor.Bool, strings.NewReader(""), []int{-1}, nil,
			"tensor: from reader: size -1 of axis 0 is negative in shape [-1]"},
		{"overflow", tensor.Int32, strings.NewReader(""), []int{math.MaxInt / 2}, nil, ""},
		{"no dtype", 0, strings.NewReader(""), []int{1}, nil, ""},
		{"no reader", tensor.Bool, nil, []int{1}, nil, "tensor: from reader: nil reader"},
		{"a nil pointer", tensor.Bool, (*bytes.Reader)(nil), []int{1}, nil, "tensor: from reader: nil reader"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := tensor.FromReader(c.dtype, c.r, c.shape...).Err()
			runtime.ReadMemStats(&after)
			require.Error(t, err)
			if c.want != "" {
				assert.EqualError(t, err, c.want)
			}
			if c.is != nil {
				assert.ErrorIs(t, err, c.is)
			}
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
		})
	}
}

func TestTheByteThatIsNoBoolIsCountedFromTheFirstOne(t *testing.T) {
	raw := make([]byte, 3<<20)
	raw[2<<20+5] = 7
	for _, r := range []io.Reader{bytes.NewReader(raw), silent{bytes.NewReader(raw)}} {
		err := tensor.FromReader(tensor.Bool, r, len(raw)).Err()
		assert.EqualError(t, err, "tensor: from reader: shape [3145728] of bool: byte 2097157 is 7; a bool is 0 or 1")
	}
}

func TestAPipeIsReadAsItComes(t *testing.T) {
	notInPage(t)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	raw := ramp(1 << 20)
	go func() { _, _ = w.Write(raw); _ = w.Close() }()
	got, err := tensor.FromReader(tensor.Int16, r, 1<<9, 1<<10).Bytes()
	require.NoError(t, err)
	assert.True(t, bytes.Equal(raw, got))
}

func TestStridedTensorsAreWrittenRowMajor(t *testing.T) {
	x := tensor.FromSlice([]uint8("abcdef"), 2, 3)
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
		want string
	}{
		{"transposed", x.T(), "adbecf"},
		{"flipped", x.Flip(), "fedcba"},
		{"a column", x.Slice(1, 1, 2, 1), "be"},
		{"broadcast", x.Index(0, 0).BroadcastTo(2, 3), "abcabc"},
		{"an expression", x.Sub(32), "ABCDEF"},
		{"no elements", x.Slice(0, 0, 0, 1), ""},
		{"0-d", tensor.Scalar(uint8('x')), "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := c.x.WriteTo(&out)
			require.NoError(t, err)
			assert.Equal(t, c.want, out.String())
			into := make([]uint8, len(c.want))
			require.NoError(t, tensor.ReadInto(t.Context(), c.x, into))
			assert.Equal(t, c.want, string(into))
		})
	}
}

func TestATensorThatCannotBeComputedNamesTheFunctionThatNeedsIt(t *testing.T) {
	const n = 1 << 20
	x := tensor.Zeros(tensor.Uint8, 1).To(cpu.New(cpu.Memory(1 << 16))).BroadcastTo(n).Add(1)
	_, err := x.WriteTo(io.Discard)
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.ErrorContains(t, err, "tensor: write to: cpu: ")
	assert.ErrorContains(t, tensor.ReadInto(t.Context(), x, make([]uint8, n)), "tensor: read into: cpu: ")
}

// filler fills a tensor at each write.
type filler struct {
	bytes.Buffer
	x *tensor.Tensor
}

func (f *filler) Write(p []byte) (int, error) {
	if err := f.x.Fill(7); err != nil {
		return 0, err
	}
	return f.Buffer.Write(p)
}

func TestAWriteToATensorDoesNotChangeWhatWriteToWrites(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		raw := ramp(3 << 20)
		x := tensor.FromBytes(tensor.Int8, raw)
		for _, x := range []*tensor.Tensor{x, tensor.FromBytes(tensor.Int8, raw).Slice(0, 1, tensor.End, 2)} {
			want, err := x.Bytes()
			require.NoError(t, err)
			out := filler{x: x}
			_, err = x.WriteTo(&out)
			require.NoError(t, err)
			assert.True(t, bytes.Equal(want, out.Bytes()))
			now, err := x.Bytes()
			require.NoError(t, err)
			assert.EqualValues(t, 7, slices.Min(now))
		}
	})
}

func TestAWriterThatFailsEndsTheWriting(t *testing.T) {
	r, w := io.Pipe()
	require.NoError(t, r.Close())
	n, err := tensor.Scalar(1.0).WriteTo(w)
	assert.Zero(t, n)
	require.ErrorIs(t, err, io.ErrClosedPipe)
	n, err = tensor.Scalar(1.0).WriteTo(broken{4})
	assert.EqualValues(t, 4, n)
	assert.EqualError(t, err, "tensor: write to: short write")
	assert.ErrorIs(t, err, io.ErrShortWrite)
	for _, none := range []io.Writer{nil, (*bytes.Buffer)(nil)} {
		_, err = tensor.Scalar(1.0).WriteTo(none)
		assert.EqualError(t, err, "tensor: write to: nil writer")
	}
}

func TestReadIntoRefusesWhatDoesNotFit(t *testing.T) {
	x := tensor.FromSlice([]float32{1, 2, 3})
	var none context.Context
	ended, end := context.WithCancel(t.Context())
	end()
	assert.EqualError(t, tensor.ReadInto(t.Context(), x, make([]float32, 2)), "tensor: read into: shape [3] has 3 elements, dst has room for 2")
	assert.EqualError(t, tensor.ReadInto(t.Context(), x, make([]int32, 3)),
		"tensor: read into: the tensor holds float32, not int32; use AsType(tensor.Int32) first")
	assert.ErrorIs(t, tensor.ReadInto(ended, x.Exp(), make([]float32, 3)), context.Canceled)
	assert.ErrorContains(t, tensor.ReadInto(none, x, make([]float32, 3)), "nil context")
	assert.Error(t, tensor.ReadInto(t.Context(), nil, []bool{}))
}

// BenchmarkFromReader reads a file from the page cache, in turns with a plain read.
func BenchmarkFromReader(b *testing.B) {
	const size = 64 << 20
	name := filepath.Join(b.TempDir(), "data")
	require.NoError(b, os.WriteFile(name, ramp(size), 0o600))
	f, err := os.Open(name)
	require.NoError(b, err)
	b.Cleanup(func() { _ = f.Close() })
	b.Run("plain", func(b *testing.B) {
		dst := ramp(size)
		b.SetBytes(size)
		for b.Loop() {
			_, err := f.ReadAt(dst, 0)
			require.NoError(b, err)
		}
	})
	b.Run("tensor", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			x := tensor.FromReader(tensor.Float32, io.NewSectionReader(f, 0, size), size/4)
			require.NoError(b, x.Err())
			x.Release()
		}
	})
}

func TestATensorOfAnErrorCarriesIt(t *testing.T) {
	_, err := tensor.FromError(io.ErrNoProgress).Add(1).Bytes()
	assert.Equal(t, io.ErrNoProgress, err)
	assert.EqualError(t, tensor.FromError(nil).Err(), "tensor: from error: nil error")
}
