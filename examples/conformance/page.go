package main

import (
	_ "embed"
	"html/template"
	"os"

	"github.com/wgtensor/wgtensor/examples/conformance/findings"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"pace": pace, "sum": findings.Sum}).Parse(pageText))

// writePage writes a page for people, which needs nothing beside it.
func (r *results) writePage(file string) error {
	if file == "" {
		return nil
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := page.Execute(f, r); err != nil {
		return err
	}
	return f.Close()
}
