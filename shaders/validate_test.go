package shaders

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// validators are command lines that accept a list of files or say what is wrong.
// Implementations differ in what they let pass, so one is not enough.
var validators = map[string]func(files []string) error{
	"naga": func(files []string) error { return run("naga", append([]string{"--bulk-validate"}, files...)...) },
	"tint": func(files []string) error {
		return inParallel(files, func(file string) error { return run("tint", "--format", "wgsl", "-o", os.DevNull, file) })
	},
}

func run(name string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	if ctx.Err() != nil {
		return fmt.Errorf("%s hangs: %w\n%s", name, ctx.Err(), out)
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// inParallel calls f for every file, as many at a time as there are processors, and
// returns one of the errors.
func inParallel(files []string, f func(string) error) (err error) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for worker := range runtime.NumCPU() {
		wg.Go(func() {
			for i := worker; i < len(files); i += runtime.NumCPU() {
				if e := f(files[i]); e != nil {
					mu.Lock()
					err = e
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return err
}

// requireAccepted runs every installed validator on the texts, and skips the rest of the test
// if there is none.
func requireAccepted(t *testing.T, texts map[string]string) {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for name, text := range texts {
		file := filepath.Join(dir, strings.NewReplacer(" ", "_", "/", "_").Replace(name)+".wgsl")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		files = append(files, file)
	}
	asked := 0
	for name, validate := range validators {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("not asked: %v", err)
			continue
		}
		asked++
		assert.NoError(t, validate(files), name)
	}
	if asked == 0 {
		t.Skip("neither naga nor tint is installed: nothing validated these kernels")
	}
}

// everyText is all that has a golden, the texts of a row as one shader, and random kernels.
func everyText(t testing.TB) map[string]string {
	texts := map[string]string{"fusion": module(fusions(t), Repair{})}
	for _, o := range op.Instructions() {
		texts[o.Name] = module(rowTexts(t, o), Repair{})
		if strings.Contains(texts[o.Name], "base_") {
			texts[o.Name+" repaired"] = module(rowTexts(t, o), Repair{Div: true, Sqrt: true})
		}
	}
	for _, o := range op.Groups() {
		rows := machineFor(routinesOf(o)) + groupRows(o)
		texts["group "+o.Name] = fmt.Sprintf(moduleHead, max(1, codeElements(routinesOf(o)))) + Functions(rows, Repair{}) + rows
	}
	for _, f := range kernelFiles(t) {
		for _, s := range f.sections {
			texts[f.name+" "+s.title] = f.kernel(t, s).WGSL()
		}
	}
	for _, f := range stagesFiles() {
		stages := f.stages(t)
		for i := range stages {
			texts[fmt.Sprint(f.name, " ", i)] = stages[i].WGSL()
		}
	}
	for seed := range uint64(100) {
		r := newRandom(seed)
		texts[fmt.Sprint("seed ", seed)] = r.launch(r.program(t), pick(r, [][]int{r.shape(), r.wide()})).kernel(t).WGSL()
	}
	return texts
}

func TestEveryTextIsAcceptedByTheValidators(t *testing.T) {
	if testing.Short() {
		t.Skip("many processes; texts are the same whatever the width of an int")
	}
	requireAccepted(t, everyText(t))
}

func TestValidatorsRefuseWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, text, right, wrong string }{
		{"a kernel", listing(t).kernel(t).WGSL(), "x0 * s2", "x0 * i"},
		{"a row's text", module(rowTexts(t, op.Mul), Repair{}), "x0 * x1", "x0 * params.zero"},
	} {
		require.Contains(t, c.text, c.right)
		file := filepath.Join(t.TempDir(), "wrong.wgsl")
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(c.text, c.right, c.wrong, -1)), 0o644))
		for name, validate := range validators {
			t.Run(c.name+" by "+name, func(t *testing.T) {
				if _, err := exec.LookPath(name); err != nil {
					t.Skip(err)
				}
				assert.Error(t, validate([]string{file}))
			})
		}
	}
}
