package devicetest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestRandomValuesDependOnTheSeedAndTheNameAlone(t *testing.T) {
	draw := func(seed uint64, name string) (list []op.Scalar) {
		s := newSource(seed, name)
		for range 20 {
			list = append(list, s.value(op.Float32))
		}
		return list
	}
	assert.Equal(t, draw(1, "ops/add"), draw(1, "ops/add"))
	assert.NotEqual(t, draw(1, "ops/add"), draw(2, "ops/add"), "another seed")
	assert.NotEqual(t, draw(1, "ops/add"), draw(1, "ops/sub"), "another name")
}

func TestRandomValuesAreElementsOfTheirType(t *testing.T) {
	s := newSource(1, "")
	for _, dt := range op.DTypes() {
		t.Run(dt.String(), func(t *testing.T) {
			for range 1000 {
				for _, v := range []op.Scalar{s.value(dt), s.moderate(dt), s.plain(dt)} {
					if dt == op.Bool {
						assert.LessOrEqual(t, v, op.Scalar(1))
					}
					if bits := 8 * dt.Size(); bits < 64 {
						assert.Zero(t, v>>bits)
					}
				}
			}
		})
	}
}

func TestAnArrayFillsItsElementsAndNoOthers(t *testing.T) {
	s := newSource(1, "")
	every := broadcast.Layout{Shape: []int{4}, Strides: []int{2}}
	a := s.array(op.Int16, every)
	before := append([]byte(nil), a.host...)
	a.fill(func(i int) op.Scalar { return op.Int16.FromInt(int64(100 + i)) })
	elements := a.offsets()
	assert.Equal(t, []int{guard, guard + 2, guard + 4, guard + 6}, elements)
	for at := range len(a.host) / 2 {
		switch i := (at - guard) / 2; {
		case at >= guard && at%2 == guard%2 && i < 4:
			assert.Equal(t, op.Int16.FromInt(int64(100+i)), a.load(a.host, at))
		default:
			assert.Equal(t, before[2*at:2*at+2], a.host[2*at:2*at+2], "element %d is garbage as before", at)
		}
	}
}
