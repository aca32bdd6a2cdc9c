package mutants

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// instructions maps the beginning of an instruction's name to its replacement in a mutant.
var instructions = []struct{ is, instead string }{
	{"VADDP", "VSUBP"}, {"VSUBP", "VADDP"}, {"VMULP", "VADDP"}, {"VDIVP", "VMULP"},
	{"VMAXP", "VMINP"}, {"VMINP", "VMAXP"}, {"VPMAX", "VPMIN"}, {"VPMIN", "VPMAX"}, {"VPADD", "VPSUB"}, {"VPSUB", "VPADD"},
	{"VPANDN", "VPAND"}, {"VPAND", "VPOR"}, {"VPOR", "VPXOR"}, {"VPXOR", "VPOR"}, {"VANDP", "VORP"},
	{"VPCMPGT", "VPCMPEQ"}, {"VPCMPEQ", "VPCMPGT"}, {"VPSRL", "VPSLL"}, {"VPSLL", "VPSRL"}, {"VPSRA", "VPSRL"},
	{"VPUNPCKL", "VPUNPCKH"}, {"VPUNPCKH", "VPUNPCKL"}, {"VUNPCKL", "VUNPCKH"}, {"VUNPCKH", "VUNPCKL"},
	{"VPMOVZX", "VPMOVSX"}, {"VPMOVSX", "VPMOVZX"}, {"VPACKUS", "VPACKSS"}, {"VPACKSS", "VPACKUS"}, {"VCVTTP", "VCVTP"},
	{"VFMADD", "VFMSUB"}, {"VFMSUB", "VFMADD"}, {"VFNMADD", "VFMADD"}, {"VCVTUQQ", "VCVTQQ"}, {"VCVTQQ", "VCVTUQQ"},
	{"JCC", "JCS"}, {"JZ", "JNZ"}, {"JGE", "JGT"}, {"JLT", "JLE"}, {"JG", "JGE"},
	{"ADDQ", "SUBQ"}, {"SUBQ", "ADDQ"}, {"ANDQ", "ORQ"}, {"SHLQ", "SHRQ"}, {"SHRQ", "SHLQ"}, {"XORQ", "ANDQ"},
}

var (
	line      = regexp.MustCompile(`(?m)^\t([A-Z][A-Z0-9.]*) +(.*)$`)
	begin     = regexp.MustCompile(`(?m)^TEXT ·(\w+)\(SB\)`)
	immediate = regexp.MustCompile(`^\$([-+]?\w+)`)
	// SB is left out: constants lie there, with all lanes alike.
	memory   = regexp.MustCompile(`(-?\d*)\((?:[A-D]|SP|[DS]I|R)`)
	constant = regexp.MustCompile(`\b(k[0-9a-f]{16})<>`)
	ordered  = regexp.MustCompile(`^(VSUB|VDIV|VPSUB|VMAXP|VMINP|VPCMPGT|VPACK|VP?UNPCK|VPANDN|VCMP|VSHUF|VPBLEND|VBLEND|SUBQ)`)
	register = regexp.MustCompile(`^[XYZ]\d+$`)
)

// spoilAssembly finds the mutants of a file's functions.
func (p *Package) spoilAssembly(name string) {
	text := p.text[name]
	for _, f := range p.functions(name) {
		for _, at := range line.FindAllStringSubmatchIndex(text[f.from:f.to], -1) {
			is, args := text[f.from+at[2]:f.from+at[3]], text[f.from+at[4]:f.from+at[5]]
			for _, s := range spoiltLines(is, args) {
				p.Mutants = append(p.Mutants, Mutant{File: name, Line: 1 + strings.Count(text[:f.from+at[0]], "\n"), In: f.name,
					Fault: strings.TrimSpace(is+" "+args) + ": " + s.fault, edits: []edit{{f.from + at[0], f.from + at[1], s.text}}})
			}
		}
	}
}

// function is where a function of a file in assembly stands.
type function struct {
	name     string
	from, to int
}

// functions lists the functions of a file. A function ends where a constant begins, or the comment
// of the next function.
func (p *Package) functions(name string) (list []function) {
	text := p.text[name]
	all := begin.FindAllStringSubmatchIndex(text, -1)
	for i, at := range all {
		f := function{text[at[2]:at[3]], at[0], len(text)}
		if i+1 < len(all) {
			f.to = strings.LastIndex(text[:all[i+1][0]], "\n\n")
		}
		if data := strings.Index(text[f.from:f.to], "\nDATA"); data >= 0 {
			f.to = f.from + data
		}
		list = append(list, f)
	}
	return list
}

type spoiltLine struct{ text, fault string }

// spoiltLines are an instruction's mutants.
func spoiltLines(is, args string) (list []spoiltLine) {
	add := func(is, args, fault string) {
		list = append(list, spoiltLine{"\t" + is + " " + args, fault})
	}
	if strings.Contains(args, "FP)") || is == "RET" || is == "VZEROUPPER" || strings.HasPrefix(is, "PREFETCH") {
		return nil
	}
	for _, x := range instructions {
		if rest, ok := strings.CutPrefix(is, x.is); ok {
			add(x.instead+rest, args, "becomes "+x.instead+rest)
			break
		}
	}
	if m := immediate.FindStringSubmatch(args); m != nil {
		if v, err := strconv.ParseInt(strings.TrimPrefix(m[1], "+"), 0, 64); err == nil {
			add(is, fmt.Sprintf("$%d%s", v+1, args[len(m[0]):]), "immediate is one more")
		}
	}
	if at := memory.FindStringSubmatchIndex(args); at != nil {
		offset, _ := strconv.Atoi(args[at[2]:at[3]]) // no offset is 0
		add(is, fmt.Sprint(args[:at[2]], offset+8, args[at[3]:]), "address is 8 more")
	}
	if k := constant.FindString(args); k != "" {
		add(is, strings.Replace(args, k, "spoilt_"+k, 1), "lowest bit of the constant is the other")
	}
	if o := strings.Split(args, ", "); ordered.MatchString(is) && len(o) >= 3 {
		if i, k := len(o)-3, len(o)-2; register.MatchString(o[i]) && register.MatchString(o[k]) && o[i] != o[k] {
			o[i], o[k] = o[k], o[i]
			add(is, strings.Join(o, ", "), "operands are swapped")
		}
	}
	if is[0] != 'J' {
		list = append(list, spoiltLine{"", "is left out"})
	}
	return list
}

// overlayAssembly returns the files in assembly with these mutants in them. Each mutant is a
// function beside the original. In the Go files the name of the original goes to a function that
// calls the original or a mutant.
func (p *Package) overlayAssembly(mutants []Mutant, files map[string]string) map[string]string {
	over, calls := map[string]string{}, "package "+p.name+"\n\nimport \"unsafe\"\n\nvar _ unsafe.Pointer\n"
	for name := range p.text {
		if !strings.HasSuffix(name, ".s") {
			continue
		}
		text := p.text[name]
		over[name] = text
		for _, f := range slices.Backward(p.functions(name)) {
			var all string
			of := slices.DeleteFunc(slices.Clone(mutants), func(m Mutant) bool { return m.File != name || m.In != f.name })
			for _, m := range of {
				one := m.edits[0].apply(text[f.from:f.to], f.from)
				all += "\n\n" + strings.Replace(one, "TEXT ·"+f.name, fmt.Sprint("TEXT ·", f.name, "_", m.Number), 1)
			}
			if all != "" {
				over[name] = over[name][:f.to] + all + over[name][f.to:]
				over[name] = strings.Replace(over[name], "TEXT ·"+f.name+"(", "TEXT ·"+f.name+"_0(", 1)
				calls += dispatch(f.name, of, files)
			}
		}
		over[name] += spoiltConstants(over[name])
	}
	if len(over) > 0 {
		over["mutant_calls.go"] = calls
	}
	return over
}

// dispatch returns a Go function that calls a mutant or the original, and the mutants'
// declarations. The Go file that declared the original now declares it as name_0.
func dispatch(name string, of []Mutant, files map[string]string) (text string) {
	declared := regexp.MustCompile(`(?m)^func ` + name + `\((.*)\)$`)
	for file, old := range files {
		m := declared.FindStringSubmatch(old)
		if m == nil {
			continue
		}
		files[file] = strings.Replace(old, "func "+name+"(", "func "+name+"_0(", 1)
		var args []string
		for _, parameter := range strings.Split(m[1], ", ") {
			arg, _, _ := strings.Cut(parameter, " ")
			args = append(args, arg)
		}
		call := "(" + strings.Join(args, ", ") + ")"
		body := ""
		for _, m2 := range of {
			text += fmt.Sprintf("\n//go:noescape\nfunc %s_%d(%s)\n", name, m2.Number, m[1])
			body += fmt.Sprintf("\tcase %d:\n\t\t%s_%d%s\n", m2.Number, name, m2.Number, call)
		}
		return text + fmt.Sprintf("\nfunc %s(%s) {\n\tswitch mutant {\n%s\tdefault:\n\t\t%s_0%s\n\t}\n}\n", name, m[1], body, name, call)
	}
	return ""
}

// spoiltConstants defines the changed constants that mutants use.
func spoiltConstants(text string) (data string) {
	var done []string
	for _, m := range regexp.MustCompile(`spoilt_(k([0-9a-f]{16}))<>`).FindAllStringSubmatch(text, -1) {
		if slices.Contains(done, m[1]) {
			continue
		}
		done = append(done, m[1])
		v, _ := strconv.ParseUint(m[2], 16, 64)
		for at := 0; at < 64; at += 8 {
			data += fmt.Sprintf("\nDATA spoilt_%s<>+%d(SB)/8, $%#016x", m[1], at, v^1<<32^1)
		}
		data += fmt.Sprintf("\nGLOBL spoilt_%s<>(SB), RODATA|NOPTR, $64\n", m[1])
	}
	return data
}

// Assembled returns the mutants that the assembler accepts.
func (p *Package) Assembled(mutants []Mutant) ([]Mutant, error) {
	files := p.overlayAssembly(mutants, map[string]string{})
	refused := map[int]bool{}
	for name, text := range files {
		if !strings.HasSuffix(name, ".s") {
			continue
		}
		lines, err := refusedLines(text)
		if err != nil {
			return nil, err
		}
		all := strings.Split(text, "\n")
		for _, n := range lines {
			refused[numberAt(all[:n])] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(mutants), func(m Mutant) bool { return refused[m.Number] }), nil
}

var mutantText = regexp.MustCompile(`^TEXT ·\w+_(\d+)\(`)

// numberAt is the mutant that the last of the lines belongs to.
func numberAt(lines []string) int {
	for _, l := range slices.Backward(lines) {
		if m := mutantText.FindStringSubmatch(l); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
	}
	return 0
}

// refusedLines returns the numbers of the lines that the assembler rejects.
func refusedLines(text string) (list []int, err error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "file.s")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	include := filepath.Join(strings.TrimSpace(string(root)), "pkg", "include")
	out, err := exec.Command("go", "tool", "asm", "-e", "-p", "p", "-I", include, "-D", "GOOS_linux", "-D", "GOARCH_amd64", "-o", filepath.Join(dir, "file.o"), file).CombinedOutput()
	for _, m := range regexp.MustCompile(`file\.s:(\d+)`).FindAllStringSubmatch(string(out), -1) {
		n, _ := strconv.Atoi(m[1])
		list = append(list, n)
	}
	if err != nil && len(list) == 0 {
		return nil, fmt.Errorf("mutants: go tool asm: %w: %s", err, out)
	}
	return list, nil
}
