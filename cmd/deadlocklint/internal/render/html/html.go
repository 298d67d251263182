package html

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

//go:embed page.html.tmpl style.css script.js
var files embed.FS

// Options say what the page tells besides the findings. The zero value works.
type Options struct {
	Title   string // of the page: the analysed packages or program
	Version string // of deadlocklint

	// Source returns a source file named as in a position, or nil when it is not
	// here. Without it there are no excerpts.
	Source func(file string) []byte

	// Help returns what a check is about: one line, and the rest.
	Help func(check checks.Name) (title, text string)
}

// New returns a handler that writes one page to w when it is closed, and
// nothing before that. Suppressed findings are counted, not shown.
func New(w io.Writer, opt Options) report.Handler {
	if opt.Source == nil {
		opt.Source = func(string) []byte { return nil }
	}
	if opt.Help == nil {
		opt.Help = func(checks.Name) (string, string) { return "", "" }
	}
	return &handler{w: w, opt: opt}
}

type handler struct {
	w        io.Writer
	opt      Options
	findings []report.Finding
}

func (h *handler) Finding(f report.Finding) error {
	h.findings = append(h.findings, f)
	return nil
}

func (h *handler) Close(stats report.Stats) error {
	t, err := template.ParseFS(files, "page.html.tmpl")
	if err != nil {
		return fmt.Errorf("the page's template is broken: %w; report this as a bug", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, h.page(stats)); err != nil {
		return fmt.Errorf("the page could not be made: %w; report this as a bug", err)
	}
	if _, err := h.w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("the report could not be written: %w; check the output file and run again", err)
	}
	return nil
}

func style() template.CSS { return template.CSS(embedded("style.css")) }

func script() template.JS { return template.JS(embedded("script.js")) }

func embedded(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		return "" // it is embedded above
	}
	return string(b)
}
