package tensor_test

import (
	"go/ast"
	godoc "go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// families are what the documentation groups functions and methods by. The file of a function, or
// of a row of package op, decides the family: the first family that names the file.
var families = []struct {
	title  string
	files  string // of this package, or of package op: "op/arith"
	prefix string // functions whose names begin so belong to it too, and come last
}{
	{"Making tensors", "make like grid", "From"},
	{"Reading values", "eval data scalar half nested print json gob", ""},
	{"Shape, dtype and device", "tensor default promote dtypeinfo", ""},
	{"Views and indices", "view at setat", ""},
	{"Indexing by tensors", "take scatter indexcopy search lookup nonzero position", ""},
	{"Joining, extending, rearranging", "join extend rearrange repeat merge diagonal", ""},
	{"Moving and converting", "move snapshot", ""},
	{"Arithmetic", "op/arith", ""},
	{"Signs and extremes", "op/sign op/extreme", ""},
	{"Exponentials, logarithms, powers", "op/exponential", ""},
	{"Trigonometry", "op/trigonometry", ""},
	{"Rounding", "op/rounding", ""},
	{"Special functions", "op/special", ""},
	{"Activations", "op/activation", ""},
	{"Comparisons and choices", "op/compare", ""},
	{"Logic and bits", "op/bits", ""},
	{"Reductions", "op/reduce reduce average covariance", ""},
	{"Softmax", "compositions", ""},
	{"Scans", "op/scan scan", ""},
	{"Sorting", "sort quantile nanquantile unique", ""},
	{"Counting", "count histogram", ""},
	{"Products", "product einsum convolve", ""},
	{"Random numbers; see also package random", "key", ""},
	{"Writing in place", "inplace", ""},
	{"Compiled functions", "compile number", ""},
	{"Any operation by its name", "apply", ""},
	{"Explaining, profiling, warming up, warnings", "explain graphviz profile warning", ""},
}

// familyOf is the index of the family of a function.
func familyOf(t *testing.T, file, name string) int {
	i := slices.IndexFunc(families, func(f struct{ title, files, prefix string }) bool {
		return slices.Contains(strings.Fields(f.files), file) || f.prefix != "" && strings.HasPrefix(name, f.prefix)
	})
	require.GreaterOrEqual(t, i, 0, "%s of %s.go has no family; see families", name, file)
	return i
}

// byFamily are the links to the functions and methods of each family, in the order of the source,
// and the operations among them.
func byFamily(t *testing.T) (links, operations [][]string) {
	links, operations = make([][]string, len(families)), make([][]string, len(families))
	byName := make([][]string, len(families))
	for _, d := range declarations(t, ".", "") {
		f, ok := d.decl.(*ast.FuncDecl)
		if !ok || !isPublic(f) || d.file == "ops_gen" {
			continue
		}
		link := "[" + f.Name.Name + "]"
		if f.Recv != nil {
			link = "[Tensor." + f.Name.Name + "]"
		}
		i, to := familyOf(t, d.file, f.Name.Name), links
		if !slices.Contains(strings.Fields(families[i].files), d.file) {
			to = byName
		}
		to[i] = append(to[i], link)
	}
	for i := range links {
		links[i] = append(links[i], byName[i]...)
	}
	for _, d := range declarations(t, "../device/op", "op/") {
		g, ok := d.decl.(*ast.GenDecl)
		for _, o := range namedRows() {
			if !ok || !declares(g, variable(o)) {
				continue
			}
			link := "[Tensor." + method(o.Name) + "]"
			if o.Rule == op.Select {
				link = "[" + method(o.Name) + "]"
			}
			i := familyOf(t, d.file, o.Name)
			links[i], operations[i] = append(links[i], link), append(operations[i], "`"+o.Name+"`")
		}
	}
	for _, r := range tensor.Reductions() {
		if r.Composed {
			i := familyOf(t, "reduce", r.Name)
			links[i], operations[i] = append(links[i], "[Tensor."+method(r.Name)+"]"), append(operations[i], "`"+r.Name+"`")
		}
	}
	return links, operations
}

// namedRows are the rows that have a method or function of their name.
func namedRows() (rows []*op.Op) {
	for _, o := range op.All() {
		if o.Rule != op.Retype {
			rows = append(rows, o)
		}
	}
	for _, r := range tensor.Reductions() {
		if !r.Composed {
			rows = append(rows, r.Row)
		}
	}
	return append(rows, scans()...)
}

// isPublic reports whether a function, or a method of tensors, is exported.
func isPublic(f *ast.FuncDecl) bool {
	return f.Name.IsExported() && (f.Recv == nil || types.ExprString(f.Recv.List[0].Type) == "*Tensor")
}

func declares(d *ast.GenDecl, name string) bool {
	return slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
		v, ok := s.(*ast.ValueSpec)
		return ok && v.Names[0].Name == name
	})
}

// declaration is a declaration in a file. The file's name has a prefix, and no ending.
type declaration struct {
	file string
	decl ast.Decl
}

func declarations(t *testing.T, folder, prefix string) (all []declaration) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution|parser.ParseComments)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			all = append(all, declaration{prefix + strings.TrimSuffix(filepath.Base(file), ".go"), d})
		}
	}
	return all
}

// familiesDoc is the section of the package's documentation that lists the families.
func familiesDoc(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`// # Finding an operation
//
// Names are PyTorch's, each part capitalised: floor_divide is [Tensor.FloorDivide]. Names of the Array
// API standard and of NumPy are aliases: [Tensor.Subtract], [Tensor.Absolute]. An operation that can
// keep the dtype of its first operand also has a method in place: [Tensor.AddInPlace] for
// [Tensor.Add]. All are made from the rows of package op; device/op/OPERATIONS.md lists them.
//
`)
	links, _ := byFamily(t)
	for i, f := range families {
		b.WriteString(listItem(f.title + ": " + strings.Join(links[i], ", ") + "."))
	}
	return b.String()
}

// listItem wraps an item of a list in a doc comment.
func listItem(text string) string {
	lines := []string{"//   -"}
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; len(lines[last])+len(word) < 99 {
			lines[last] += " " + word
		} else {
			lines = append(lines, "//     "+word)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestEveryOperationIsInOneFamily(t *testing.T) {
	links, operations := byFamily(t)
	count := 0
	for i, f := range families {
		assert.NotEmpty(t, links[i], f.title)
		count += len(operations[i])
	}
	compositions := slices.DeleteFunc(tensor.Reductions(), func(r tensor.ReductionFacts) bool { return !r.Composed })
	assert.Equal(t, len(namedRows())+len(compositions), count)
}

func TestEveryFamilyHasAnExample(t *testing.T) {
	examples := examplesOf(t, ".")
	links, _ := byFamily(t)
	for i, f := range families {
		assert.True(t, slices.ContainsFunc(links[i], func(link string) bool {
			return slices.Contains(examples, strings.ReplaceAll(strings.Trim(link, "[]"), ".", "_"))
		}), f.title)
	}
}

func TestEveryPackageForProgramsHasAnExample(t *testing.T) {
	for _, folder := range []string{"exact", "images", "nn", "npy", "random", "safetensors", "../broadcast", "../device", "../device/cpu", "../device/gpu", "../device/devicetest", "../device/op"} {
		t.Run(folder, func(t *testing.T) { assert.NotEmpty(t, examplesOf(t, folder)) })
	}
}

// examplesOf are the names of a folder's examples, which go test runs if they have an output.
func examplesOf(t *testing.T, folder string) (names []string) {
	paths, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
	}
	for _, e := range godoc.Examples(files...) {
		assert.True(t, e.Output != "" || e.EmptyOutput, "Example%s of %s has no output, and is not run", e.Name, folder)
		names = append(names, e.Name)
	}
	return names
}
