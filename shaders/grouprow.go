package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// GroupRow is the WGSL of a row of groups, for types of its arguments. A thread walks elements, and
// keeps what it needs of them in a state. States of parts of a group merge in any order.
//
// The texts have names in braces, which stand for names, never for expressions:
//
//	{s}     the state, a variable of the function
//	{t}     another state
//	{w}     a saved state
//	{k}     the number of a word, a u32
//	{x}     the element of the first argument, as a shader holds it
//	{y}     the element of the second argument. In End it is the one that the group takes once
//	{i}     the number of the element in its group, a u32
//	{n}     the number of elements of the group, a u32
//	{whole} true or false: whether this state gets all elements of the group
type GroupRow struct {
	State string // the type of a state
	Words int    // of a saved state
	Begin string // the state of no elements
	Add   string // statements that add an element
	Four  *Four  // how four elements are added together, or nil
	// Again is whether the part has to be walked once more with this state, or "" for never. The
	// lowering asks it behind each walk, before it merges, saves or ends the state.
	Again string
	Merge string     // statements that add the elements of {t}. In a scan those come later
	End   string     // the result, of the result's type
	Save  string     // an array of Words
	Load  string     // the state of {w}
	Step  string     // a scan's result for the elements so far
	Long  *LongState // in place of Save and Load; then Merge carries the digits of {s}, with the flags
}

// Four is how a row adds four elements together. They are a vec4 of a name {x}, and {m} is another name. It is
// quick for most: a loop over rounds of four has no text for what is rare, and a loop around it has that.
type Four struct {
	Begin string // a statement before the others, which declares {m}
	Rare  string // whether the state cannot take the four as it is
	Add   string // a statement that adds them, where it can
	Room  string // a statement that makes room for them, and adds them
}

// Numbered reports whether Add takes the numbers of elements.
func (r GroupRow) Numbered() bool { return strings.Contains(r.Add, "{i}") }

// RowOf returns the WGSL of a row of groups for arguments of some types. It returns false if there
// is none, as for sorts.
func RowOf(o *op.Op, args []op.DType) (GroupRow, bool) {
	g, ok := o.Role.(*op.Group)
	if !ok {
		return GroupRow{}, false
	}
	from, result := args[0], g.Type(args[0])
	if pair, identity := g.Folds(result); pair != nil {
		return fold(pair, identity, from, result, g.Gives), true
	}
	switch o {
	case op.Argmin, op.Argmax, op.Argcummin, op.Argcummax:
		return best(from, o == op.Argmin || o == op.Argcummin, g.Gives), true
	case op.Dot:
		if !inFloat(from) && from != op.Float64 {
			return wrappedDot(from), true
		}
	case op.Mean:
		if !from.IsFloat() {
			return integerMean(from), true
		}
	}
	if from == op.Float64 {
		r, ok := rows64[o]
		return r.scan(g.Gives), ok
	}
	r, ok := map[*op.Op]func(op.DType) GroupRow{
		op.Sum: floatSum, op.Mean: floatMean, op.Cumsum: floatCumsum, op.Prod: product, op.Cumprod: product,
		op.Dot: floatDot, op.Var: variance, op.Logcumsumexp: logSum,
	}[o]
	if !ok {
		return GroupRow{}, false
	}
	return r(from).scan(g.Gives), true
}

// fold is a row whose elements a map combines two by two.
func fold(pair *op.Op, identity op.Scalar, from, result op.DType, gives op.Gives) GroupRow {
	combine := "{ let combined = {x}; {s} = " + expand(pair.WGSL(result), []string{"{s}", "combined"}) + "; }"
	r := GroupRow{
		State: valueType(result),
		Words: words(result),
		Begin: literal(identity, result),
		Add:   strings.ReplaceAll(combine, "{x}", op.CastWGSL(from, result)),
		Merge: strings.ReplaceAll(combine, "{x}", "{t}"),
		End:   "{s}",
		Save:  saved(result, "{s}"),
		Load:  loaded(result, "{w}"),
	}
	return r.scan(gives)
}

// scan is the row with its result for the elements so far, if it is a scan.
func (r GroupRow) scan(gives op.Gives) GroupRow {
	if gives == op.Prefixes {
		r.Step = r.End
	}
	return r
}

// literal is a value of a type. A float is no constant, as a constant must not be infinite.
func literal(s op.Scalar, dt op.DType) string {
	switch {
	case dt.Size() == 8:
		return fmt.Sprintf("vec2<u32>(%#xu, %#xu)", uint32(s), uint32(s>>32))
	case inFloat(dt):
		return fromBits(dt, fmt.Sprintf("(%#xu | m_zero())", uint32(s)))
	case dt == op.Bool:
		return fmt.Sprint(s != 0)
	case valueType(dt) == "i32":
		return fmt.Sprintf("bitcast<i32>(%#xu)", uint32(dt.Int(s)))
	}
	return fmt.Sprintf("%#xu", uint32(s))
}

// saved is the array of words of a value, and loaded the value.
func saved(dt op.DType, value string) string {
	if dt.Size() == 8 {
		return fmt.Sprintf("array<u32, 2>(%s.x, %s.y)", value, value)
	}
	return fmt.Sprintf("array<u32, 1>(%s)", toBits(dt, value))
}

func loaded(dt op.DType, array string) string {
	if dt.Size() == 8 {
		return fmt.Sprintf("vec2<u32>(%s[0], %s[1])", array, array)
	}
	return fromBits(dt, array+"[0]")
}

// best is a row that finds the number of an element. A reduction finds the first of several, and a
// scan the last.
func best(dt op.DType, least bool, gives op.Gives) GroupRow {
	state, function, begin, words := "MBest", "m_best_first", "bitcast<i32>(0x80000000u)", 2
	if dt.Size() == 8 {
		state, begin, words = "MBest64", "vec2<u32>(0u, 0x80000000u)", 3
	}
	at := "0xffffffffu" // no element has it
	if gives == op.Prefixes {
		function, at = "m_best_last", "0u"
	}
	function += strings.TrimPrefix(state, "MBest")
	key := keyOf(dt, least)
	r := GroupRow{
		State: state,
		Words: words,
		Begin: fmt.Sprintf("%s(%s, %s)", state, begin, at),
		Add:   fmt.Sprintf("{s} = %s({s}, %s, {i});", function, key),
		Merge: fmt.Sprintf("{s} = %s({s}, {t}.key, {t}.at);", function),
		End:   "vec2<u32>({s}.at, 0u)",
		Save:  "array<u32, 2>(bitcast<u32>({s}.key), {s}.at)",
		Load:  "MBest(bitcast<i32>({w}[0]), {w}[1])",
	}
	if dt.Size() == 8 {
		r.Save = "array<u32, 3>({s}.key.x, {s}.key.y, {s}.at)"
		r.Load = "MBest64(vec2<u32>({w}[0], {w}[1]), {w}[2])"
	}
	return r.scan(gives)
}

// keyOf is an integer that grows with {x}, or falls if the least is sought.
func keyOf(dt op.DType, least bool) string {
	name := map[bool]string{true: "min", false: "max"}[least]
	switch {
	case dt == op.Float64:
		return "m_fkey_" + name + "64({x})"
	case inFloat(dt):
		return "m_key_" + name + "({x})"
	}
	key := "{x}"
	switch dt {
	case op.Bool:
		key = "select(0, 1, {x})"
	case op.Uint8, op.Uint16, op.Uint32:
		key = "bitcast<i32>({x} ^ 0x80000000u)"
	case op.Uint64:
		key = "({x} ^ vec2<u32>(0u, 0x80000000u))"
	}
	if least {
		key = "~" + key
	}
	return key
}

// Lacks are the reductions and scans that have no WGSL for some types of an argument. A device that
// runs kernels of this package lacks them.
func Lacks() *device.Gaps {
	gaps := device.Gaps{}
	for _, o := range op.Groups() {
		g := o.Role.(*op.Group)
		for _, dt := range op.DTypes() {
			if _, ok := RowOf(o, []op.DType{dt}); !ok && g.Gives != op.Order && o != op.Argkth {
				gaps[o] |= op.SetOf(dt)
			}
		}
	}
	return &gaps
}
