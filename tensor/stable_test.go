package tensor_test

import (
	"context"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stablePackages are those whose names and signatures CHANGELOG.md promises to keep.
var stablePackages = []string{"tensor", "broadcast", "device/devicetest"}

// prose are the lines of documentation in what go doc prints, and blank ones.
var prose = regexp.MustCompile(`(?m)^(    .*)?\n`)

// TestTheStableAPIIsTheGolden shows in review what changes for programs elsewhere. Run with -update
// if the change is meant, and say so in CHANGELOG.md.
func TestTheStableAPIIsTheGolden(t *testing.T) {
	notInPage(t)
	for _, name := range stablePackages {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			out, err := exec.CommandContext(ctx, "go", "doc", "-all", module+name).Output()
			require.NoError(t, err, "go doc, which has a minute")
			at := regexp.MustCompile(`(?m)^(CONSTANTS|VARIABLES|FUNCTIONS|TYPES)$`).FindIndex(out)
			require.NotNil(t, at)
			api := prose.ReplaceAllString(string(out[at[0]:]), "")

			file := path.Join("testdata/api", path.Base(name)+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(api), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			is, due := differingLine(api, string(want))
			assert.Equal(t, due, is, "the first line that changed; run with -update if this is meant")
		})
	}
}

// differingLine returns the first lines of a and b that differ.
func differingLine(a, b string) (string, string) {
	for {
		lineA, restA, moreA := strings.Cut(a, "\n")
		lineB, restB, moreB := strings.Cut(b, "\n")
		if lineA != lineB || !moreA || !moreB {
			return lineA, lineB
		}
		a, b = restA, restB
	}
}

// TestEveryRequiredModuleHasItsLicenceNamed reads the go.mod of each module.
func TestEveryRequiredModuleHasItsLicenceNamed(t *testing.T) {
	named, err := os.ReadFile("../THIRD_PARTY.md")
	require.NoError(t, err)
	for _, folder := range []string{"..", "../device/cpu/internal/vector/gen", "../examples/gonum"} {
		t.Run(folder, func(t *testing.T) {
			mod, err := os.ReadFile(path.Join(folder, "go.mod"))
			require.NoError(t, err)
			modules := regexp.MustCompile(`(?m)([a-z.]+\.[a-z]+/\S+) v\d`).FindAllStringSubmatch(string(mod), -1)
			require.NotEmpty(t, modules)
			for _, m := range modules {
				if m[1]+"/" != module {
					assert.Contains(t, string(named), "`"+m[1]+"`")
				}
			}
		})
	}
}
