package exact

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/device/exact"
)

// A sum is encoded as four bytes and its words, little endian. The bytes are the version, what the sum is,
// which word is the first that is not 0, and how many words there are. The last word has the sign, and
// repeats no sign of the word before it. A sum that is not finite has no words.
const version, head = 1, 4

// What a sum is.
const (
	finite = iota
	plusInfinity
	minusInfinity
	notANumber
)

// AppendBinary appends the state of the sum. Equal sums give equal bytes, however they were made.
func (s Sum) AppendBinary(b []byte) ([]byte, error) {
	switch x := s.terms.Special(); {
	case x != x:
		return append(b, version, notANumber, 0, 0), nil
	case x > 0:
		return append(b, version, plusInfinity, 0, 0), nil
	case x < 0:
		return append(b, version, minusInfinity, 0, 0), nil
	}
	words, from := s.terms.Words(), 0
	for from < len(words) && words[from] == 0 {
		from++
	}
	if from == len(words) {
		return append(b, version, finite, 0, 0), nil
	}
	n := len(words)
	for n > from+1 && words[n-1] == uint64(int64(words[n-2])>>63) {
		n--
	}
	b = append(b, version, finite, byte(from), byte(n-from))
	for _, w := range words[from:n] {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b, nil
}

// MarshalBinary returns what AppendBinary appends.
func (s Sum) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

var errNoSum = errors.New("exact: not the state of a sum; MarshalBinary makes one")

// UnmarshalBinary makes s the sum whose state MarshalBinary gave. It refuses any other bytes.
func (s *Sum) UnmarshalBinary(b []byte) error {
	switch {
	case len(b) < head || len(b) != head+8*int(b[3]):
		return fmt.Errorf("%w (%d bytes)", errNoSum, len(b))
	case b[0] != version:
		return fmt.Errorf("%w (version %d; this is %d)", errNoSum, b[0], version)
	case b[1] > notANumber:
		return fmt.Errorf("%w (kind %d)", errNoSum, b[1])
	}
	var words []uint64
	for at := head; at < len(b); at += 8 {
		words = append(words, binary.LittleEndian.Uint64(b[at:]))
	}
	terms, ok := exact.ProductsOf([...]float64{0, math.Inf(1), math.Inf(-1), math.NaN()}[b[1]], int(b[2]), words)
	sum := Sum{terms}
	if again, _ := sum.MarshalBinary(); !ok || string(again) != string(b) {
		return errNoSum
	}
	*s = sum
	return nil
}

// MarshalText returns the state in hexadecimal digits, as encoding/json writes it.
func (s Sum) MarshalText() ([]byte, error) {
	b, err := s.MarshalBinary()
	return hex.AppendEncode(nil, b), err
}

// UnmarshalText is the inverse of MarshalText.
func (s *Sum) UnmarshalText(text []byte) error {
	b, err := hex.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("%w (%w)", errNoSum, err)
	}
	return s.UnmarshalBinary(b)
}

// MarshalBinary returns the state: the number, and the states of both sums. Moments of the same numbers
// give equal bytes.
func (m Moments) MarshalBinary() ([]byte, error) {
	sum, _ := m.Sum.MarshalBinary()
	b := binary.LittleEndian.AppendUint64(nil, m.N)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(sum)))
	return m.Squares.AppendBinary(append(b, sum...))
}

// UnmarshalBinary makes m what MarshalBinary gave. It refuses any other bytes.
func (m *Moments) UnmarshalBinary(b []byte) error {
	const from = 10
	if len(b) < from || int(binary.LittleEndian.Uint16(b[8:])) > len(b)-from {
		return fmt.Errorf("exact: not the state of moments (%d bytes); MarshalBinary makes one", len(b))
	}
	n := from + int(binary.LittleEndian.Uint16(b[8:]))
	of := Moments{N: binary.LittleEndian.Uint64(b)}
	if err := of.Sum.UnmarshalBinary(b[from:n]); err != nil {
		return err
	}
	if err := of.Squares.UnmarshalBinary(b[n:]); err != nil {
		return err
	}
	*m = of
	return nil
}
