package mutants

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Package is a package whose functions are spoilt.
type Package struct {
	Dir     string
	Mutants []Mutant

	name    string
	files   []string          // of Go, as the build takes them
	text    map[string]string // of all files, as they are
	imports types.Importer
}

// Load finds the mutants of the package in a folder.
func Load(dir string) (*Package, error) {
	p := &Package{Dir: dir, text: map[string]string{}}
	var assembly []string
	if err := p.list(&assembly); err != nil {
		return nil, err
	}
	for _, name := range slices.Concat(p.files, assembly) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		p.text[name] = string(text)
	}
	for _, name := range p.files {
		if err := p.spoilGo(name); err != nil {
			return nil, err
		}
	}
	for _, name := range assembly {
		p.spoilAssembly(name)
	}
	for i := range p.Mutants {
		p.Mutants[i].Number = i + 1
	}
	return p, p.leaveOutInvalid()
}

// list asks the go command for the package's files and for what it imports.
func (p *Package) list(assembly *[]string) error {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=Dir,ImportPath,Name,Export,GoFiles,SFiles", ".")
	cmd.Dir, cmd.Stderr = p.Dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("mutants: go list of %s: %w", p.Dir, err)
	}
	exports := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var l struct {
			ImportPath, Name, Export string
			GoFiles, SFiles          []string
		}
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		exports[l.ImportPath] = l.Export
		p.name, p.files, *assembly = l.Name, l.GoFiles, l.SFiles // the package itself comes last
	}
	p.imports = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	return nil
}

// spoilGo finds the mutants of a file's functions.
func (p *Package) spoilGo(name string) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, p.text[name], 0)
	if err != nil {
		return err
	}
	for _, f := range bodies(file) {
		s := spoiler{text: p.text[name], file: set.File(f.block.Pos())}
		ast.Inspect(f.block, s.visit)
		from, to := s.at(f.block.Pos()), s.at(f.block.End())
		for _, m := range s.found {
			m.File, m.In = name, f.name
			whole := "package p\n func f() " + m.edits[0].apply(s.text[from:to], from)
			if _, err := parser.ParseFile(token.NewFileSet(), "", whole, parser.SkipObjectResolution); err == nil {
				p.Mutants = append(p.Mutants, m)
			}
		}
	}
	return nil
}

// body is the body of a declared function, or of the function literal in a variable's value.
type body struct {
	name  string
	typ   *ast.FuncType
	block *ast.BlockStmt
}

// bodies lists the function bodies of a file in their order. A function literal within a body
// belongs to that body.
func bodies(file *ast.File) (list []body) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				list = append(list, body{d.Name.Name, d.Type, d.Body})
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				ast.Inspect(v, func(n ast.Node) bool {
					f, ok := n.(*ast.FuncLit)
					if ok {
						list = append(list, body{v.Names[0].Name, f.Type, f.Body})
					}
					return !ok
				})
			}
		}
	}
	return list
}

// Overlay returns the package's files with these mutants in them, by file name.
func (p *Package) Overlay(mutants []Mutant) (map[string]string, error) {
	files := map[string]string{"mutant.go": fmt.Sprintf(chosen, p.name, Env)}
	for _, name := range p.files {
		text, _, err := p.instrument(name, mutants)
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	maps.Copy(files, p.overlayAssembly(mutants, files))
	return files, nil
}

// chosen is the text of the file that reads the number of the mutant to run.
const chosen = `package %s

import (
	"os"
	"strconv"
)

var mutant, _ = strconv.Atoi(os.Getenv(%q))
`

// region is where a mutant stands in a file that has been instrumented.
type region struct{ from, to, number int }

// instrument puts mutants of the file's functions into them.
func (p *Package) instrument(name string, mutants []Mutant) (string, []region, error) {
	set, old := token.NewFileSet(), p.text[name]
	file, err := parser.ParseFile(set, name, old, parser.ParseComments)
	if err != nil {
		return "", nil, err
	}
	var out strings.Builder
	var regions []region
	done := 0
	for _, f := range bodies(file) {
		from, to := set.Position(f.block.Lbrace).Offset+1, set.Position(f.block.Rbrace).Offset
		out.WriteString(old[done:from])
		done = from
		for _, m := range mutants {
			if m.File != name || m.edits[0].from < from || m.edits[0].to > to {
				continue
			}
			begin := out.Len()
			fmt.Fprintf(&out, "\nif mutant == %d {\n%s\n", m.Number, m.edits[0].apply(old[from:to], from))
			if f.typ.Results == nil {
				out.WriteString("return\n")
			}
			out.WriteString("}\n")
			regions = append(regions, region{begin, out.Len(), m.Number})
		}
	}
	out.WriteString(old[done:])
	return out.String(), regions, nil
}

// leaveOutInvalid takes away the mutants that do not compile.
func (p *Package) leaveOutInvalid() error {
	for {
		invalid, err := p.invalid()
		if err != nil || len(invalid) == 0 {
			return err
		}
		p.Mutants = slices.DeleteFunc(p.Mutants, func(m Mutant) bool { return invalid[m.Number] })
	}
}

// invalid are the mutants for which the compiler has errors.
func (p *Package) invalid() (map[int]bool, error) {
	set, regions, invalid := token.NewFileSet(), map[string][]region{}, map[int]bool{}
	var files []*ast.File
	for _, name := range p.files {
		text, rs, err := p.instrument(name, p.Mutants)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, name, text, parser.AllErrors)
		if err != nil {
			return nil, fmt.Errorf("mutants: %s does not parse: %w", name, err)
		}
		files, regions[name] = append(files, file), rs
	}
	own, err := parser.ParseFile(set, "mutant.go", fmt.Sprintf(chosen, p.name, Env), 0)
	if err != nil {
		return nil, err
	}
	var elsewhere []error
	config := types.Config{Importer: p.imports, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) {
			at := set.Position(e.Pos)
			for _, r := range regions[at.Filename] {
				if r.from <= at.Offset && at.Offset < r.to {
					invalid[r.number] = true
					return
				}
			}
		}
		elsewhere = append(elsewhere, err)
	}}
	_, _ = config.Check(p.name, set, append(files, own), nil) // config.Error has got the errors
	if len(invalid) == 0 {
		return nil, errors.Join(elsewhere...)
	}
	return invalid, nil
}
