package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestTheCommittedFilesAreTheGenerated(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: go -C device/cpu/internal/vector/gen run .", name)
		}
	}
	present, err := filepath.Glob("../*/*_a??64.s")
	if err != nil || len(present) == 0 {
		t.Fatal("no assembly", err)
	}
	for _, path := range present {
		if files[filepath.ToSlash(path[len("../"):])] == nil {
			t.Errorf("%s: nothing generates it", path)
		}
	}
}

// A masked load does not fetch its page where the mask is empty. Until another load does, each such
// load takes some 200 ns: comparisons that are false everywhere took 40 times as long.
func TestNoMaskedInstructionReadsAConstant(t *testing.T) {
	paths, err := filepath.Glob("../avx512/*_amd64.s")
	if err != nil || len(paths) == 0 {
		t.Fatal("no assembly", err)
	}
	masked := regexp.MustCompile(`(?m)^.*<>\S*\(SB\),.*\bK\d, [XYZ]\d+$`)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if found := masked.Find(text); found != nil {
			t.Errorf("%s: %s", path, found)
		}
	}
}

// Constants lie anywhere: a register of 64 bytes that is loaded as if aligned faults by chance.
func TestNoLoadNeedsAlignedMemory(t *testing.T) {
	paths, err := filepath.Glob("../*/*_amd64.s")
	if err != nil || len(paths) == 0 {
		t.Fatal("no assembly", err)
	}
	aligned := regexp.MustCompile(`(?m)^\s*VMOV(DQA|AP)\S*\s+[^,]*\(.*$`)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if found := aligned.Find(text); found != nil {
			t.Errorf("%s: %s", path, found)
		}
	}
}
