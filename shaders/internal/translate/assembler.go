package translate

import "slices"

// assembler writes instructions of the machine. It knows nothing of Go. Register numbers have no
// limit; finish maps them to the machine's registers.
type assembler struct {
	code      []instr
	registers int // numbered so far
	labels    int
}

// value is the words of a variable or expression.
type value []operand

// register returns a new register.
func (a *assembler) register() int {
	a.registers++
	return a.registers - 1
}

// fresh returns n new registers.
func (a *assembler) fresh(n int) (v value) {
	for range n {
		v = append(v, operand{register: a.register()})
	}
	return v
}

// label returns a new label, which mark puts before the next instruction.
func (a *assembler) label() int {
	a.labels++
	return a.labels - 1
}

func (a *assembler) mark(label int) { a.code = append(a.code, instr{label: label, dst: -1}) }

// emit adds an operation with a result.
func (a *assembler) emit(op Op, args ...operand) operand {
	in := instr{op: op, label: noLabel}
	for i := range in.args {
		in.args[i] = number(0)
	}
	switch op {
	case Add: // its second operand is the third
		in.args[0], in.args[2] = args[0], args[1]
	default:
		copy(in.args[:], args)
	}
	if v, ok := fold(op, in.args); ok {
		return v
	}
	in.dst = a.register()
	a.append(in)
	return operand{register: in.dst}
}

// append adds an instruction with any operands. The machine takes signs only at some operands, and
// one constant in an instruction. Other instructions before it compute the rest.
func (a *assembler) append(in instr) {
	switch in.op {
	case Mul, FMA: // the product's sign stands at the first factor
		if in.args[1].neg {
			in.args[0], in.args[1] = in.args[0].negate(), in.args[1].negate()
		}
		if in.args[0].register < 0 { // a constant goes second, because it needs no sign
			in.args[0], in.args[1] = in.args[1], in.args[0]
			if in.args[1].neg {
				panic("translate: a constant with a sign of its own")
			}
		}
	}
	constant := -1
	for i, x := range in.args {
		if x.neg && !(in.op <= Mul && i != 1) {
			in.args[i] = a.emit(Xor, operand{register: x.register}, number(sign))
		}
		if x.register < 0 && reads(in.op, i) {
			if constant >= 0 && in.args[constant].bits != x.bits {
				t := a.register()
				a.append(instr{op: Move, dst: t, args: [3]operand{x, number(0), number(0)}, label: noLabel})
				in.args[i] = operand{register: t}
				continue
			}
			constant = i
		}
	}
	a.code = append(a.code, in)
}

// reads reports whether an operation takes its i-th operand.
func reads(op Op, i int) bool { return operands(op)&(1<<i) != 0 }

// operands are the operands that an operation takes, as bits.
func operands(op Op) int {
	switch op {
	case FMA, Carry, Borrow:
		return 7
	case Add:
		return 5
	case Move, Load, Return, Sqrt, Trunc, RoundEven, Significand, Exponent, FromInt, FromUint, ToInt, Zeros, Horner:
		return 1
	}
	return 3
}

func (a *assembler) move(dst int, x operand) {
	a.append(instr{op: Move, dst: dst, args: [3]operand{x, number(0), number(0)}, label: noLabel})
}

func (a *assembler) jump(target int) {
	a.append(instr{op: JumpInt, dst: -1, args: [3]operand{number(0), number(0), number(0)}, relations: always, target: target, label: noLabel})
}

// store moves the words of v to registers. It reads all words before it writes any.
func (a *assembler) store(to, v value) {
	v = slices.Clone(v)
	for i, x := range v {
		if slices.ContainsFunc(to[:i], func(t operand) bool { return t.register == x.register }) {
			v = a.copyRegisters(v)
			break
		}
	}
	for i := range to {
		a.move(to[i].register, v[i])
	}
}

// copyRegisters returns copies of the words that are registers.
func (a *assembler) copyRegisters(v value) value {
	v = slices.Clone(v)
	for i, x := range v {
		if x.register >= 0 {
			v[i] = operand{register: a.register()}
			a.move(v[i].register, x)
		}
	}
	return v
}
