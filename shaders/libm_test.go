package shaders

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders/internal/translate"
)

//go:generate go test -run TestTheFunctionsOfFloat64AreThoseOfLibm -generate

var generate = flag.Bool("generate", false, "rewrite lib/libm64.code")

func TestTheFunctionsOfFloat64AreThoseOfLibm(t *testing.T) {
	const file, from = "lib/libm64.code", "device/op/internal/libm"
	libm, err := translate.Read("../" + from)
	require.NoError(t, err)
	var made bytes.Buffer
	for _, r := range libm.Routines(rowsNeed) {
		fmt.Fprintln(&made, r.Name, r.Params, r.Registers, len(r.Code))
		for _, e := range r.Code {
			made.Write(e.Bytes())
		}
	}
	if *generate {
		require.NoError(t, os.WriteFile(file, made.Bytes(), 0o644))
		return
	}
	assert.True(t, bytes.Equal(made.Bytes(), libm64), "%s is out of date; run go generate ./shaders", file)
}

// rowsNeed tells which functions of libm rows name: some are compositions' meanings, which no
// shader has.
func rowsNeed(name string) bool {
	return slices.ContainsFunc(op.Instructions(), func(o *op.Op) bool {
		return slices.Contains(routineName.FindAllString(o.WGSL(op.Float64), -1), name)
	})
}
