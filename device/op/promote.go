package op

// Promote returns the type that holds the values of both a and b: PyTorch's
// torch.promote_types, and NumPy's lattice where uint16, uint32 and uint64 take part.
//
// A float wins over every integer whatever their sizes (int64 with float32 is
// float32), an integer over bool. A signed and an unsigned integer meet in the
// smallest signed type that holds both. uint64 has no such partner and is refused.
func Promote(a, b DType) (DType, error) {
	if !a.Valid() || !b.Valid() {
		return 0, &TypeError{Op: "promote", Types: []DType{a, b}, Hint: "not a dtype"}
	}
	if a.Kind() > b.Kind() { // bool, unsigned, signed, float
		a, b = b, a
	}
	switch ka, kb := a.Kind(), b.Kind(); {
	case a == b:
		return a, nil
	case kb == Floating:
		return promoteFloat(a, b), nil
	case ka == Boolean:
		return b, nil
	case ka == kb:
		return wider(a, b), nil
	}
	return promoteMixed(a, b)
}

func wider(a, b DType) DType {
	if a.Size() > b.Size() {
		return a
	}
	return b
}

func promoteFloat(a, b DType) DType {
	if a.Kind() != Floating {
		return b
	}
	if a.Size() == 2 && b.Size() == 2 { // float16 with bfloat16: neither holds the other
		return Float32
	}
	return wider(a, b)
}

func promoteMixed(u, s DType) (DType, error) {
	for _, dt := range [...]DType{Int8, Int16, Int32, Int64} {
		if dt.Size() > u.Size() && dt.Size() >= s.Size() {
			return dt, nil
		}
	}
	return 0, &TypeError{Op: "promote", Types: []DType{u, s},
		Hint: "no integer type holds both; convert one of them with AsType"}
}

// Category is what weak operands count by: 0 bool, 1 integer, 2 float.
func (dt DType) Category() int {
	switch dt.Kind() {
	case Floating:
		return 2
	case Signed, Unsigned:
		return 1
	}
	return 0
}

// FitsInPlace reports whether an operation in place may write a result of type from to a tensor of
// type to. The category may not fall (PyTorch's can_cast): uint8 += int8 is allowed, and int32 +=
// float32 is not.
func FitsInPlace(from, to DType) bool { return from.Category() <= to.Category() }
