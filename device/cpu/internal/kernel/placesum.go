package kernel

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/exact"
)

// placeSums are exact sums at the places from one on. Each has some words.
type placeSums struct {
	from  int64
	words []uint64
	rest  []rest // what the words have no room for: in the order of places, once it is sorted
}

// rest is a part of the sum at a place.
type rest struct {
	place int
	x     float64
}

func (s *placeSums) sortRest() {
	slices.SortFunc(s.rest, func(a, b rest) int { return cmp.Compare(a.place, b.place) })
}

// takeRest adds the rest of the next place.
func (s *placeSums) takeRest(place int, to *partSum) {
	for len(s.rest) > 0 && s.rest[0].place == place {
		to.addMore(s.rest[0].x)
		s.rest = s.rest[1:]
	}
}

// placeSum is a way to add float32 at places.
type placeSum struct {
	words int  // of each place
	any   bool // it adds any elements
	begin func(s *placeSums)
	add   func(s *placeSums, at []int64, x []float32)
	// sum finds what was added at place i, and reports whether something was.
	sum func(s *placeSums, i int, sum *partSum) (some bool)
}

// window is the exponents of the greatest element and of the last digits, as float32 has them.
type window struct {
	most   uint32 // as a magnitude
	digits uint32 // the least exponent of a last digit, taken from 255 and 23 more
}

// note notes elements.
func (w *window) note(x []float32) {
	most, digits := w.most, w.digits
	for _, v := range x {
		m := magnitude(v)
		last := m>>23 + uint32(bits.TrailingZeros32(m|1<<23))
		if m == 0 {
			last = noDigits
		}
		most, digits = max(most, m), max(digits, noDigits-last)
	}
	w.most, w.digits = most, digits
}

// noDigits is above the exponents of all last digits.
const noDigits = 255 + 24

// way is how n elements are added at places.
func (w *window) way(n, places int) *placeSum {
	const infinity = 0x7f800000
	long := int(w.most>>23) - (noDigits - int(w.digits)) + 24 // digits from the first to the last
	terms := bits.Len(uint(n))
	switch special := w.most >= infinity; {
	case !special && long+terms <= 53:
		return &plainWay
	case !special && long+2*terms <= 106:
		return &twoDoublesWay
	case fewPlaces(n, places):
		return &digitsWay
	}
	return &doublesWay
}

// fewPlaces reports whether digitsWay may add n elements.
func fewPlaces(n, places int) bool { return places <= n/16 && uint(n) < 1<<31 }

// untouched is the sum at a place without elements: -0.
const untouched = 1 << 63

// plainWay adds in a float64, where no addition rounds.
var plainWay = placeSum{1, false,
	func(s *placeSums) { fillWith(s.words, untouched) },
	func(s *placeSums, at []int64, x []float32) {
		sums := unsafe.Pointer(unsafe.SliceData(s.words))
		for i, p := range at[:len(x)] {
			*(*float64)(unsafe.Add(sums, 8*(p-s.from))) += float64(x[i]) + 0 // 0 instead of -0
		}
	},
	func(s *placeSums, i int, sum *partSum) bool {
		sum.high = math.Float64frombits(s.words[i])
		return s.words[i] != untouched
	}}

// twoDoublesWay adds in two float64, where the second has room for what the first rounds off.
var twoDoublesWay = placeSum{2, false, beginDoubles,
	func(s *placeSums, at []int64, x []float32) {
		sums := unsafe.Pointer(unsafe.SliceData(s.words))
		for i, p := range at[:len(x)] {
			to := (*[2]float64)(unsafe.Add(sums, 16*(p-s.from)))
			sum, e := exact.TwoSum(to[0], float64(x[i])+0)
			to[0] = sum
			to[1] += e
		}
	}, sumDoubles}

func beginDoubles(s *placeSums) {
	for i := 0; i < len(s.words); i += 2 {
		s.words[i], s.words[i+1] = untouched, 0
	}
}

func sumDoubles(s *placeSums, i int, sum *partSum) bool {
	sum.high, sum.low = math.Float64frombits(s.words[2*i]), math.Float64frombits(s.words[2*i+1])
	s.takeRest(i, sum)
	return s.words[2*i] != untouched || sum.some
}

// doublesWay adds in two float64. What they have no room for, and NaN and infinities, is put aside.
var doublesWay = placeSum{2, true, beginDoubles, addDoubles[float32], sumDoubles}

func addDoubles[T float32 | float64](s *placeSums, at []int64, x []T) {
	sums := unsafe.Pointer(unsafe.SliceData(s.words))
	for i, p := range at[:len(x)] {
		v := float64(x[i]) + 0
		to := (*[2]float64)(unsafe.Add(sums, 16*(p-s.from)))
		sum, e := exact.TwoSum(to[0], v)
		low, lost := exact.TwoSum(to[1], e) // e is mostly 0, or mostly not: a branch would be a guess
		if lost != 0 {
			if lost-lost != 0 { // the sum is not finite
				s.rest = append(s.rest, rest{int(p - s.from), v})
				continue
			}
			s.rest = append(s.rest, rest{int(p - s.from), lost})
		}
		to[0], to[1] = sum, low
	}
}

// digitWords is the words of digitsWay: digits of 32 bits that are added without carries, and 1 if there
// are elements. The last digit of the first is worth 2^-149. A word has room for those of 2^31 elements.
const digitWords = 10

// digitsWay adds any elements.
var digitsWay = placeSum{digitWords, true,
	func(s *placeSums) { clear(s.words) },
	func(s *placeSums, at []int64, x []float32) {
		sums := unsafe.Pointer(unsafe.SliceData(s.words))
		for i, p := range at[:len(x)] {
			to := (*[digitWords]int64)(unsafe.Add(sums, 8*digitWords*(p-s.from)))
			to[digitWords-1] = 1
			b := int32(math.Float32bits(x[i]))
			exponent, m := b>>23&0xff, int64(b&(1<<23-1))
			switch exponent {
			case 0:
			case 0xff: // NaN or infinite
				s.rest = append(s.rest, rest{int(p - s.from), float64(x[i])})
				continue
			default:
				m |= 1 << 23
				exponent--
			}
			sign := int64(b >> 31)
			m = (m<<(exponent&31) ^ sign) - sign
			k := exponent >> 5 & 7
			to[k] += m & (1<<32 - 1)
			to[k+1] += m >> 32
		}
	},
	func(s *placeSums, i int, sum *partSum) bool {
		of := (*[digitWords]int64)(unsafe.Pointer(&s.words[i*digitWords]))
		if of[digitWords-1] == 0 {
			return false
		}
		unit := 0x1p-149
		for _, d := range of[:digitWords-1] {
			switch {
			case d == 0:
			case d>>53 == d>>63: // a float64 holds it
				sum.addMore(float64(d) * unit)
			default:
				sum.addMore(float64(d>>32) * unit * 0x1p32)
				sum.addMore(float64(d&(1<<32-1)) * unit)
			}
			unit *= 0x1p32
		}
		s.takeRest(i, sum)
		return true
	}}
