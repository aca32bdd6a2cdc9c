package translate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryOperationOf64BitsIsACall(t *testing.T) {
	text, err := Package("testdata/sample")
	require.NoError(t, err)
	assert.Equal(t, `
// Half is x/2, but not below 1.
fn libm_half(x: vec2<u32>) -> vec2<u32> {
  {
    let y = m_fdiv64(x, vec2<u32>(0x0u, 0x40000000u));
    if (m_flt64(vec2<u32>(0x0u, 0x3ff00000u), y)) {
      return y;
    }
  }
  return m_fabs64(vec2<u32>(0x0u, 0x3ff00000u));
}

fn libm_wide_zeros(x_in: array<vec2<u32>, 2>) -> i32 {
  var x = x_in;
  var n = 0;
  while ((all(x[0] == vec2<u32>(0x0u, 0x0u)) && (n < 64))) {
    let t1 = array<vec2<u32>, 2>(x[1], vec2<u32>());
    let t2 = (n + 64);
    x = t1;
    n = t2;
  }
  return (n + i32(m_zeros64(m_shl64(x[0], vec2<u32>(u32(n), 0u)))));
}

struct LibmPartsResults { r0: vec2<u32>, r1: i32 }

fn libm_parts(x: vec2<u32>) -> LibmPartsResults {
  let t1 = m_ffrexp64(x);
  return LibmPartsResults(t1.m, t1.e);
}
`, text)
}

func TestAPackageThatDoesNotCompileIsAnError(t *testing.T) {
	_, err := Package("testdata/wrong")
	assert.ErrorContains(t, err, "cannot use")
}
