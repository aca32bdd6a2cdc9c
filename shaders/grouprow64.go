package shaders

import "github.com/wgtensor/wgtensor/device/op"

// rows64 are rows of float64, whose states are integers: see lib/long.wgsl.
var rows64 = map[*op.Op]GroupRow{
	op.Sum:          longSum("m_long_end_sum(&{s})"),
	op.Mean:         longSum("m_long_end_mean(&{s}, {n})"),
	op.Cumsum:       longSum("m_long_end_sum(&{s})"),
	op.Dot:          longDot,
	op.Var:          longVariance,
	op.Prod:         product64,
	op.Cumprod:      product64,
	op.Logcumsumexp: logSum64,
}

// longSum is an exact sum, which ends as a sum or a mean.
func longSum(end string) GroupRow {
	return GroupRow{
		State: "MLong",
		Words: 96,
		Begin: "MLong()",
		Add:   "m_long_add(&{s}, {x});",
		Merge: "m_long_merged_sum(&{s});",
		End:   end,
		Long:  &LongState{Flags: 95},
	}
}

// longDot is exact, and rounded once.
var longDot = GroupRow{
	State: "MLong",
	Words: 184,
	Begin: "MLong()",
	Add:   "m_long_add_product(&{s}, {x}, {y});",
	Merge: "m_long_merged_products(&{s});",
	End:   "m_long_end_products(&{s})",
	Long:  &LongState{First: 95, Flags: 95},
}

var longVariance = GroupRow{
	State: "MLong",
	Words: 280,
	Begin: "MLong()",
	Add:   "m_long_add_square(&{s}, {x});",
	Merge: "m_long_merged_squares(&{s});",
	End:   "m_long_variance(&{s}, {n}, {y})",
	Long:  &LongState{Flags: 95},
}

var product64 = GroupRow{
	State: "MProduct64",
	Words: 5,
	Begin: "m_product64_one()",
	Add:   "{s} = m_product64_times({s}, m_product64({x}));",
	Merge: "{s} = m_product64_times({s}, {t});",
	End:   "m_product64_end({s})",
	Save:  "array<u32, 5>({s}.m.x, {s}.m.y, {s}.flags, {s}.e.x, {s}.e.y)",
	Load:  "MProduct64(vec2<u32>({w}[0], {w}[1]), {w}[2], vec2<u32>({w}[3], {w}[4]))",
}

// logSum64 calls each routine once, as drivers inline all calls.
var logSum64 = GroupRow{
	State: "MLogSum64",
	Words: 6,
	Begin: "m_logsum64_begin()",
	Add:   "{ let e = libm_exp(m_logsum64_distance({s}, {x})); {s} = m_logsum64_add({s}, {x}, e); }",
	Merge: "{ let e = libm_exp(m_logsum64_between({s}, {t})); {s} = m_logsum64_merge({s}, {t}, e); }",
	End:   "m_logsum64_end({s}, libm_log(m_logsum64_float({s}.sum)))",
	Save:  "array<u32, 6>({s}.flags, {s}.base.x, {s}.base.y, {s}.sum.x, {s}.sum.y, {s}.sum.z)",
	Load:  "MLogSum64({w}[0], vec2<u32>({w}[1], {w}[2]), vec3<u32>({w}[3], {w}[4], {w}[5]))",
}
