package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// halfOf is the argument of functions that round to a type: see m_real_round.
func halfOf(dt op.DType) string {
	switch dt {
	case op.Float16:
		return "1u"
	case op.BFloat16:
		return "2u"
	}
	return "0u"
}

// floatMean is the exact mean of floats that shaders compute in f32.
func floatMean(dt op.DType) GroupRow {
	half := halfOf(dt)
	return GroupRow{
		State: "MExactSum",
		Words: 11,
		Begin: "m_sum_begin()",
		Add:   "m_sum_add(&{s}, {x});",
		Four:  &Four{"let {m} = m_sum_look4(&{s}, {x});", "{m}.rare", "m_sum_add4(&{s}, {x}, {m}.cut);", "m_sum_room4(&{s}, {x}, {whole});"},
		Again: "m_sum_again(&{s}, {whole}, m_hide({n}), " + half + ")",
		Merge: "{s} = m_sum_merge({s}, {t});",
		End:   "select(m_sum_end({s}, m_hide({n}), " + half + "), m_nan(), {n} == 0u)",
		Save:  "m_sum_save({s})",
		Load:  "m_sum_load({w})",
	}
}

// floatSum is the same for a sum, which is not divided.
func floatSum(dt op.DType) GroupRow {
	r := floatMean(dt)
	r.Again = strings.ReplaceAll(r.Again, "m_hide({n})", "1u")
	r.End = "m_sum_end({s}, 1u, " + halfOf(dt) + ")"
	return r
}

// floatCumsum adds all of each element at once, so that each sum is exact.
func floatCumsum(dt op.DType) GroupRow {
	r := floatSum(dt)
	r.Add, r.Four, r.Again = "{s} = m_sum_put({s}, {x});", nil, ""
	return r
}

// integerMean sums in 96 bits.
func integerMean(dt op.DType) GroupRow {
	wide, above := op.CastWGSL(dt, op.Uint64), "0u"
	if dt.Kind() == op.Signed {
		wide, above = op.CastWGSL(dt, op.Int64), "0u - (wide.y >> 31u)"
	}
	return GroupRow{
		State: "vec3<u32>",
		Words: 3,
		Begin: "vec3<u32>()",
		Add:   fmt.Sprintf("{ let wide = %s; {s} = m_add96({s}, vec3<u32>(wide, %s)); }", wide, above),
		Merge: "{s} = m_add96({s}, {t});",
		End:   "select(m_mean96({s}, {n}), m_nan(), {n} == 0u)",
		Save:  "array<u32, 3>({s}.x, {s}.y, {s}.z)",
		Load:  "vec3<u32>({w}[0], {w}[1], {w}[2])",
	}
}

// product is the product of floats, for a reduction and for a scan.
func product(dt op.DType) GroupRow {
	return GroupRow{
		State: "MProduct",
		Words: 4,
		Begin: "m_product_one()",
		Add:   "{s} = m_product_times({s}, m_product({x}));",
		Merge: "{s} = m_product_times({s}, {t});",
		End:   "m_product_end({s}, " + halfOf(dt) + ")",
		Save:  "array<u32, 4>({s}.m, {s}.flags, {s}.e.x, {s}.e.y)",
		Load:  "MProduct({w}[0], {w}[1], vec2<u32>({w}[2], {w}[3]))",
	}
}

// floatDot sums products in float32, and rounds the sum of a half once more.
func floatDot(dt op.DType) GroupRow {
	return GroupRow{
		State: "MDot",
		Words: 3,
		Begin: "m_dot_begin()",
		Add:   "m_dot_add(&{s}, {x}, {y});",
		Merge: "{s} = m_dot_merge({s}, {t});",
		End:   strings.ReplaceAll(op.FitWGSL(dt), "{x}", "m_dot_end({s})"),
		Save:  "m_dot_save({s})",
		Load:  "m_dot_load({w})",
	}
}

// wrappedDot is the dot of integers, which wraps, and of bools, which is or of and.
func wrappedDot(dt op.DType) GroupRow {
	fitted := func(o *op.Op, x, y string) string {
		return strings.ReplaceAll(op.FitWGSL(dt), "{x}", "("+expand(o.WGSL(dt), []string{x, y})+")")
	}
	return GroupRow{
		State: valueType(dt),
		Words: words(dt),
		Begin: literal(0, dt),
		Add:   "{ let product = " + fitted(op.Mul, "{x}", "{y}") + "; {s} = " + fitted(op.Add, "{s}", "product") + "; }",
		Merge: "{s} = " + fitted(op.Add, "{s}", "{t}") + ";",
		End:   "{s}",
		Save:  saved(dt, "{s}"),
		Load:  loaded(dt, "{w}"),
	}
}

// variance sums elements and their squares exactly.
func variance(dt op.DType) GroupRow {
	add, unit := "m_squares_add(&{s}, {x});", -298
	if !dt.IsFloat() {
		wide, negative := op.CastWGSL(dt, op.Uint64), "false"
		if dt.Kind() == op.Signed {
			wide, negative = op.CastWGSL(dt, op.Int64), "m_negative64(wide)"
		}
		add, unit = fmt.Sprintf("{ let wide = %s; m_squares_add64(&{s}, m_negate64(wide, %[2]s), %[2]s); }", wide, negative), 0
	}
	return GroupRow{
		State: "MSquares",
		Words: 40,
		Begin: "m_squares_begin()",
		Add:   add,
		Merge: "{s} = m_squares_merge({s}, {t});",
		End:   fmt.Sprintf("m_variance({s}, {n}, {y}, %d, %s)", unit, halfOf(dt)),
		Save:  "m_squares_save({s})",
		Load:  "m_squares_load({w})",
	}
}

// logSum is the logarithm of a sum of exponentials.
func logSum(dt op.DType) GroupRow {
	add, result := "m_logsum_add({s}, {x})", dt
	if !dt.IsFloat() {
		result = op.Float32
		add = "m_logsum_add({s}, " + op.CastWGSL(dt, op.Float32) + ")"
	}
	return GroupRow{
		State: "MLogSum",
		Words: 4,
		Begin: "m_logsum_begin()",
		Add:   "{s} = " + add + ";",
		Merge: "{s} = m_logsum_merge({s}, {t});",
		End:   strings.ReplaceAll(op.FitWGSL(result), "{x}", "m_logsum_end({s})"),
		Save:  "m_logsum_save({s})",
		Load:  "m_logsum_load({w})",
	}
}
