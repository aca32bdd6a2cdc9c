package gpu

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

var (
	mutantsOf = flag.String("mutants", "where,sign", `rows whose mutants are tried, with commas between; all of them take an hour: "all"`)
	mutantsIn = flag.String("mutants.in", "", "and of these only the functions that match the regular expression")
)

// source is a text that kernels are made of, and the rows whose kernels have it.
type source struct {
	name string // of the function, or the row's for its own line
	text string
	ops  []string
}

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
		d.edit = func(wgsl string) string {
			for _, s := range called(name, wgsl) {
				if all[s.text] == nil {
					all[s.text] = s
				}
				if s := all[s.text]; !slices.Contains(s.ops, name) {
					s.ops = append(s.ops, name)
				}
			}
			return wgsl
		}
		require.NoError(t, d.check(name, devicetest.Quick()))
	}
	return slices.SortedFunc(maps.Values(all), func(a, b *source) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.text, b.text)) })
}

// called lists what the kernel's apply is made of.
func called(row, wgsl string) (list []*source) {
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

// check runs the suite for one row, with kernels compiled anew.
func (d *Device) check(row string, more ...devicetest.Option) error {
	d.forget()
	opts := []devicetest.Option{devicetest.First(), devicetest.Only(row)}
	_, err := devicetest.Check(d, append(opts, more...)...)
	return err
}

// forget gives back all that was compiled.
func (d *Device) forget() {
	d.seam.Lock()
	defer d.seam.Unlock()
	d.dropPipelines(slices.Collect(maps.Keys(d.pipelines.byKey)))
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
	d.edit = func(wgsl string) string { return strings.Replace(wgsl, m.before, m.after, 1) }
	defer d.forget()
	for f, opts := range [][]devicetest.Option{caught: {devicetest.Quick()}, later: {}, missed: {devicetest.Seed(2)}} {
		if opts == nil {
			continue
		}
		for _, row := range s.ops {
			err := d.check(row, opts...)
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

// sweep looks at many arguments of float32, where rows have such.
func (d *Device) sweep(rows []string) error {
	d.forget()
	_, err := devicetest.Sweep{Step: 1<<14 - 3, Ops: rows}.Run(d)
	return err
}

// The suite finds a fault in the text of any row, and in the functions that it calls, unless
// the results still keep the row's promise.
func TestTheSuiteCatchesMutantsOfRows(t *testing.T) {
	d := open(t)
	rows := strings.Split(*mutantsOf, ",")
	if *mutantsOf == "all" {
		rows = nil
		for _, o := range op.Instructions() {
			rows = append(rows, o.Name)
		}
	}
	total, only := map[fate]int{}, regexp.MustCompile(*mutantsIn)
	for _, s := range sources(t, d, rows) {
		own := map[fate]int{}
		if !only.MatchString(s.name) {
			continue
		}
		for _, m := range mutants(s.text) {
			f, err := d.try(s, m)
			own[f]++
			total[f]++
			if f == later || f == kept {
				t.Logf("%s: %s of\n%s\n%.200v", f, m.fault, s.text, err)
			}
			assert.NotEqual(t, missed, f, "%s in\n%s\n%v", m.fault, s.text, err)
		}
		t.Logf("%s, in %v: %v", s.name, s.ops, own)
	}
	t.Log("in all: ", total)
	assert.Greater(t, total[caught], 10)
}

func (f fate) String() string {
	return [...]string{"refused by the compiler", "caught", "caught by the whole suite", "missed", "keeps the promise"}[f]
}
