package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/devicetest/prose"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestASweepWritesTheFiguresOfEveryDevice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.md")
	var out strings.Builder
	sweep := devicetest.Sweep{Step: 1_000_003, Ops: []string{"exp", "add"}}
	require.NoError(t, figures(&out, file, []string{"cpu"}, sweep))
	assert.Contains(t, out.String(), "exp          float32: ")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), "one in 1000003 of the 2^32")
	assert.Contains(t, string(text), floors())
	assert.Contains(t, string(text), "## CPU, float64\n\n| operation |")
	assert.Contains(t, string(text), "Exact: add.\n\nBy definition, every step rounded: add with alpha.\n")
	assert.NotContains(t, string(text), "llvmpipe")
}

func TestASweepWithoutADeviceWritesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.md")
	assert.EqualError(t, figures(&strings.Builder{}, file, []string{"abacus"}, devicetest.Sweep{Step: 61}), "abacus: a bead is missing")
	assert.NoFileExists(t, file)
}

// figure is what the page says of an operation in a type.
type figure struct {
	label          string // within how many units, exact, or by definition
	worst, allowed float64
}

// section is a part of the page: a device and a type.
type section struct {
	title   string
	figures map[string]figure
}

// dtype is the type that ends the title.
func (s section) dtype() op.DType {
	if strings.HasSuffix(s.title, "float64") {
		return op.Float64
	}
	return op.Float32
}

const accuracy = "../../device/devicetest/ACCURACY.md"

func accuracyPage(t *testing.T) (head string, sections []section) {
	page, err := os.ReadFile(accuracy)
	require.NoError(t, err)
	parts := strings.Split(string(page), "\n## ")
	for _, part := range parts[1:] {
		lines := strings.Split(part, "\n")
		s := section{title: lines[0], figures: map[string]figure{}}
		for _, line := range lines {
			cell := strings.Split(line, "|")
			names, exact := strings.CutPrefix(line, "Exact: ")
			names, steps := strings.CutPrefix(names, "By definition, every step rounded: ")
			switch {
			case exact || steps:
				for _, name := range strings.Split(strings.TrimSuffix(names, "."), ", ") {
					s.figures[name] = figure{label: map[bool]string{true: "exact", false: "by definition"}[exact]}
				}
			case len(cell) > 6 && !strings.Contains(line, "---") && !strings.Contains(line, "| worst |"):
				f := figure{worst: number(t, cell[2]), allowed: number(t, cell[3])}
				f.label = fmt.Sprintf("within %v", f.allowed)
				s.figures[strings.TrimSpace(cell[1])] = f
			}
		}
		sections = append(sections, s)
	}
	require.Len(t, sections, 3, "the CPU's types, and a GPU's")
	return parts[0], sections
}

// labels are what the page has to say of every operation that a sweep tries in dt.
func labels(dt op.DType) map[string]string {
	all := map[string]string{}
	add := func(name string, row *op.Op) {
		if compute, _, err := row.Types(dt); err == nil && compute == dt && row.Rule != op.Retype && row.Rule != op.Select {
			all[name] = label(row, dt)
		}
	}
	for _, o := range op.All() {
		add(o.Name, o)
		if o.With != nil {
			add(o.Name+" with "+o.With.Params[0].Name, o.With)
		}
	}
	return all
}

// label is that of a row; one that is defined by its steps may be off as far as the last.
func label(o *op.Op, dt op.DType) string {
	ulp := o.Tol.For(dt)
	if o.As != nil && o.BySteps != "" {
		last, _, _ := strings.Cut(o.As.String(), "(")
		ulp = op.ByName(last).Tol.For(dt)
	}
	switch {
	case ulp > 0:
		return fmt.Sprintf("within %v", ulp)
	case o.BySteps != "":
		return "by definition"
	}
	return "exact"
}

// The file is made by this command; who adds an operation or changes its bound makes it again.
func TestTheAccuracyPageSaysOfEveryOperationWhatItIs(t *testing.T) {
	_, sections := accuracyPage(t)
	for _, s := range sections {
		t.Run(s.title, func(t *testing.T) {
			want := labels(s.dtype())
			for name, label := range want {
				f, ok := s.figures[name]
				switch {
				case !ok:
					t.Errorf("%s has no %s, which is %s", accuracy, name, label)
				case f.label != label:
					t.Errorf("%s says that %s is %s; it is %s", accuracy, name, f.label, label)
				case f.worst > f.allowed:
					t.Errorf("%s was measured to be %v off, %v are allowed", name, f.worst, f.allowed)
				}
			}
			for name := range s.figures {
				assert.Contains(t, want, name, "%s has %s, which no sweep tries", accuracy, name)
			}
		})
	}
}

func TestTheAccuracyPageBeginsAsTheCommandWritesIt(t *testing.T) {
	head, _ := accuracyPage(t)
	made := regexp.MustCompile(`Made on (\S+) by\s+.* -step (\d+) `).FindStringSubmatch(head)
	require.NotNil(t, made)
	step, err := strconv.Atoi(made[2])
	require.NoError(t, err)
	for _, paragraph := range strings.Split(header(step, made[1]), "\n\n") {
		prose.Has(t, accuracy, strings.Join(strings.Fields(paragraph), " "))
	}
}

func TestTheReadmeNamesTheLargestErrorsOfTheAccuracyPage(t *testing.T) {
	_, sections := accuracyPage(t)
	largest, of := map[bool]figure{}, map[bool]string{}
	for _, s := range sections {
		cpu := strings.HasPrefix(s.title, "CPU")
		for name, f := range s.figures {
			if f.worst > largest[cpu].worst {
				largest[cpu], of[cpu] = f, name+" of "+s.title[strings.LastIndex(s.title, " ")+1:]
			}
		}
	}
	prose.Has(t, "../../README.md", fmt.Sprintf("In units in the last place, the largest are %v on the CPU (%s, of %v allowed) and %v on llvmpipe (%s, of %v allowed).",
		largest[true].worst, of[true], largest[true].allowed, largest[false].worst, of[false], largest[false].allowed))
}

func number(t *testing.T, cell string) float64 {
	x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	require.NoError(t, err)
	return x
}
