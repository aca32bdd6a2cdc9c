package shaders

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"
	"sync"
)

// Repair names the operations that the adapter rounds badly. Kernels then compute these operations
// without relying on the adapter's rounding. WGSL allows a division and a square root errors of
// several units in the last place, and adapters make use of this.
type Repair struct{ Div, Sqrt bool }

// String names the operations in a key, "div sqrt".
func (r Repair) String() string {
	switch {
	case r.Div && r.Sqrt:
		return "div sqrt"
	case r.Div:
		return "div"
	case r.Sqrt:
		return "sqrt"
	}
	return ""
}

//go:embed lib/*.wgsl lib/four/*.wgsl lib/repair/*.wgsl
var libFiles embed.FS

// library is the functions and structs of lib/*.wgsl, in the order of the files. A declaration in
// lib/repair replaces the declaration of the same name. Functions in lib/four are also there on four
// elements: see onFour.
type library struct {
	decls []decl
	index map[string]int
}

// decl is a function or struct with the comment above it, and the declarations that it names.
type decl struct {
	name, text string
	uses       []int
}

var (
	declHead = regexp.MustCompile(`(?m)^(?:fn|struct) (\w+)`)
	word     = regexp.MustCompile(`\w+`)
)

var libraries sync.Map // *library, by Repair

// lib reads the files once for each Repair that occurs.
func lib(r Repair) *library {
	l, ok := libraries.Load(r)
	if !ok {
		l, _ = libraries.LoadOrStore(r, readLibrary(r))
	}
	return l.(*library)
}

func readLibrary(r Repair) *library {
	var files []string
	for _, pattern := range []string{"lib/*.wgsl", "lib/four/*.wgsl"} {
		found, err := fs.Glob(libFiles, pattern)
		if err != nil {
			panic(err) // the pattern is wrong
		}
		files = append(files, found...)
	}
	for _, name := range strings.Fields(r.String()) {
		files = append(files, "lib/repair/"+name+".wgsl")
	}
	l := &library{index: map[string]int{}}
	for _, name := range files {
		text, err := libFiles.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		for _, d := range parse(string(text)) {
			l.declare(d)
			if strings.HasPrefix(name, "lib/four/") {
				l.declare(d.onFour())
			}
		}
	}
	for i := range l.decls {
		l.decls[i].uses = l.namesIn(l.decls[i].text)
	}
	return l
}

func (l *library) declare(d decl) {
	if i, ok := l.index[d.name]; ok {
		l.decls[i] = d
		return
	}
	l.index[d.name] = len(l.decls)
	l.decls = append(l.decls, d)
}

// parse splits a file at its blank lines: every paragraph is a declaration under its
// comment, or a comment about the file.
func parse(file string) []decl {
	var decls []decl
	for _, paragraph := range strings.Split(strings.TrimSpace(file), "\n\n") {
		if m := declHead.FindStringSubmatch(paragraph); m != nil {
			decls = append(decls, decl{name: m[1], text: paragraph})
		}
	}
	return decls
}

// namesIn lists the declarations that a text names.
func (l *library) namesIn(text string) []int {
	var found []int
	for _, w := range word.FindAllString(text, -1) {
		if i, ok := l.index[w]; ok {
			found = append(found, i)
		}
	}
	return found
}

// dependencies is the text of the declarations that body names, directly or through others. Each
// stands below those that it names.
func (l *library) dependencies(body string) string {
	written := make([]bool, len(l.decls))
	var b strings.Builder
	var write func(uses []int)
	write = func(uses []int) {
		for _, i := range uses {
			if !written[i] {
				written[i] = true
				write(l.decls[i].uses)
				b.WriteString(l.decls[i].text + "\n\n")
			}
		}
	}
	write(l.namesIn(body))
	return b.String()
}

// Functions is the text of the library's functions that a text names, directly or through others.
func Functions(text string, r Repair) string { return lib(r).dependencies(machines(text)) }
