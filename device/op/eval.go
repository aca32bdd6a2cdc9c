package op

// Eval is the row's exact meaning for elements. The arguments have the types that an instruction of
// this row takes. The result is an element of the result type. The meaning of cast is the function
// Convert, because only its instruction knows the result type. Eval is the judge; devices compute
// in their own ways.
func (o *Op) Eval(args []Scalar, types []DType) Scalar {
	if b, ok := o.Role.(*Bits); ok {
		if o.Arity == 1 {
			return b.Eval(uint64(args[0]), 0)
		}
		return b.Eval(uint64(args[0]), uint64(args[1]))
	}
	if o.steps() {
		return Steps(knownValues{}, o, o.Computes(types), args)
	}
	_, result, _ := o.Types(o.Computes(types))
	switch o.Computes(types).Kind() {
	case Floating:
		if exact := o.precise(args, result); exact != nil {
			near, _ := exact.Float64()
			return Float64.FromFloat(near)
		}
		x := o.Real(args, types)
		if result.half() {
			x = float64(float32(x)) // they compute in float32, and round once more
		}
		return result.FromFloat(x)
	case Signed:
		v := values(args, types, DType.Int)
		return result.FromInt(o.Int.Call(v[0], v[1], v[2]))
	case Unsigned:
		v := values(args, types, func(_ DType, s Scalar) uint64 { return uint64(s) })
		return result.FromUint(o.Uint.Call(v[0], v[1], v[2]))
	}
	v := values(args, types, func(_ DType, s Scalar) bool { return s != 0 })
	return truth(o.Bool.Call(v[0], v[1], v[2]))
}

// steps reports whether the row is defined by its steps, each rounded.
func (o *Op) steps() bool { return o.As != nil && o.Tol == Exact }

// Real returns the result for floats before it is rounded to the result type. If the meaning is an
// algorithm in float32 (Single), it returns that result.
func (o *Op) Real(args []Scalar, types []DType) float64 {
	v := values(args, types, func(dt DType, s Scalar) float64 {
		if dt == Bool {
			return float64(s)
		}
		return dt.Float(s)
	})
	switch dt := o.Computes(types); {
	case o.Half != nil && dt.half():
		return o.Half(dt, v[0], v[1])
	case o.Single != nil && dt != Float64:
		return float64(o.Single(float32(v[0]), float32(v[1])))
	}
	return o.Float.Call(v[0], v[1], v[2])
}

func values[T any](args []Scalar, types []DType, f func(DType, Scalar) T) (v [3]T) {
	for i, s := range args {
		v[i] = f(types[i], s)
	}
	return v
}
