package shaders

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

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
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
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

// accepted asks every validator at hand about texts, and skips the rest of the test
// if there is none.
func accepted(t *testing.T, texts map[string]string) {
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

// everyKernel is the text of every kernel with a golden, and of random ones.
func everyKernel(t testing.TB) map[string]string {
	texts := map[string]string{}
	for _, o := range op.Instructions() {
		for _, s := range opSections(t, o) {
			texts[s.title] = s.kernel(t).WGSL()
			if strings.Contains(texts[s.title], "base_") {
				texts[s.title+" repaired"] = s.repaired(t, Repair{Div: true, Sqrt: true}).WGSL()
			}
		}
	}
	for file, sections := range patterns(t) {
		for _, s := range sections {
			texts[file+" "+s.title] = s.kernel(t).WGSL()
		}
	}
	for seed := range uint64(100) {
		r := seeded(seed)
		texts[fmt.Sprint("seed ", seed)] = r.launch(r.program(t), pick(r, [][]int{r.shape(), r.wide()})).kernel(t).WGSL()
	}
	return texts
}

func TestEveryKernelIsAcceptedByTheValidators(t *testing.T) {
	accepted(t, everyKernel(t))
}

func TestValidatorsRefuseWhatIsWrong(t *testing.T) {
	good := listing(t).kernel(t).WGSL()
	file := filepath.Join(t.TempDir(), "wrong.wgsl")
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(good, "x0 * s2", "x0 * i", 1)), 0o644))
	for name, validate := range validators {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(err)
			}
			assert.Error(t, validate([]string{file}))
		})
	}
}
