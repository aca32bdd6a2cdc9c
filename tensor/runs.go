package tensor

// run is a part of an extended axis, whose elements are elements of the axis before, or a number. It
// may come several times.
type run struct {
	at            int // where it begins the first time
	first, step   int // the index of its first element, or number, and the distance to the next one
	length, times int // 0 times are 1
	every         int // from one time to the next
}

// number is the first index of a run of a number.
const number = -1

// extension says which elements lie before and behind an axis.
type extension uint8

const (
	constant extension = iota
	reflected
	replicated
	circular
)

// runs returns the runs of an axis of n elements with others before and after it. They are few, however
// long they are. n is 0 only for a constant, or where nothing is added.
func (x extension) runs(n, before, after int) []run {
	own := run{at: before, step: 1, length: n}
	runs := append(x.outside(n, -before, 0), own)
	for i := range runs[:len(runs)-1] {
		runs[i].at += before
	}
	for _, r := range x.outside(n, n, n+after) {
		r.at += before
		runs = append(runs, r)
	}
	return runs
}

// outside returns the runs of the indices from lo to hi, which all lie on one side of the axis.
func (x extension) outside(n, lo, hi int) []run {
	switch {
	case lo == hi:
		return nil
	case x == constant:
		return []run{{at: lo, first: number, length: hi - lo}}
	case x == replicated || x == reflected && n == 1:
		return []run{{at: lo, first: min(max(lo, 0), n-1), length: hi - lo}}
	case x == circular:
		return period{length: n, every: n, step: 1}.runs(lo, hi)
	}
	m := n - 1 // there the way back begins
	return append(period{length: m, every: 2 * m, step: 1}.runs(lo, hi), period{from: m, length: m, every: 2 * m, first: m, step: -1}.runs(lo, hi)...)
}

// period is a run of elements that comes again and again.
type period struct{ from, length, every, first, step int }

// runs returns the runs of the period among the indices from lo to hi: a part of one, those that are
// whole, and a part of another.
func (p period) runs(lo, hi int) (runs []run) {
	lo, hi = lo-p.from, hi-p.from
	add := func(lo, hi, times int) {
		begin := lo - modulo(lo, p.every)
		if hi = min(hi, begin+p.length); lo < hi {
			runs = append(runs, run{at: lo + p.from, first: p.first + p.step*(lo-begin), step: p.step, length: hi - lo, times: times, every: p.every})
		}
	}
	begin, end := lo+modulo(-lo, p.every), hi-modulo(hi, p.every)
	if begin > end {
		add(lo, hi, 1)
		return runs
	}
	add(lo, begin, 1)
	if begin < end {
		add(begin, begin+p.length, (end-begin)/p.every)
	}
	add(end, hi, 1)
	return runs
}

// modulo is the remainder of a floor division.
func modulo(i, n int) int {
	if i %= n; i < 0 {
		i += n
	}
	return i
}
