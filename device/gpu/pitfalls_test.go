package gpu

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pitfalls are the known ways in which the binding, or wgpu, ends the process, hangs, or computes
// wrong results. Each has a function that makes this module's public calls there. Further down the
// cases of package webgpu hand it every wrong argument there is.
var pitfalls = []struct {
	name  string
	never []string // the binding's names that appear nowhere
	run   func(t *testing.T)
}{
	{"P1 a blocking poll gives up after 5 seconds, as if the work were done", []string{"Poll"}, longWorkIsReadAsItIs},
	{"P1 after which the end of the device crashes", nil, closesAfterLongWork},
	{"P2 completions point into memory that Go may have collected", []string{"MapAsync", "OnSubmittedWorkDone", "GetMappedRange", "DeviceLostCallback"}, readsUnderCollections},
	{"P3 an instance with OpenGL aborts where libEGL has no driver", nil, noOpenGL},
	{"P4 the descriptor of an instance is uninitialised memory", []string{"CreateInstance", "InstanceDescriptor"}, opensInDirtyMemory},
	{"P5 so are the limits of an adapter", []string{"GetLimits", "RequestDevice", "RequiredLimits", "RequestAdapter"}, limitsAreTheAdapters},
	{"P6 errors without a return path abort", []string{"GetBindGroupLayout"}, errorsOfCompilersAreErrors},
	{"P7 errors belong to the device, not to the thread", []string{"PushErrorScope", "PopErrorScope"}, errorsComeToTheGoroutineThatMadeThem},
	{"P8 calls on what is gone abort: released", []string{"Destroy"}, releasedTwiceAndUsed},
	{"P8 calls on what is gone abort: released in flight", nil, releasedInFlight},
	{"P8 calls on what is gone abort: closed", nil, usedAfterClose},
	{"P8 calls with wrong sizes abort: zero", []string{"ClearBuffer"}, sizesOfZero},
	{"P8 calls with wrong sizes abort: beyond the limits", nil, sizesBeyondLimits},
	{"P8 calls on a lost device abort", nil, lostDeviceTakesNothingOfTheHosts},
	{"P8 calls on mapped memory abort: cancelled reads", nil, cancelledReads},
	{"P9 loops of an invocation end after 65,535 iterations together", nil, manyIterations},
	{"P10 libraries of two versions number native features differently", []string{"RequiredFeatures", "EnumerateFeatures", "HasFeature", "SetPushConstants"}, adaptersHaveNames},
	{"P11 the binding does not compile without cgo", nil, noBindingWithoutCgo},
	{"exit with work in flight", nil, exitsInFlight},
	{"a driver that never answers", nil, silentDriverHoldsUpNoCall},
}

func TestNoPitfallOfTheBindingIsReached(t *testing.T) {
	if testing.Short() {
		t.Skip("a process for each, with one goroutine")
	}
	named := namesIn(t, "internal/webgpu")
	for _, p := range pitfalls {
		t.Run(p.name, func(t *testing.T) {
			deadline(t)
			for _, name := range p.never {
				assert.NotContains(t, named, name)
			}
			p.run(t)
		})
	}
}

// namesIn are the names that follow a dot, or begin a field, in a package's Go files.
func namesIn(t *testing.T, dir string) map[string]bool {
	files, err := filepath.Glob(dir + "/*_native.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	names := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(gotoken.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				names[n.Sel.Name] = true
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok {
					names[key.Name] = true
				}
			}
			return true
		})
	}
	require.Contains(t, names, "EnumerateAdapters", "what the binding is called")
	return names
}
