package gpu

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

var (
	mutantsOf = flag.String("mutants", "where,sign", `rows whose mutants are tried, with commas between; all of them take an hour: "all"`)
	mutantsIn = flag.String("mutants.in", "", "and of these only the functions that match the regular expression")
	mutants64 = flag.Bool("mutants.float64", false, "those of float64, some seconds each, instead of all others")
	mutantsN  = flag.Int("mutants.n", many(math.MaxInt, 5), "and at most so many mutants, drawn from all of them, the same in every run")
)

// source is a text that kernels are made of, and the rows whose kernels have it.
type source struct {
	name  string // of the function, or the row's for its own line
	text  string
	ops   []string
	types op.Set // that kernels with the text compute in
}

// families of types have the same texts, or nearly.
var (
	float64s = op.SetOf(op.Float64)
	families = []op.Set{
		op.SetOf(op.Bool, op.Uint8, op.Uint16, op.Uint32, op.Int8, op.Int16, op.Int32), op.SetOf(op.Uint64, op.Int64),
		op.SetOf(op.Float32), op.SetOf(op.Float16, op.BFloat16), float64s,
	}
)

var (
	declaration   = regexp.MustCompile(`(?m)^fn (\w+)`)
	applied       = regexp.MustCompile(`(?m)^  let v\d+ = .*;$`)
	scalarOperand = regexp.MustCompile(`\b[st]\d`)
	wordOf        = regexp.MustCompile(`\w+`)
)

// barriers do nothing to a value: they keep compilers from knowing it.
var barriers = []string{"m_bar", "m_twin", "m_zero"}

// sources are the functions that rows call, and the lines that call them, of the kernels
// that the suite runs for each row.
func sources(t *testing.T, d *Device, rows []string) []*source {
	all := map[string]*source{}
	for _, name := range rows {
		among := families
		if op.ByName(name).Rule == op.Retype { // from each to each
			among = []op.Set{shaders.DTypes}
		}
		for _, types := range among {
			if types == float64s != *mutants64 {
				continue
			}
			d.pipelines.edit = func(wgsl string) string {
				for _, s := range functionsOf(name, wgsl) {
					if all[s.text] == nil {
						all[s.text] = s
					}
					s := all[s.text]
					s.types |= types
					if !slices.Contains(s.ops, name) {
						s.ops = append(s.ops, name)
					}
				}
				return wgsl
			}
			require.NoError(t, d.check(types, name, quick(types)...))
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b *source) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.text, b.text)) })
}

// functionsOf lists the functions and lines that the kernel's apply is made of.
func functionsOf(row, wgsl string) (list []*source) {
	functions := map[string]string{}
	var body string
	for _, paragraph := range strings.Split(wgsl, "\n\n") {
		m := declaration.FindStringSubmatchIndex(paragraph)
		switch {
		case m == nil:
		case paragraph[m[2]:m[3]] == "apply":
			body = paragraph
		default:
			functions[paragraph[m[2]:m[3]]] = paragraph[m[0]:]
		}
	}
	for _, line := range applied.FindAllString(body, -1) {
		last := fmt.Sprintf("x%d", op.ByName(row).Arity-1)
		if scalarOperand.MatchString(line) || !strings.Contains(line, last) {
			continue // there is another with as many inputs
		}
		list = append(list, &source{name: row, text: line})
	}
	var visit func(text string)
	visit = func(text string) {
		for _, w := range wordOf.FindAllString(text, -1) {
			if f := functions[w]; f != "" && !slices.Contains(barriers, w) {
				delete(functions, w)
				list = append(list, &source{name: w, text: f})
				visit(f)
			}
		}
	}
	visit(body)
	return list
}

// quick is the short suite; but that leaves out most functions of float64.
func quick(types op.Set) []devicetest.Option {
	if types == float64s {
		return nil
	}
	return []devicetest.Option{devicetest.Quick()}
}

// check runs the suite for one row in some types, with kernels compiled anew.
func (d *Device) check(types op.Set, row string, more ...devicetest.Option) error {
	d.forget()
	was := d.info.Load()
	defer d.info.Store(was)
	few := *was
	few.DTypes = types | op.SetOf(op.Bool)
	d.info.Store(&few)
	opts := []devicetest.Option{devicetest.First(), devicetest.Only(row)}
	_, err := devicetest.Check(d, append(opts, more...)...)
	return err
}

// forget drops all compiled pipelines.
func (d *Device) forget() {
	d.driver.Lock()
	defer d.driver.Unlock()
	d.pipelines.drop(slices.Collect(maps.Keys(d.pipelines.byKey)))
}

// fate is what became of a mutant.
type fate int

const (
	refused fate = iota // by naga: no mutant
	caught              // by the quick suite
	later               // by the whole suite only
	missed              // but found by other seeds, or by a sweep: the suite lacks a case
	kept                // the row's promise, as far as these tell: no fault
)

// try runs the mutant in every row that has it, until it is found wrong.
func (d *Device) try(s *source, m mutant) (fate, error) {
	d.pipelines.edit = func(wgsl string) string { return strings.Replace(wgsl, m.before, m.after, 1) }
	defer d.forget()
	for f, opts := range [][]devicetest.Option{caught: quick(s.types), later: {}, missed: {devicetest.Seed(2)}} {
		if fate(f) == refused {
			continue
		}
		for _, row := range s.ops {
			err := d.check(s.types, row, opts...)
			switch {
			case err == nil:
			case strings.Contains(err.Error(), "in the kernel of"):
				return refused, nil
			default:
				return fate(f), err
			}
		}
	}
	if err := d.sweep(s.ops[:min(2, len(s.ops))]); err != nil {
		return missed, err
	}
	return kept, nil
}

// sweep tries many arguments of float32, for rows that take float32.
func (d *Device) sweep(rows []string) error {
	d.forget()
	_, err := devicetest.Sweep{Step: 1<<14 - 3, Ops: rows}.Run(d)
	return err
}

// The suite finds a fault in the text of any row, and in the functions that it calls. It need not
// find one whose results still keep the row's promise.
func TestTheSuiteCatchesMutantsOfRows(t *testing.T) {
	oneGoroutine(t)
	d := open(t)
	rows := strings.Split(*mutantsOf, ",")
	if *mutantsOf == "all" {
		rows = nil
		for _, o := range op.Instructions() {
			rows = append(rows, o.Name)
		}
	}
	total, only := map[fate]int{}, regexp.MustCompile(*mutantsIn)
	var all []spoilt
	for _, s := range sources(t, d, rows) {
		for _, m := range mutants(s.text) {
			if only.MatchString(s.name) {
				all = append(all, spoilt{s, m})
			}
		}
	}
	if made := len(all); *mutantsN < math.MaxInt {
		slices.SortFunc(all, func(a, b spoilt) int { return cmp.Compare(a.hash(), b.hash()) })
		all = all[:min(*mutantsN, made)]
		t.Logf("%d of %d", len(all), made)
	}
	for _, m := range all {
		f, err := d.try(m.source, m.mutant)
		total[f]++
		t.Logf("%v: %s of %s", f, m.fault, m.name)
		if f == later || f == kept {
			t.Logf("%s: %s of\n%s\n%.200v", f, m.fault, m.text, err)
		}
		assert.NotEqual(t, missed, f, "%s in\n%s\n%v", m.fault, m.text, err)
	}
	t.Log("in all: ", total)
	assert.Greater(t, total[caught], min(len(all), 20)/2)
}

// spoilt is a mutant of a source.
type spoilt struct {
	*source
	mutant
}

// hash returns a number for the texts, the same in every run.
func (s spoilt) hash() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s.name + s.fault + s.after))
	return h.Sum64()
}

func (f fate) String() string {
	return [...]string{"refused by the compiler", "caught", "caught by the whole suite", "missed", "keeps the promise"}[f]
}
