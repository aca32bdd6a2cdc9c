package move

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Each load begins one element before the load before it ends.
func TestLoadsHaveTheElementsOfAStride(t *testing.T) {
	for _, size := range []int{1, 2, 4, 8} {
		for stride := 3; stride <= 4; stride++ {
			t.Run(fmt.Sprintf("%d bytes, %d apart", size, stride), func(t *testing.T) {
				s := strided{size, stride}
				n := s.lane() / size
				loads, positions := s.positions()
				require.Len(t, positions, n)
				taken := map[int]bool{}
				for i, position := range positions {
					require.Equal(t, i*stride, loads[i]*(n-1)+position, "element %d", i)
					require.Less(t, loads[i], stride)
					require.False(t, taken[position], "two elements have position %d", position)
					taken[position] = true
				}
			})
		}
	}
}

func TestALineLiesAMultipleOfTheStrideOn(t *testing.T) {
	c := build.NewContext()
	base, stride, three := c.GP64(), c.GP64(), c.GP64()
	for i, want := range []operand.Mem{
		{Base: base, Disp: 8},
		{Base: base, Index: stride, Scale: 1, Disp: 8},
		{Base: base, Index: stride, Scale: 2, Disp: 8},
		{Base: base, Index: three, Scale: 1, Disp: 8},
	} {
		require.Equal(t, want, Line(base, i, 8, stride, three), "line %d", i)
	}
}

func text(t *testing.T, s kernel.Set, routines ...kernel.Routine) string {
	t.Helper()
	all, err := (&kernel.File{Name: "one", Set: s, Routines: routines}).Assembly()
	require.NoError(t, err)
	return string(all)
}

func find(t *testing.T, routines []kernel.Routine, name string) kernel.Routine {
	t.Helper()
	for _, r := range routines {
		if r.Name == name {
			return r
		}
	}
	require.Fail(t, "no routine "+name)
	return kernel.Routine{}
}

// A row of 1 to 31 bytes is copied by two registers that overlap, one loop for each size of them.
func TestShortRowsHaveALoopForEachSizeOfRegisters(t *testing.T) {
	copies := text(t, kernel.AnyAMD64, find(t, Gathers(32), "copyRows"))
	require.Equal(t, 6, strings.Count(copies, "DECQ"), "for 1, 2, 4, 8, 16 and 32 bytes")
}

func TestAWideGatherPicksFromAsManyRegistersAsElementsAreApart(t *testing.T) {
	thirds := text(t, kernel.AnyAMD64, find(t, WideGathers(), "everyThird64"))
	require.Equal(t, 2, strings.Count(thirds, "VPERMT2Q"))
}

// The bytes of an order are the numbers of the chosen elements.
func TestAnOrderHasTheChosenElements(t *testing.T) {
	all := orders()
	require.Len(t, all, 256+16)
	require.Equal(t, uint64(0x070301), all[0b10001010])
	require.Equal(t, uint64(0x0706_0302), all[256+0b1010], "halves of elements of eight bytes")
	require.Equal(t, uint64(0x0706050403020100), all[255])
}
