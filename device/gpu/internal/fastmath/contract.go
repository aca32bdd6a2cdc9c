package fastmath

import "fmt"

// factors are the texts of two expressions whose product is a value.
type factors struct{ left, right string }

// fused is an fma, rounded once. WGSL's fma may round the product, and llvmpipe's does, so fused
// computes the errors of the product and of the sum, both exact. The sum of these errors is rounded
// to odd, and then only the last addition rounds. If the product's error is outside the range of
// float32, the product is rounded.
const fused = `struct Factors { left: f32, right: f32 }

fn fused_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

fn fused_error(x: f32, y: f32, s: f32) -> f32 {
  let t = fused_bar(s - x);
  return fused_bar(x - fused_bar(s - t)) + fused_bar(y - t);
}

fn fused(a: f32, b: f32, c: f32) -> f32 {
  let p = fused_bar(a * b);
  let size = bitcast<u32>(p) & 0x7fffffffu;
  if (size < 0x1a000000u || max(size, bitcast<u32>(c) & 0x7fffffffu) > 0x7e000000u) { return p + c; }
  let ah = bitcast<f32>(bitcast<u32>(a) & 0xfffff000u); let al = fused_bar(a - ah);
  let bh = bitcast<f32>(bitcast<u32>(b) & 0xfffff000u); let bl = fused_bar(b - bh);
  let e = fused_bar(fused_bar(fused_bar(ah * bh - p) + ah * bl) + al * bh) + al * bl;
  let t = fused_bar(c + e);
  let v = fused_bar(p + t);
  let x = fused_error(c, e, t); let y = fused_error(p, t, v);
  let z = fused_bar(x + y);
  let lost = fused_error(x, y, z);
  let odd = bitcast<u32>(z) + select(~0u, 1u, (lost > 0.0) == (z > 0.0));
  return v + select(z, bitcast<f32>(odd), lost != 0.0 && (bitcast<u32>(z) & 1u) == 0u);
}

`

// Side says which product a compiler contracts in a sum of two.
type Side int

// Left and right.
const (
	Left Side = iota
	Right
)

// Contract returns a kernel in which sums and differences of a float32 product are fmas, and the
// number of fmas. It finds products in declarations, parameters and results of functions, but not
// in variables and structs.
func Contract(wgsl string, side Side) (text string, fmas int) {
	m := read(wgsl)
	w := &writer{module: m, side: side, written: map[string]bool{}}
	w.WriteString(m.rest)
	w.WriteString(fused)
	w.want = []twin{{function: m.byName["main"]}}
	for len(w.want) > 0 {
		t := w.want[0]
		w.want = w.want[1:]
		if !w.written[t.name()] {
			w.written[t.name()] = true
			w.write(t)
		}
	}
	return w.String(), w.fmas
}

// sum writes a sum or a difference as an fma if an argument is a product.
func (w *writer) sum(e *expr) (text string, ok bool) {
	if e.kind != binary || e.text != "+" && e.text != "-" || w.of(e) != f32 {
		return "", false
	}
	for _, side := range []Side{w.side, 1 - w.side} {
		p, ok := w.product(e.args[side])
		if !ok {
			continue
		}
		w.fmas++
		other := w.expr(e.args[1-side])
		switch {
		case e.text == "-" && side == Left:
			other = "-(" + other + ")"
		case e.text == "-":
			p.left = "-(" + p.left + ")"
		}
		return fmt.Sprintf("fused(%s, %s, %s)", p.left, p.right, other), true
	}
	return "", false
}

// product returns the factors of an expression. ok is false if it is no product.
func (w *writer) product(e *expr) (p factors, ok bool) {
	if w.of(e) != f32 {
		return p, false
	}
	switch e.kind {
	case ident:
		v, _ := w.values.find(e.text)
		p = factors{e.text + "_left", e.text + "_right"}
		return p, v.product
	case unary:
		if e.text == "-" {
			p, ok = w.product(e.args[0])
			p.left = "-(" + p.left + ")"
			return p, ok
		}
	case binary:
		if e.text == "*" {
			return factors{w.expr(e.args[0]), w.expr(e.args[1])}, true
		}
	case call:
		if f := w.byName[e.text]; f != nil && w.multiplies(f.body) {
			both := w.call(f, e.args, true)
			return factors{both + ".left", both + ".right"}, true
		}
	}
	return p, false
}
