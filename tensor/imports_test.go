package tensor_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/wgtensor/wgtensor/"

// policy lists which package of the module may import which. It is a statement of policy: change it
// for a reason, never to fix a build.
const policy = `
broadcast:
device/exact:
device/op/internal/libm:
device/op/internal/precise:
device/op/internal/fit: device/op/internal/precise
device/op: device/op/internal/libm device/op/internal/precise
device/internal/page:
device: broadcast device/op device/internal/page
shaders/internal/translate:
shaders: broadcast device device/op
device/cpu/internal/vector: device/op
device/cpu/internal/vector/avx2: device/op device/cpu/internal/vector
device/cpu/internal/vector/avx512: device/op device/cpu/internal/vector
device/cpu/internal/vector/neon: device/op device/cpu/internal/vector
device/cpu/internal/cputest: device/op
device/cpu/internal/composition: device device/op device/cpu/internal/vector
device/cpu/internal/kernel: device device/op device/exact device/cpu/internal/composition device/cpu/internal/vector device/cpu/internal/vector/avx2 device/cpu/internal/vector/avx512 device/cpu/internal/vector/neon device/internal/page
device/cpu/internal/exec: broadcast device device/internal/page device/op device/cpu/internal/kernel device/cpu/internal/vector
device/cpu: device device/internal/page device/op device/cpu/internal/exec device/cpu/internal/kernel
device/gpu: broadcast device device/internal/page device/op shaders device/gpu/internal/webgpu
device/gpu/internal/fastmath:
device/gpu/internal/unoptimized: device/devicetest
device/gpu/internal/webgpu:
device/devicetest/chromium:
device/gpu/internal/browser: device/devicetest/chromium
device/gpu/suite:
device/gpu/tensors:
device/devicetest/outside: device/op
device/devicetest/mutants:
device/devicetest/prose:
device/devicetest: broadcast device device/op device/devicetest/outside
tensor/internal/graph: broadcast device device/op
tensor/internal/fuse: broadcast device device/op tensor/internal/graph
tensor/internal/replay: broadcast device device/op tensor/internal/graph tensor/internal/fuse
tensor/internal/index: broadcast
tensor/internal/named:
tensor/internal/files:
tensor/internal/filestest: device device/devicetest tensor
tensor/npy: device tensor tensor/internal/files
tensor/images: tensor tensor/internal/named
tensor/nn: tensor tensor/internal/named
tensor/safetensors: device tensor tensor/internal/files
tensor/random: tensor tensor/internal/named
tensor/exact: device/exact
tensor/tensortest: tensor
tensor: broadcast device device/op device/cpu tensor/internal/files tensor/internal/graph tensor/internal/fuse tensor/internal/index tensor/internal/named tensor/internal/replay
`

// programsOfTheCPU are the packages that programs of the CPU import. go mod tidy follows the
// imports of their tests too. If one of these tests imported the GPU's binding, every user would
// download it.
var programsOfTheCPU = []string{"tensor/...", "broadcast", "device", "device/op", "device/cpu", "device/devicetest"}

func TestProgramsOfTheCPUDownloadNoBinding(t *testing.T) {
	notInPage(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args := []string{"list", "-deps", "-test", "-f", "{{.ImportPath}}"}
	for _, name := range programsOfTheCPU {
		args = append(args, module+name)
	}
	out, err := exec.CommandContext(ctx, "go", args...).Output()
	require.NoError(t, err, "go list, which has a minute")
	for _, name := range strings.Fields(string(out)) {
		for _, binding := range external["device/gpu/internal/webgpu"] {
			assert.NotEqual(t, binding, name)
		}
	}
	assert.Contains(t, string(out), "stretchr/testify", "tests are among them")
}

// external lists which package may import which other module.
var external = map[string][]string{
	"device/cpu/internal/vector/avx2":   {"golang.org/x/sys/cpu"},
	"device/cpu/internal/vector/avx512": {"golang.org/x/sys/cpu"},
	"device/gpu/internal/webgpu":        {"github.com/cogentcore/webgpu/wgpu"},
}

func TestPackagesImportOnlyWhatThePolicyAllows(t *testing.T) {
	notInPage(t)
	allowed := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(policy), "\n") {
		name, imports, _ := strings.Cut(line, ":")
		allowed[name] = strings.Fields(imports)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, module+"...").Output()
	require.NoError(t, err, "go list, which has a minute")
	seen := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		name := strings.TrimPrefix(fields[0], module)
		if strings.HasPrefix(name, "examples") {
			continue
		}
		if !assert.Contains(t, allowed, name, "a package without a policy") {
			continue
		}
		seen++
		for _, imp := range fields[1:] {
			switch in, own := strings.CutPrefix(imp, module); {
			case own:
				assert.Contains(t, allowed[name], in, "%s imports %s", name, in)
			case strings.Contains(imp, "."):
				assert.Contains(t, external[name], imp, "%s imports %s", name, imp)
			}
		}
	}
	assert.Equal(t, len(allowed), seen, "every package of the policy exists")
}
