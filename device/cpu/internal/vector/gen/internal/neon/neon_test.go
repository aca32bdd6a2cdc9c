package neon

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"
)

// sizes are those of the elements that instructions of a form know.
var sizes = map[form][]int{
	three: {1, 2, 4, 8}, threeFloats: {4, 8}, threeBits: {1},
	two: {1, 2, 4, 8}, twoFloats: {4, 8}, twoBits: {1},
	zero: {1, 2, 4, 8}, zeroFloats: {4, 8},
	left: {1, 2, 4, 8}, right: {1, 2, 4, 8},
	widened: {1, 2, 4}, widenedFloats: {2, 4},
	narrowed: {1, 2, 4}, narrowedFloats: {2, 4},
	pairs: {1, 2, 4}, long: {1, 2, 4}, across: {1, 2, 4}, swapped: {1}, lookup: {1},
}

// lacking are sizes that single instructions do not know.
func lacking(i Instruction, size int) bool {
	switch i.name {
	case "rev64":
		return size == 8
	case "mul", "mla", "smax", "umax", "smin", "umin":
		return size == 8
	case "fcvtxn", "fcvtxn2":
		return size == 2
	}
	return false
}

func TestAnotherDecoderReadsWhatIsEncoded(t *testing.T) {
	for _, i := range table {
		for _, size := range sizes[i.form] {
			if lacking(i, size) {
				continue
			}
			for _, r := range [][3]int{{0, 1, 2}, {31, 28, 5}, {7, 15, 3}, {4, 4, 4}} {
				word, text := i.Encode(size, r[0], r[1], r[2])
				if got := decode(t, word); got != text {
					t.Errorf("%08x is %q, want %q", word, got, text)
				}
			}
		}
	}
}

func decode(t *testing.T, word uint32) string {
	in, err := arm64asm.Decode(binary.LittleEndian.AppendUint32(nil, word))
	if err != nil {
		t.Errorf("%08x: %v", word, err)
	}
	text := arm64asm.GNUSyntax(in)
	return strings.Replace(text, "#0x0", "#0", 1)
}

var wordLine = regexp.MustCompile(`WORD +\$(0x[0-9a-f]{8}) // (.*)`)

func TestEveryWordOfTheAssemblyIsWhatStandsBesideIt(t *testing.T) {
	files, err := filepath.Glob("../../../neon/*_arm64.s")
	if err != nil || len(files) == 0 {
		t.Fatal("no assembly", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range wordLine.FindAllStringSubmatch(string(text), -1) {
			var word uint32
			if _, err := fmt.Sscan(line[1], &word); err != nil {
				t.Fatal(err)
			}
			if got := decode(t, word); got != line[2] {
				t.Errorf("%s: %s is %q, not %q", file, line[1], got, line[2])
			}
		}
	}
}
