package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestOrdersMeetTheirCustomers(t *testing.T) {
	const names, joined = "order,customer,item,price,name,town\n", `1001,ana,lamp,39.90,Ana Sousa,Porto
1002,bo,desk,249.00,Bo Lund,Oslo
1003,ana,chair,89.50,Ana Sousa,Porto
`
	var out strings.Builder
	require.NoError(t, run(&out, orders, customers, "customer", false))
	assert.Equal(t, names+joined+"1005,cy,lamp,39.90,Cy Grant,Leeds\n1006,bo,rug,120.00,Bo Lund,Oslo\n", out.String())
	out.Reset()
	require.NoError(t, run(&out, orders, customers, "customer", true))
	assert.Equal(t, names+joined+"1004,eve,shelf,75.00,,\n1005,cy,lamp,39.90,Cy Grant,Leeds\n1006,bo,rug,120.00,Bo Lund,Oslo\n", out.String())
}

// Keys that come several times in both tables pair each with each.
func TestPairsAreThoseOfTwoLoops(t *testing.T) {
	devices.Each(t, func(t *testing.T, d device.Device) {
		before := tensor.DefaultDevice()
		tensor.SetDefaultDevice(d)
		defer tensor.SetDefaultDevice(before)
		for _, c := range []struct{ n, m, keys int }{{200, 300, 40}, {50, 60, 1000}, {5, 0, 3}, {0, 5, 3}, {7, 7, 1}} {
			for _, all := range []bool{false, true} {
				t.Run(fmt.Sprint(c, all), func(t *testing.T) {
					r := rand.New(rand.NewPCG(1, uint64(c.n)))
					draw := func(n int) []int64 {
						list := make([]int64, n)
						for i := range list {
							list[i] = r.Int64N(int64(c.keys))
						}
						return list
					}
					left, right := draw(c.n), draw(c.m)
					var l, rows []int64
					for i, a := range left {
						found := len(l)
						for k, b := range right {
							if a == b {
								l, rows = append(l, int64(i)), append(rows, int64(k))
							}
						}
						if all && len(l) == found {
							l, rows = append(l, int64(i)), append(rows, -1)
						}
					}
					gotLeft, gotRight, err := pairs(tensor.FromSlice(left), tensor.FromSlice(right), all)
					require.NoError(t, err)
					assert.Equal(t, l, gotLeft)
					assert.Equal(t, rows, gotRight)
				})
			}
		}
	})
}

func TestFilesThatAreNoTablesAreRefused(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"no names", "", "a\n", "the first table: no line of names"},
		{"a line of another length", "a\n", "a,b\n1\n", "the second table: record on line 2: wrong number of fields"},
		{"no such column", "a,b\n", "b\n", `no column "a"; there are ["b"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, run(nil, []byte(c.first), []byte(c.second), "a", false), c.want)
		})
	}
}
