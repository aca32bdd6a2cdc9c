// Package prose compares sentences of the documentation with the facts that tests know.
package prose

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	comment = regexp.MustCompile(`(?m)^//`)
	end     = regexp.MustCompile(`[.:;] `)
	word    = regexp.MustCompile(`[\w.]+`)
)

// Has fails unless the file has the sentence, however its lines break. The failure shows the
// file's sentence that is most like it, not the file.
func Has(t testing.TB, file, sentence string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	flat := strings.Join(strings.Fields(comment.ReplaceAllString(string(text), "")), " ")
	if !strings.Contains(flat, sentence) {
		t.Errorf("%s says:\n  %s\nbut it should say:\n  %s", file, nearest(flat, sentence), sentence)
	}
}

// nearest returns the part of text that is most alike the sentence. A part is one sentence, or
// several in a row.
func nearest(text, sentence string) string {
	want := map[string]bool{}
	for _, w := range word.FindAllString(sentence, -1) {
		want[w] = true
	}
	best, most := "", 0.0
	ends := append(end.FindAllStringIndex(text, -1), []int{len(text), len(text)})
	for from := range ends {
		start := 0
		if from > 0 {
			start = ends[from-1][1]
		}
		for _, stop := range ends[from:min(from+4, len(ends))] {
			part := text[start:stop[0]]
			if share := alike(part, want); share > most {
				best, most = part, share
			}
		}
	}
	return best
}

// alike returns which share of all words a part and the wanted words have in common.
func alike(part string, want map[string]bool) float64 {
	words, common := map[string]bool{}, 0
	for _, w := range word.FindAllString(part, -1) {
		if want[w] && !words[w] {
			common++
		}
		words[w] = true
	}
	return float64(common) / float64(len(words)+len(want)-common+1)
}

// And joins names as in a sentence: a, b and c.
func And(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
