package op

// Cast converts to the type its instruction names; its meaning is Convert.
var Cast = def(Op{
	Name: "cast", Arity: 1, Rule: Retype,
	Doc:   "x converted: integers wrap, a float becomes an integer by truncation and saturation (NaN 0), all but 0 is true",
	Float: Form[float64]{F1: same[float64]},
	Int:   Form[int64]{F1: same[int64]},
	Uint:  Form[uint64]{F1: same[uint64]},
	Bool:  Form[bool]{F1: same[bool]},
})

// CastWGSL returns the shader expression that converts {x} between types that shaders
// hold: bool, int32, uint32 and float32.
func CastWGSL(from, to DType) string {
	switch {
	case from == to:
		return "{x}"
	case pair(from) || pair(to):
		return castPair(from, to)
	}
	return castWGSL[[2]Kind{from.Kind(), to.Kind()}]
}

var castWGSL = map[[2]Kind]string{
	{Boolean, Unsigned}:  "select(0u, 1u, {x})",
	{Boolean, Signed}:    "select(0, 1, {x})",
	{Boolean, Floating}:  "select(0.0, 1.0, {x})",
	{Unsigned, Boolean}:  "{x} != 0u",
	{Unsigned, Signed}:   "bitcast<i32>({x})",
	{Unsigned, Floating}: "f32({x})",
	{Signed, Boolean}:    "{x} != 0",
	{Signed, Unsigned}:   "bitcast<u32>({x})",
	{Signed, Floating}:   "f32({x})",
	{Floating, Boolean}:  "m_abits({x}) != 0u",
	{Floating, Unsigned}: "m_f2u({x})",
	{Floating, Signed}:   "m_f2i({x})",
}
